// simulation/clip.hpp: a whole animation, frame after frame: the paper's Algorithm 1.

#pragma once

#include <functional>
#include <span>

#include "descant/simulation/playback.hpp"
#include "descant/simulation/step.hpp"
#include "descant/simulation/system.hpp"

namespace descant {

/// What drives a body. Both may be called at any time [s], in any order.
struct Drive {
  /// p (m).
  std::function<Vector(double time)> params;

  /// f (dn) [N], frozen over the step that ends at `time`; empty for none.
  /// @param motion  of the body, where the step begins
  std::function<Vector(double time, const Motion& motion)> force;
};

/// How far the cycles before the one that is written have come.
struct WarmUp {
  int cycle = 1;      ///< now playing
  int frame = 0;      ///< of it, done
  double change = 0;  ///< of the cycle before, relative; infinite before there are two
  double max = 0;     ///< of |u_c| in that frame [m]
};

struct ClipOptions {
  double fps = 30;
  int num_frames = 0;  ///< frames 0 … num_frames−1 stand at times frame/fps
  int substeps = 1;    ///< steps a frame: h = 1/(fps·substeps)
  double preroll = 0;  ///< [s] the first pose is held before frame 0
  Integrator integrator = Integrator::euler;
  SolverKind solver = SolverKind::fast;
  SolveOptions solve;

  /// Under `loop` the drive repeats after (num_frames − 1)/fps: params(t + period) = params(t) for
  /// every t, and so the force; the velocity across the seam is then the cycle's own. The first
  /// pose is not held: cycles are played until the motion repeats.
  Playback playback = Playback::once;
  double loop_tolerance = 0.01;  ///< relative change from cycle to cycle
  int max_cycles = 20;
  std::function<bool(const WarmUp&)> on_warm_up =
      {};  ///< after every frame of a cycle; false stops
};

/// One frame's line in the report. Seconds and iterations are summed over the frame's steps, the
/// contract is the worst of them, energy and status the last (a step that did not converge wins).
struct FrameReport {
  int frame = 0;
  double time = 0;     ///< [s]
  double seconds = 0;  ///< spent
  int iterations = 0;
  int fallbacks = 0;  ///< steps where `fast` stalled, and `newton-pcg` took over
  double energy = 0;  ///< [J]
  double contract = 0, momentum = 0;
  double rms = 0, max = 0;  ///< of |u_c|, mass-weighted rms [m]
  StepStatus status = StepStatus::converged;
};

/// How a loop came to its end; of a clip played once, zeros.
struct LoopEnd {
  int num_cycles = 0;
  double change = 0;  ///< of the last cycle, relative; at most the tolerance where it repeats
};

/// Where a clip stands between two frames: all bodies, one after another. Plain data; restoring it
/// resumes to the same bytes.
struct ClipState {
  Motion motion;
  int next_frame = 0;
};

/// Called once a frame, in order. `state` is what a checkpoint after this frame would hold. Returns
/// false to stop early.
using FrameSink = std::function<bool(const FrameReport&, const ClipState& state)>;

/// Runs frames state.next_frame … num_frames−1. Under Playback::loop they are one seamless period:
/// the last frame equals the first; the warm-up's time and iterations are in frame 0's report, and
/// a resumed run plays the same warm-up again. Throws NumericsError where no finite answer exists,
/// InputError where a loop's first and last pose differ.
/// @param drives  one a body
LoopEnd run_clip(const System& system, std::span<const Drive> drives, const ClipOptions& options,
                 ClipState& state, const FrameSink& sink);

/// The same for a body by itself.
LoopEnd run_clip(const Body& body, const Drive& drive, const ClipOptions& options, ClipState& state,
                 const FrameSink& sink);

}  // namespace descant
