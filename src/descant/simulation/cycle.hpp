// simulation/cycle.hpp: a clip whose last pose is its first, played until the motion repeats.
//
//   change_k = max_f rms(u_c^k(f) − u_c^{k−1}(f)) / rms(u_c^k)      of cycle k, frames f = 0 … F−1
//
// The first cycle starts at rest. Cycles follow each other without a stop until the change is at
// most the tolerance, and what is written is
//
//   u_c(f) = (1 − s) u_c^k(f) + s u_c^{k−1}(f)        s = smoothstep(f / (F−1))
//
// The last frame of cycle k−1 is the first of cycle k, so that u_c(F−1) = u_c(0), and the motion
// through the seam is the one that was simulated. Both terms are feasible for the same C, that of
// the frame's pose, and so is their blend.

#pragma once

#include "descant/simulation/clip.hpp"

namespace descant {

/// Runs a clip under Playback::loop; see run_clip. A state with next_frame > 0 plays the same
/// cycles again, to the same bytes, and hands on the frames that are left.
LoopEnd play_loop(const System& system, std::span<const Drive> drives, const ClipOptions& options,
                  ClipState& state, const FrameSink& sink);

}  // namespace descant
