// run/enriched_motion.cpp: runs a clip at twice its frame rate, and looks at the surface.

#include "descant/run/enriched_motion.hpp"

#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"
#include "descant/run/run_report.hpp"
#include "descant/run/simulate.hpp"
#include "descant/simulation/cycle.hpp"

namespace descant {
namespace {

constexpr double least_rate = 100;  // samples a second: keys may stand at all of them

/// The fewest samples a frame, a power of two, that give the rate.
int samples_per_frame(double fps, int asked) {
  int stride = 2;
  while (asked > 0 ? stride < asked : stride * fps < least_rate) stride *= 2;
  return stride;
}

/// The report of a frame, with what led up to it.
void join(const FrameReport& before, FrameReport& frame) {
  frame.seconds += before.seconds;
  frame.iterations += before.iterations;
  frame.fallbacks += before.fallbacks;
  frame.contract = std::max(frame.contract, before.contract);
  frame.momentum = std::max(frame.momentum, before.momentum);
  if (frame.status == StepStatus::converged) frame.status = before.status;
}

/// Held still in its own pose, and pulled by nothing, a body stays where it is.
bool is_still_at_first(const Body& body, const RunSettings& run) {
  return body.material.pose == Pose::hold && run.gravity.empty();
}

/// True where the last pose is the first again, as far as anyone can see.
bool is_cycle(const BuiltBody& built, const CharacterClip& clip) {
  constexpr double visible = 1e-3;  // of the diagonal
  const double gap =
      pose_distance(*built.body.rig, 3, built.drive.params(0), built.drive.params(clip.duration));
  return gap <= visible * built.body.space.diagonal;
}

/// Whether any vertex moves by more than 0.1% of the diagonal.
bool is_visible(const EnrichedMotion& motion, const Body& body) {
  double largest = 0;
  for (const FrameReport& frame : motion.reports) largest = std::max(largest, frame.max);
  return largest > 1e-3 * body.space.diagonal;
}

/// Cycles are played as cycles where nobody asks otherwise.
Playback playback_of(const BuiltBody& built, const CharacterClip& clip,
                     const EnrichSettings& settings) {
  if (!(clip.duration > 0)) return Playback::once;
  const bool is_found = settings.character.cycles == Cycles::found && is_cycle(built, clip);
  return is_found ? Playback::loop : settings.run.playback;
}

/// One step a sample.
ClipOptions sample_options(const Body& body, const EnrichedMotion& motion, double duration,
                           RunSettings run, Playback playback) {
  run.fps = motion.stride * motion.frames.fps;
  run.substeps = 1;
  run.playback = playback;
  if (is_still_at_first(body, run)) run.preroll = 0;
  // what is encoded errs by more than this
  if (run.quality == Quality::final && !run.tolerance) run.tolerance = 2e-5;
  ClipOptions options =
      clip_options(run, body.mesh, motion.sample_of(motion.frames.num_frames - 1) + 1);
  // after some seconds nothing is left of how the body started
  constexpr double warm_up = 10;  // [s]
  if (playback == Playback::loop)
    options.max_cycles =
        std::clamp(static_cast<int>(std::ceil(warm_up / duration)), 2, options.max_cycles);
  return options;
}

}  // namespace

EnrichedMotion simulate_clip(const CharacterBody& body, const ClipJob& job, const SampleSink& sink,
                             const Log& log) {
  const CharacterClip& clip = job.character.clips[job.clip];
  const std::string place = "clip " + clip.name + ", body " + body.rest.group.name;
  const RunSettings& run = job.settings.run;
  EnrichedMotion motion{.clip = job.clip, .frames = clip_frames(clip, run.fps)};
  motion.stride = samples_per_frame(motion.frames.fps, run.substeps);
  BuiltBody built{body.body, clip_drive(job.character, clip, body, motion.frames, Playback::once)};
  const Playback playback = playback_of(built, clip, job.settings);
  if (playback == Playback::loop) {
    check_cycle(built, clip.duration, place, log);
    built.drive = clip_drive(job.character, clip, body, motion.frames, playback);
  }
  built.drive.force = gravity_on(body.body, run);

  bool is_stopped = false;
  const auto is_to_go_on = [&](int done, double reach) {
    motion.swing = std::max(motion.swing, reach);
    is_stopped = !sink(done, motion.frames.num_frames);
    return !is_stopped && motion.swing <= job.widest_swing;
  };
  ClipOptions options = sample_options(built.body, motion, clip.duration, run, playback);
  options.on_warm_up = [&](const WarmUp& now) { return is_to_go_on(0, now.max); };
  FrameReport before;
  ClipState state;
  const auto take = [&](const FrameReport& report, const ClipState& now) {
    if (motion.u_c.empty()) motion.swing = 0;  // the warm-up's is not shown
    FrameReport joined = report;
    join(before, joined);
    before = joined;
    motion.u_c.push_back(now.motion.u_c);
    if (report.frame % motion.stride == 0) {
      joined.frame = report.frame / motion.stride;
      motion.reports.push_back(joined);
      before = {};
    }
    return is_to_go_on(report.frame / motion.stride + 1, report.max);
  };
  try {
    const LoopEnd end = run_clip(built.body, built.drive, options, state, take);
    if (end.change > options.loop_tolerance && is_visible(motion, body.body))
      warn_of_change(place, end, log);
  } catch (const NumericsError& error) {
    throw NumericsError(error.frame() / motion.stride, place + ": " + error.reason());
  }
  if (is_stopped) throw Interrupted("stopped; nothing was written");
  return motion;
}

double sample_time(const EnrichedMotion& motion, double sample) {
  return sample / (motion.stride * motion.frames.fps);
}

Vector displacement_at(const EnrichedMotion& motion, double sample) {
  const Index last = static_cast<Index>(motion.u_c.size()) - 1;
  const Index before = static_cast<Index>(std::floor(sample));
  if (sample == static_cast<double>(before)) return motion.u_c[before];
  // midway, by the cubic through four samples; near the ends two of them are one
  const auto at = [&](Index k) -> const Vector& {
    return motion.u_c[std::clamp<Index>(k, 0, last)];
  };
  return (9 * (at(before) + at(before + 1)) - at(before - 1) - at(before + 2)) / 16;
}

Positions surface_offset(const CharacterBody& body, ConstVec u_c, size_t node) {
  const Index first = body.rest.first_vertex[node];
  const Index count = body.rest.first_vertex[node + 1] - first;
  return body.embedding.middleRows(first, count) * rows_of(u_c, 3);
}

std::vector<PosedSamples> posed_samples(const Character& character, const CharacterBody& body,
                                        const std::vector<EnrichedMotion>& motions, size_t node,
                                        int keys_per_frame) {
  const int number = body.rest.group.nodes[node];
  const CharacterMesh& mesh = character.meshes[character.nodes[number].mesh];
  std::vector<PosedSamples> clips;
  for (const EnrichedMotion& motion : motions) {
    const double half = 0.5 * motion.stride / keys_per_frame;  // samples from a key to midway
    PosedSamples samples;
    samples.num_keys = keys_per_frame * (motion.frames.num_frames - 1) + 1;
    samples.blended = [&character, &mesh, &motion, number, half](int sample) {
      const CharacterPose pose =
          pose_at(character, character.clips[motion.clip], sample_time(motion, half * sample));
      const std::vector<Eigen::Matrix4d> maps = handle_maps(character, pose, number);
      std::vector<Mat<3>> blended;
      for (const SurfacePart& part : mesh.parts)
        for (const auto& map : blended_maps(part, maps)) blended.push_back(map.leftCols<3>());
      return blended;
    };
    samples.offset = [&body, &motion, node, half](int sample) {
      return surface_offset(body, displacement_at(motion, half * sample), node);
    };
    clips.push_back(std::move(samples));
  }
  return clips;
}

std::vector<double> key_times(const EnrichedMotion& motion, int keys_per_frame) {
  std::vector<double> times;
  const int step = motion.stride / keys_per_frame;
  for (int s = 0; s <= motion.sample_of(motion.frames.num_frames - 1); s += step)
    times.push_back(sample_time(motion, s));
  return times;
}

}  // namespace descant
