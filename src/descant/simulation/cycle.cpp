// simulation/cycle.cpp: cycle after cycle, and the blend of the last two.

#include "descant/simulation/cycle.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "descant/core/error.hpp"
#include "descant/core/stopwatch.hpp"
#include "descant/simulation/frame_stepper.hpp"

namespace descant {
namespace {

/// The frames of one cycle.
struct Cycle {
  Matrix u_c;                        ///< dn × frames
  std::vector<FrameReport> reports;  ///< one a frame
};

/// The diagonal of the smallest body [m].
double smallest_diagonal(const System& system) {
  double smallest = system.bodies.front()->space.diagonal;
  for (const auto& body : system.bodies) smallest = std::min(smallest, body->space.diagonal);
  return smallest;
}

/// How much a cycle differs from the one before, relative to its own motion.
double relative_change(const System& system, const Cycle& before, const Cycle& now) {
  double largest = 0, sum = 0;
  for (Index f = 0; f < now.u_c.cols(); ++f) {
    largest = std::max(largest, extent(system, now.u_c.col(f) - before.u_c.col(f)).rms);
    const double rms = extent(system, now.u_c.col(f)).rms;
    sum += rms * rms;
  }
  // below the least nothing moves that anyone could see, and round-off need not repeat
  const double least = 1e-7 * smallest_diagonal(system);
  const double amplitude = std::sqrt(sum / static_cast<double>(now.u_c.cols()));
  return largest / std::max(amplitude, least);
}

void check_period(const System& system, const FrameStepper& stepper, const ClipOptions& options) {
  if (options.num_frames < 2)
    throw InputError("loop", "a cycle has two frames or more, of which the last is the first");
  const double period = (options.num_frames - 1) / options.fps;
  const double gap = relative_pose_distance(system, stepper.params(0), stepper.params(period));
  if (!(gap <= 1e-6))
    throw InputError(
        "loop",
        "the last pose is " + std::to_string(100 * gap) + " % of the diagonal away from the first",
        "Give parameters that repeat after (num_frames - 1)/fps seconds");
}

/// A player of cycles.
class Loop {
 public:
  Loop(const System& system, std::span<const Drive> drives, const ClipOptions& options)
      : system_(system), options_(options), stepper_(system, drives, options) {
    check_period(system, stepper_, options);
  }

  /// u_r of all bodies.
  Vector pose(double time) const { return stepper_.at_rest(time).u; }

  /// Plays cycles until they repeat. False where the caller asked to stop.
  bool warm_up() {
    Motion motion = stepper_.at_rest(0);
    end_.change = std::numeric_limits<double>::infinity();
    for (end_.num_cycles = 1;; ++end_.num_cycles) {
      std::swap(before_, now_);
      if (!play(motion)) return false;
      if (end_.num_cycles > 1) end_.change = relative_change(system_, before_, now_);
      if (end_.change <= options_.loop_tolerance || end_.num_cycles >= options_.max_cycles) break;
    }
    if (end_.num_cycles == 1) before_ = now_;  // a single cycle was allowed: nothing to blend with
    return true;
  }

  /// A frame of the seamless period, and its report.
  Vector frame(int f, FrameReport& report) const {
    const double t = static_cast<double>(f) / (options_.num_frames - 1);
    const double s = t * t * (3 - 2 * t);
    const Vector u_c = (1 - s) * now_.u_c.col(f) + s * before_.u_c.col(f);
    report = now_.reports[f];
    if (f == 0) report = with_warm_up(report);
    measure(u_c, system_, report);
    const Contract::Kept kept = stepper_.kept(report.time, u_c);
    report.contract = kept.residual;
    report.momentum = kept.momentum;
    return u_c;
  }

  const LoopEnd& end() const { return end_; }

 private:
  /// One cycle, on from where the motion stands.
  bool play(Motion& motion) {
    now_.u_c.resize(system_.num_dofs(), options_.num_frames);
    now_.u_c.col(0) = motion.u_c;
    now_.reports.assign(1, FrameReport{});
    for (int f = 1; f < options_.num_frames; ++f) {
      const Stopwatch watch;
      FrameReport report{.frame = f, .time = f / options_.fps};
      stepper_.advance(f, motion, report);
      now_.u_c.col(f) = motion.u_c;
      measure(motion.u_c, system_, report);
      report.seconds = watch.seconds();
      now_.reports.push_back(report);
      seconds_ += report.seconds;
      iterations_ += report.iterations;
      fallbacks_ += report.fallbacks;
      if (options_.on_warm_up &&
          !options_.on_warm_up({end_.num_cycles, f, end_.change, report.max}))
        return false;
    }
    return true;
  }

  /// The first frame's report takes what the cycles that are not written have cost.
  FrameReport with_warm_up(FrameReport report) const {
    report.energy = now_.reports.back().energy;
    report.status = now_.reports.back().status;
    report.seconds = seconds_;
    report.iterations = iterations_;
    report.fallbacks = fallbacks_;
    for (const FrameReport& written : now_.reports) {
      report.seconds -= written.seconds;
      report.iterations -= written.iterations;
      report.fallbacks -= written.fallbacks;
    }
    return report;
  }

  const System& system_;
  const ClipOptions& options_;
  FrameStepper stepper_;
  Cycle before_, now_;  ///< the last two cycles
  LoopEnd end_;
  double seconds_ = 0;  ///< spent on all cycles
  int iterations_ = 0, fallbacks_ = 0;
};

}  // namespace

LoopEnd play_loop(const System& system, std::span<const Drive> drives, const ClipOptions& options,
                  ClipState& state, const FrameSink& sink) {
  Loop loop(system, drives, options);
  if (!loop.warm_up()) return loop.end();
  for (int f = state.next_frame; f < options.num_frames; ++f) {
    FrameReport report;
    const Vector u_c = loop.frame(f, report);
    const Vector u = loop.pose(report.time) + u_c;
    state.motion = motionless(u, u_c);
    state.next_frame = f + 1;
    if (!sink(report, state)) break;
  }
  return loop.end();
}

}  // namespace descant
