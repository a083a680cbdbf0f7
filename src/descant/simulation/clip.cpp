// simulation/clip.cpp: frame after frame, once through.

#include "descant/simulation/clip.hpp"

#include "descant/core/stopwatch.hpp"
#include "descant/simulation/cycle.hpp"
#include "descant/simulation/frame_stepper.hpp"

namespace descant {
namespace {

void play_once(const System& system, std::span<const Drive> drives, const ClipOptions& options,
               ClipState& state, const FrameSink& sink) {
  FrameStepper stepper(system, drives, options);
  for (int f = state.next_frame; f < options.num_frames; ++f) {
    const Stopwatch watch;
    FrameReport frame{.frame = f, .time = f / options.fps};
    if (f == 0) {
      state.motion = stepper.at_rest(0);
      stepper.settle(state.motion, frame);
    } else {
      stepper.advance(f, state.motion, frame);
    }
    measure(state.motion.u_c, system, frame);
    frame.seconds = watch.seconds();
    state.next_frame = f + 1;
    if (!sink(frame, state)) return;
  }
}

}  // namespace

LoopEnd run_clip(const System& system, std::span<const Drive> drives, const ClipOptions& options,
                 ClipState& state, const FrameSink& sink) {
  if (options.playback == Playback::loop) return play_loop(system, drives, options, state, sink);
  play_once(system, drives, options, state, sink);
  return {};
}

LoopEnd run_clip(const Body& body, const Drive& drive, const ClipOptions& options, ClipState& state,
                 const FrameSink& sink) {
  return run_clip(system_of(body), {&drive, 1}, options, state, sink);
}

}  // namespace descant
