// encoding/morph_encoding.hpp: motion in posed space, as a few morph targets and their weights.
//
//   δ = Bᵀ(BBᵀ + ε²I)⁻¹ u_c     pulled back through each vertex's blended matrix B(t)
//   δ ≈ T₀ + Σ_k a_k(t) T_k     K shapes: the keys' mean and their principal directions
//
// The weights a are solved again for each key in posed space, min Σ_i |B_i Σ_k a_k T_ki − u_ci|²,
// then shifted and scaled into [0,1]; the constant target T₀, keyed 1, takes up the shift. ε is 0.1
// of the median scale of B. A vertex is exempt from the bound wherever σ_min(B) ≤ ε: no morph can
// move it across the direction in which its skin is flat.

#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// What one node's mesh is to show in one clip. Samples stand at half the key spacing: even ones at
/// the keys, odd ones midway. Both functions are called in order of samples, more than once.
struct PosedSamples {
  int num_keys = 0;                                        ///< samples 0 … 2·num_keys − 2
  std::function<std::vector<Mat<3>>(int sample)> blended;  ///< B of each vertex (s)
  std::function<Positions(int sample)> offset;  ///< u_c of each vertex (s×3) in posed space [m]
};

struct EncodingOptions {
  double error = 0;            ///< the worst allowed [m] in posed space, at keys and midway
  std::optional<int> targets;  ///< this many, whatever the error (fewer if no more are needed)
  int most_targets = 250;      ///< the end of the search for the fewest that meet the bound
};

struct MorphEncoding {
  std::vector<Positions> targets;  ///< K, s×3 POSITION deltas, float32 numbers; the first constant
  std::vector<Matrix> weights;     ///< one a clip: keys × K, float32 numbers in [0,1]
  double worst_error = 0;          ///< [m], as written, weights interpolated linearly
  double rms_error = 0;            ///< [m], over vertices and samples
  double key_error = 0;            ///< [m], the worst at the keys,
  double midway_error = 0;         ///< [m], and between: where this alone is large, key more often
  Index exempt = 0;                ///< vertices that are exempt in some sample
};

/// The fewest targets with which no vertex is off by more than `error`; none at all where u_c
/// itself is within it. Where no number is enough, because the keys are too far apart or
/// `most_targets` too few, the fewest that come within 5% of what can be reached: `worst_error` is
/// then above `error`. All clips are of the same mesh.
MorphEncoding encode_morphs(const std::vector<PosedSamples>& clips, const EncodingOptions& options);

}  // namespace descant
