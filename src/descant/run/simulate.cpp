// run/simulate.cpp: prepare every body, run it frame after frame, write it all at the end.

#include "descant/run/simulate.hpp"

#include <algorithm>
#include <filesystem>

#include "descant/core/error.hpp"
#include "descant/core/stopwatch.hpp"
#include "descant/io/file.hpp"
#include "descant/prepare/build_body.hpp"
#include "descant/run/body_files.hpp"
#include "descant/run/checkpoint.hpp"
#include "descant/run/places.hpp"
#include "descant/run/problem_fingerprint.hpp"
#include "descant/run/run_report.hpp"
#include "descant/run/version.hpp"

namespace descant {

namespace {

namespace fs = std::filesystem;

/// One call of `simulate`.
class Run {
 public:
  Run(const Scene& scene, const SimulateOptions& options, const Log& log, const Progress& progress)
      : scene_(scene),
        options_(options),
        log_(log),
        progress_(progress),
        workers_(options.output.threads),
        range_(written_frames(scene, log)) {}

  Report execute() {
    check_places(scene_, options_, range_);
    prepare();
    start_or_resume();
    for (size_t b = 0; b < scene_.bodies.size(); ++b) run_body(b);
    if (!options_.output.checkpoint.empty()) save_checkpoint();
    return write();
  }

 private:
  void prepare() {
    for (size_t b = 0; b < scene_.bodies.size(); ++b) {
      const BodySpec& spec = scene_.bodies[b];
      if (!tell("preparing " + spec.name)) throw Interrupted("stopped; nothing was written");
      const Stopwatch watch;
      built_.push_back(build_body(played(spec), scene_.run, options_.rigs, workers_, log_));
      BodyReport report = body_report(built_.back().body, scene_.run.solver);
      report.name = spec.name;
      report.rig = spec.rig.kind;
      report.prepare_seconds = watch.seconds();
      reports_.push_back(report);
    }
  }

  // a looped animation repeats after its last frame, which is its first again
  BodySpec played(BodySpec spec) const {
    if (is_loop()) spec.rig.period = (scene_.num_frames - 1) / scene_.run.fps;
    return spec;
  }

  bool is_loop() const { return scene_.run.playback == Playback::loop; }

  void start_or_resume() {
    Fingerprint fingerprint;
    fingerprint.add(range_.begin);
    for (const BuiltBody& built : built_) {
      add_problem(fingerprint, built, clip_options(scene_.run, built.body.mesh, scene_.num_frames));
    }
    now_ = {version(), fingerprint.value(), std::vector<BodyProgress>(built_.size())};
    last_checkpoint_.restart();
    const std::string& file = options_.output.checkpoint;
    if (!options_.output.resume) return;
    if (!fs::exists(file)) {
      inform(log_, file + " is not there yet: starting at frame 0");
      return;
    }
    Checkpoint kept = parse_checkpoint(read_file(file), file);
    const bool is_ours = kept.fingerprint == now_.fingerprint && kept.version == now_.version &&
                         kept.bodies.size() == now_.bodies.size();
    if (!is_ours) {
      throw InputError(file, "is the checkpoint of another problem or of another version",
                       "Run the same scene with the same options, or leave out --resume");
    }
    for (size_t b = 0; b < kept.bodies.size(); ++b) check_progress(b, kept.bodies[b]);
    now_ = std::move(kept);
  }

  // as many frames as were simulated, each of this body
  void check_progress(size_t b, const BodyProgress& body) const {
    const int next = body.state.next_frame, num_kept = static_cast<int>(body.frames.size());
    bool is_whole =
        next >= 0 && next <= scene_.num_frames && num_kept == std::max(0, next - range_.begin);
    for (int i = 0; is_whole && i < num_kept; ++i) {
      is_whole = body.frames[i].frame == range_.begin + i &&
                 body.u_c[i].size() == built_[b].body.mesh.num_dofs();
    }
    if (is_whole) return;
    throw InputError(options_.output.checkpoint,
                     "lacks frames of body " + scene_.bodies[b].name + " that it says are done",
                     "Leave out --resume, or remove the file, to start at frame 0");
  }

  // a checkpoint, once saved again, may have gone farther than this run is to write
  static void drop_frames_from(int end, BodyProgress& body) {
    while (!body.frames.empty() && body.frames.back().frame >= end) {
      body.frames.pop_back();
      body.u_c.pop_back();
    }
  }

