// bench/bench_clip.cpp: steps a body along a clip, with a clock beside it.
//
//   RMS(u) = √(Σ_frames |u|² / (frames · n))

#include "descant/bench/bench_clip.hpp"

#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"
#include "descant/core/stopwatch.hpp"
#include "descant/run/machine.hpp"
#include "descant/run/simulate.hpp"

namespace descant {
namespace {

constexpr int fewest_frames = 3;  // that a budget leaves

/// What all rows are solved to, of the diagonal: below 1 % of the motion in any one step.
constexpr double bench_tolerance = 2e-5;

/// One step of a run to a frame, and how long it took.
struct Timed {
  StepReport report;
  double seconds = 0;
};

Timed step_to(const BenchProblem& problem, int frame, Stepper& stepper, Motion& motion) {
  const Drive& drive = problem.built.drive;
  const double now = frame * problem.h;
  const Vector before = drive.params((frame - 1) * problem.h), p = drive.params(now);
  const Vector f = drive.force ? drive.force(now, motion) : Vector();
  const Stopwatch watch;
  Timed result;
  result.report = stepper.step(before, p, f, motion);
  result.seconds = watch.seconds();
  return result;
}

Index num_vertices(const BenchRun& run) { return run.problem.built.body.mesh.num_vertices(); }

/// Frames that were stepped.
int num_frames(const BenchClip& clip) { return static_cast<int>(clip.states.size()) - 1; }

void add(const Timed& step, BenchEntry& entry) {
  entry.seconds.push_back(step.seconds);
  entry.iterations.push_back(step.report.iterations);
  entry.contract = std::max(entry.contract, step.report.contract);
  entry.num_fallbacks += step.report.fell_back;
  entry.num_unconverged += step.report.status != StepStatus::converged;
}

void summarise(BenchEntry& entry) {
  entry.seconds_per_frame = median(entry.seconds);
  entry.iterations_per_frame = median(entry.iterations);
  std::vector<double> each;
  for (size_t k = 0; k < entry.seconds.size(); ++k)
    each.push_back(entry.seconds[k] / std::max(1.0, entry.iterations[k]));
  entry.seconds_per_iteration = median(each);
}

}  // namespace

void BenchMeter::begin(const std::string& stage, long num_steps) {
  stage_ = stage;
  done_ = std::max(done_, stage_end_);
  stage_end_ = done_ + num_steps;
  tell();
}

void BenchMeter::advance() {
  done_ = std::min(done_ + 1, stage_end_);
  tell();
}

void BenchMeter::tell() const {
  if (progress_ && !progress_({stage_, done_, total_}))
    throw Interrupted("stopped; rows that were finished are kept");
}

StepOptions step_options(const BenchProblem& problem, SolverKind solver) {
  RunSettings settings;
  settings.fps = 1 / problem.h;
  settings.substeps = 1;
  settings.solver = solver;
  settings.tolerance = bench_tolerance;
  const ClipOptions clip = clip_options(settings, problem.built.body.mesh, 1);
  return {.h = problem.h, .integrator = clip.integrator, .solver = solver, .solve = clip.solve};
}

BenchClip warmed_up(const BenchRun& run, BenchMeter& meter) {
  Stepper stepper(run.problem.built.body, run.step);
  Motion motion = stepper.start(run.problem.built.drive.params(0));
  for (int frame = 1; frame <= run.num_frames; ++frame) {
    const StepReport report = step_to(run.problem, frame, stepper, motion).report;
    if (!report.usable()) throw NumericsError(frame, report.problem);
    meter.advance();
  }
  BenchClip clip;
  clip.first_frame = run.num_frames;
  clip.states.push_back(std::move(motion));
  return clip;
}

BenchClip recorded(const BenchRun& run, const BenchClip& start, BenchMeter& meter) {
  Stepper stepper(run.problem.built.body, run.step);
  BenchClip clip = start;
  Motion motion = clip.states.front();
  double squares = 0, spent = 0;
  for (int k = 1; k <= run.num_frames; ++k) {
    const int frame = clip.first_frame + k;
    const Timed step = step_to(run.problem, frame, stepper, motion);
    if (!step.report.usable()) throw NumericsError(frame, step.report.problem);
    clip.states.push_back(motion);
    squares += motion.u_c.squaredNorm();
    meter.advance();
    spent += step.seconds;
    if (spent > run.budget && k >= fewest_frames) break;
  }
  clip.rms = std::sqrt(squares / static_cast<double>(num_frames(clip) * num_vertices(run)));
  return clip;
}

ClipTimer::ClipTimer(BenchRun run, BenchClip clip, BenchMeter& meter)
    : run_(std::move(run)), clip_(std::move(clip)), meter_(meter), motion_(clip_.states.front()) {
  const int available = num_frames(clip_);
  last_ = available == 0 ? run_.num_frames : std::min(run_.num_frames, available);
  forget_peak_memory();

  // what is done once; the authors' program does nothing once
  const Stopwatch watch;
  stepper_ = std::make_unique<Stepper>(run_.problem.built.body, run_.step);
  construction_ = watch.seconds();
  if (run_.step.solver == SolverKind::reference) return;
  Motion scratch = motion_;
  first_step_ = step_to(run_.problem, clip_.first_frame + 1, *stepper_, scratch).seconds;
}

void ClipTimer::advance(int num_frames) {
  for (int count = 0; count < num_frames && num_left() > 0; ++count) time_frame();
  // later turns would count what others hold
  if (entry_.peak_memory_bytes == 0) entry_.peak_memory_bytes = peak_memory_bytes();
}

int ClipTimer::num_left() const {
  if (!entry_.problem.empty() || round_ == run_.num_rounds) return 0;
  return (run_.num_rounds - round_) * last_ - (next_ - 1);
}

void ClipTimer::time_frame() {
  const bool is_free = num_frames(clip_) == 0, is_first_round = round_ == 0;
  const int k = next_, frame = clip_.first_frame + k;
  if (k == 1 || !is_free) motion_ = clip_.states[k - 1];
  const Timed step = step_to(run_.problem, frame, *stepper_, motion_);
  if (!step.report.usable()) {
    entry_.problem = "frame " + std::to_string(frame) + ": " + step.report.problem;
    return;
  }
  if (is_first_round) {
    add(step, entry_);
    rounds_.emplace_back();
    if (!is_free) squared_differences_.push_back((motion_.u_c - clip_.states[k].u_c).squaredNorm());
  }
  rounds_[k - 1].push_back(step.seconds);
  if (run_.on_state) run_.on_state(motion_);
  meter_.advance();

  // go on, or over the frames again
  spent_ += step.seconds;
  if (spent_ > run_.budget && (k >= fewest_frames || !is_first_round)) {
    round_ = run_.num_rounds;
  } else if (k < last_) {
    ++next_;
  } else {
    next_ = 1;
    ++round_;
  }
}

BenchEntry ClipTimer::entry() const {
  BenchEntry entry = entry_;
  for (size_t k = 0; k < rounds_.size(); ++k) entry.seconds[k] = median(rounds_[k]);
  summarise(entry);
  entry.setup_seconds = construction_ + std::max(0.0, first_step_ - entry.seconds_per_frame);
  if (!squared_differences_.empty() && clip_.rms > 0) {
    const ClipError error = clip_error(squared_differences_, num_vertices(run_), clip_.rms);
    entry.error = error.rms;
    entry.worst_error = error.worst;
  }
  return entry;
}

BenchEntry timed(const BenchRun& run, const BenchClip& clip, BenchMeter& meter) {
  ClipTimer timer(run, clip, meter);
  timer.advance(run.num_frames);
  return timer.entry();
}

void append(const BenchEntry& more, BenchEntry& entry) {
  entry.seconds.insert(entry.seconds.end(), more.seconds.begin(), more.seconds.end());
  entry.iterations.insert(entry.iterations.end(), more.iterations.begin(), more.iterations.end());
  summarise(entry);
  entry.setup_seconds = std::max(entry.setup_seconds, more.setup_seconds);
  entry.peak_memory_bytes = std::max(entry.peak_memory_bytes, more.peak_memory_bytes);
  entry.contract = std::max(entry.contract, more.contract);
  entry.num_unconverged += more.num_unconverged;
  entry.num_fallbacks += more.num_fallbacks;
  if (entry.problem.empty()) entry.problem = more.problem;
}

std::optional<double> free_error(const BenchRun& run, const BenchClip& clip, BenchMeter& meter) {
  Stepper stepper(run.problem.built.body, run.step);
  Motion motion = clip.states.front();
  std::vector<double> squared_differences;
  double spent = 0;
  for (int k = 1; k <= num_frames(clip) && spent <= run.budget; ++k) {
    const Timed step = step_to(run.problem, clip.first_frame + k, stepper, motion);
    if (!step.report.usable()) break;
    squared_differences.push_back((motion.u_c - clip.states[k].u_c).squaredNorm());
    meter.advance();
    spent += step.seconds;
  }
  if (squared_differences.empty() || !(clip.rms > 0)) return {};
  return clip_error(squared_differences, num_vertices(run), clip.rms).rms;
}

ClipError clip_error(const std::vector<double>& squared_differences, Index num_vertices,
                     double clip_rms) {
  ClipError error;
  double sum = 0;
  for (const double squared : squared_differences) {
    sum += squared;
    error.worst =
        std::max(error.worst, std::sqrt(squared / static_cast<double>(num_vertices)) / clip_rms);
  }
  const double count = static_cast<double>(squared_differences.size());
  error.rms = std::sqrt(sum / (count * static_cast<double>(num_vertices))) / clip_rms;
  return error;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace descant
