// run/enriched_motion.hpp: what physics adds to a body in a clip, and how it is kept in
// morphs.

#pragma once

#include <cmath>
#include <vector>

#include "descant/encoding/morph_encoding.hpp"
#include "descant/prepare/character_body.hpp"

namespace descant {

/// u_c of a body through a clip: at its frames, and at `stride` − 1 samples before each of them.
struct EnrichedMotion {
  int clip = 0;  ///< number in the file
  ClipFrames frames;
  int stride = 2;                    ///< samples from one frame to the next, a power of two
  std::vector<Vector> u_c;           ///< samples 0 … stride·(num_frames − 1)
  std::vector<FrameReport> reports;  ///< one a frame; what led up to a frame counts with it
  double swing = 0;                  ///< the farthest any vertex comes away from its pose [m]

  int sample_of(int frame) const { return stride * frame; }
};

/// Called once a sample, with how many frames of how many are done; false stops.
using SampleSink = std::function<bool(int done, int total)>;

/// What to simulate. Keeps references.
struct ClipJob {
  const Character& character;
  int clip;  ///< number in the file
  const EnrichSettings& settings;
  double widest_swing = HUGE_VAL;  ///< [m]: beyond it nobody wants to see the rest
};

/// Simulates a clip; where it swings wider than asked for, up to there. Throws NumericsError, and
/// Interrupted where `sink` asked to stop.
EnrichedMotion simulate_clip(const CharacterBody& body, const ClipJob& job, const SampleSink& sink,
                             const Log& log);

/// The time of a sample, or midway between two [s].
double sample_time(const EnrichedMotion& motion, double sample);

/// u_c (3n) at a sample, or midway between two.
Vector displacement_at(const EnrichedMotion& motion, double sample);

/// What u_c adds to the surface of the k-th node of a body (s×3), in posed space.
Positions surface_offset(const CharacterBody& body, ConstVec u_c, size_t node);

/// What the encoder wants to know of the k-th node of a body, clip by clip, with `keys_per_frame`
/// keys (a power of two, at most the stride of every motion). Keeps references to its arguments.
std::vector<PosedSamples> posed_samples(const Character& character, const CharacterBody& body,
                                        const std::vector<EnrichedMotion>& motions, size_t node,
                                        int keys_per_frame);

/// The times of those keys in a clip [s].
std::vector<double> key_times(const EnrichedMotion& motion, int keys_per_frame);

}  // namespace descant