  void run_body(size_t b) {
    const BuiltBody& built = built_[b];
    const std::string& name = scene_.bodies[b].name;
    BodyProgress& body = now_.bodies[b];
    bool is_stopped = false;
    const auto sink = [&](const FrameReport& frame, const ClipState& state) {
      if (frame.frame >= range_.begin) {
        body.frames.push_back(frame);
        body.u_c.push_back(state.motion.u_c);
      }
      is_stopped = !tell("simulating " + name, done_frames(b, state.next_frame));
      const bool is_due = last_checkpoint_.seconds() >= options_.checkpoint_seconds;
      if (!options_.output.checkpoint.empty() && (is_due || is_stopped)) {
        body.state = state;
        save_checkpoint();
      }
      return !is_stopped && state.next_frame < range_.end;
    };
    ClipState state = body.state;
    if (state.next_frame < range_.end) {
      // a cycle is whole, whatever of it is written
      ClipOptions clip =
          clip_options(scene_.run, built.body.mesh, is_loop() ? scene_.num_frames : range_.end);
      clip.on_warm_up = [&](const WarmUp& warm_up) {
        is_stopped =
            !tell("cycle " + std::to_string(warm_up.cycle) + " of " + name, done_frames(b, 0));
        if (is_stopped && !options_.output.checkpoint.empty()) save_checkpoint();
        return !is_stopped;
      };
      try {
        const LoopEnd end = run_clip(built.body, built.drive, clip, state, sink);
        if (!is_stopped && end.change > clip.loop_tolerance)
          warn_of_change("body " + name, end, log_);
      } catch (const NumericsError& error) {
        throw NumericsError(error.frame(), "body " + name + ": " + error.reason());
      }
    }
    if (is_stopped) throw Interrupted("stopped" + kept_where());
    body.state = state;
  }

  long done_frames(size_t b, int next_frame) const {
    return static_cast<long>(b) * range_.end + next_frame;
  }

  bool tell(const std::string& stage, long done = 0) const {
    const long total = static_cast<long>(scene_.bodies.size()) * range_.end;
    return !progress_ || progress_({stage, done, total});
  }

  std::string kept_where() const {
    if (options_.output.checkpoint.empty()) return "; nothing was written";
    return "; go on with --checkpoint " + options_.output.checkpoint + " --resume";
  }

  void save_checkpoint() {
    // in the folder of the results, which may not be there yet
    const fs::path folder = fs::path(options_.output.checkpoint).parent_path();
    std::error_code ignored;
    if (!folder.empty()) fs::create_directories(folder, ignored);
    write_file(options_.output.checkpoint, checkpoint_bytes(now_));
    last_checkpoint_.restart();
  }

  Report write() {
    StagedFiles staged;
    for (size_t b = 0; b < built_.size(); ++b) {
      tell("writing " + scene_.bodies[b].name, done_frames(b + 1, 0));
      const BodyFiles files{options_.out + "/" + scene_.bodies[b].name, options_.output.save,
                            scene_.run.amount};
      drop_frames_from(range_.end, now_.bodies[b]);
      write_body_files(built_[b], now_.bodies[b], files, staged);
      add_clip(reports_[b], {scene_.name, now_.bodies[b].frames, {}});
    }
    return finished_run({options_.command, workers_.num_threads(), watch_, options_.output.report},
                        reports_, staged, log_);
  }

  const Scene& scene_;
  const SimulateOptions& options_;
  const Log& log_;
  const Progress& progress_;
  Workers workers_;
  FrameRange range_;
  Stopwatch watch_;
  Stopwatch last_checkpoint_;
  std::vector<BuiltBody> built_;
  std::vector<BodyReport> reports_;
  Checkpoint now_;  ///< where the run stands
};

}  // namespace

FrameRange written_frames(const Scene& scene, const Log& log) {
  if (scene.num_frames < 1) throw InputError(scene.name, "the animation has no frame");
  FrameRange range{scene.run.first_frame.value_or(0),
                   scene.run.end_frame.value_or(scene.num_frames)};
  const std::string have = "the animation has " + std::to_string(scene.num_frames) + " frames";
  if (range.begin >= scene.num_frames || range.begin >= range.end) {
    throw InputError("frames", have + ", none of them in the range asked for",
                     "Frames are numbered from 0 to " + std::to_string(scene.num_frames - 1));
  }
  if (range.end > scene.num_frames) {
    warn(log, "frames: " + have + "; the range ends there");
    range.end = scene.num_frames;
  }
  return range;
}

// Errors of a step add up over a clip: the published fish, 60 frames free-running, comes out 2.4 %
// away from `exact` at 2e-5, and 0.4 % at this.
constexpr double final_tolerance = 3e-6;

ClipOptions clip_options(const RunSettings& run, const Mesh& mesh, int num_frames) {
  const bool is_final = run.quality == Quality::final;
  const int fewest = run.solver == SolverKind::reference ? 20 : is_final ? 600 : 100;
  ClipOptions clip;
  clip.fps = run.fps;
  clip.num_frames = num_frames;
  clip.substeps = run.substeps > 0 ? run.substeps : default_substeps(run.fps);
  clip.preroll = run.preroll;
  clip.playback = run.playback;
  clip.integrator = run.integrator;
  clip.solver = run.solver;
  clip.solve.tolerance = run.tolerance.value_or(is_final ? final_tolerance : 1e-4);
  clip.solve.diagonal = diagonal(mesh);
  clip.solve.max_iterations = run.max_iterations.value_or(fewest);
  return clip;
}

Report simulate(const Scene& scene, const SimulateOptions& options, const Log& log,
                const Progress& progress) {
  if (scene.bodies.empty()) throw InputError(scene.name, "the scene has no body");
  return Run(scene, options, log, progress).execute();
}

}  // namespace descant
