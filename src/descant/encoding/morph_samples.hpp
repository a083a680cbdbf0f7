// encoding/morph_samples.hpp: the samples an encoding is made from, with what is asked of each.
//
//   δ = Bᵀ(BBᵀ + ε²I)⁻¹ u       applied again to what is left, u − Bδ, a few times: directions well
//                               above ε come back exactly, those below stay damped

#pragma once

#include <vector>

#include "descant/encoding/morph_encoding.hpp"

namespace descant {

/// One moment of one clip.
struct MorphSample {
  std::vector<Mat<3>> B;           ///< s
  Positions u;                     ///< s×3, in posed space [m]
  const char* is_bound = nullptr;  ///< s: 0 where σ_min(B) ≤ ε
};

/// All samples of all clips, kept in memory where they fit and asked for again where not.
class MorphSamples {
 public:
  explicit MorphSamples(const std::vector<PosedSamples>& clips);
  MorphSamples(const MorphSamples&) = delete;
  MorphSamples& operator=(const MorphSamples&) = delete;

  int num_clips() const { return static_cast<int>(clips_->size()); }
  int num_keys(int clip) const { return (*clips_)[clip].num_keys; }
  int num_samples(int clip) const { return num_keys(clip) ? 2 * num_keys(clip) - 1 : 0; }
  Index num_vertices() const { return num_vertices_; }
  Index num_exempt() const { return num_exempt_; }  ///< vertices exempt in some sample
  double largest_offset() const { return largest_offset_; }
  double scale() const { return scale_; }  ///< median of B's

  /// Valid until the next call.
  const MorphSample& at(int clip, int sample);

  /// δ of every vertex, interleaved (3s).
  Vector pulled_back(const MorphSample& sample) const;

 private:
  MorphSample asked(int clip, int sample) const;
  double median_scale() const;

  const std::vector<PosedSamples>* clips_;
  Index num_vertices_ = 0, num_exempt_ = 0;
  double scale_ = 0, epsilon_ = 0, largest_offset_ = 0;
  bool is_kept_ = false;
  std::vector<std::vector<MorphSample>> kept_;
  std::vector<std::vector<std::vector<char>>> is_bound_;  ///< clips, samples, vertices
  MorphSample last_;
};

}  // namespace descant
