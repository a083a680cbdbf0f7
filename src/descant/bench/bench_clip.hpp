// bench/bench_clip.hpp: a stretch of motion, and solvers timed along it.

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "descant/bench/bench.hpp"
#include "descant/simulation/stepper.hpp"

namespace descant {

/// Counts steps, and stops the run where the user asks for it.
class BenchMeter {
 public:
  BenchMeter(Progress progress, long total) : progress_(std::move(progress)), total_(total) {}

  /// Says what is done from now on: so many steps, of which some may be left out.
  void begin(const std::string& stage, long num_steps);
  /// One more step is done. Throws Interrupted.
  void advance();

 private:
  void tell() const;

  Progress progress_;
  std::string stage_;
  long done_ = 0, stage_end_ = 0, total_;
};

/// States a body passes through, well into its motion.
struct BenchClip {
  int first_frame = 0;         ///< of states[0]
  std::vector<Motion> states;  ///< one more than the frames that were stepped
  double rms = 0;              ///< of |u_c| over all states but the first [m]
};

/// How a solver is run along a clip.
struct BenchRun {
  const BenchProblem& problem;
  StepOptions step;
  int num_frames = 0;
  double budget = 0;                              ///< [s]
  int num_rounds = 1;                             ///< over the frames, as far as the budget reaches
  std::function<void(const Motion&)> on_state{};  ///< after every timed step; may be empty
};

/// How `descant simulate --tolerance 2e-5` would step the body with this solver.
StepOptions step_options(const BenchProblem& problem, SolverKind solver);

/// The only state of the clip is the one after `num_frames` frames from rest.
BenchClip warmed_up(const BenchRun& run, BenchMeter& meter);

/// What the solver does from the first state of `start`, all states kept; the budget may cut it
/// short after three frames. Throws NumericsError.
BenchClip recorded(const BenchRun& run, const BenchClip& start, BenchMeter& meter);

/// Steps from each state of the clip but the last, or free where it has one only; the budget may
/// cut it short after three frames. A few frames at a time, so that others can take turns. Over
/// several rounds the time of a frame is the median of them.
class ClipTimer {
 public:
  /// Sets up the solver. The problem and the meter are to outlive the timer.
  ClipTimer(BenchRun run, BenchClip clip, BenchMeter& meter);

  /// Times so many frames more, as far as there are any.
  void advance(int num_frames);

  /// Frames that are left, of all rounds.
  int num_left() const;

  /// What was measured so far.
  BenchEntry entry() const;

 private:
  void time_frame();

  BenchRun run_;
  BenchClip clip_;
  BenchMeter& meter_;
  std::unique_ptr<Stepper> stepper_;
  Motion motion_;
  double construction_ = 0, first_step_ = 0;  ///< [s]
  double spent_ = 0;                          ///< [s], on frames
  int last_;                                  ///< frame to time
  int next_ = 1, round_ = 0;
  BenchEntry entry_;                         ///< of the first round
  std::vector<std::vector<double>> rounds_;  ///< times of each frame [s]
  std::vector<double> squared_differences_;
};

/// All frames of a run at once.
BenchEntry timed(const BenchRun& run, const BenchClip& clip, BenchMeter& meter);

/// Adds the frames of one entry to another's, and what it took to the larger of both.
void append(const BenchEntry& more, BenchEntry& entry);

/// The free-running difference from the clip, as far as the budget reaches.
std::optional<double> free_error(const BenchRun& run, const BenchClip& clip, BenchMeter& meter);

/// Relative RMS of the differences, all frames together, and of the worst frame.
struct ClipError {
  double rms = 0, worst = 0;
};
ClipError clip_error(const std::vector<double>& squared_differences, Index num_vertices,
                     double clip_rms);

double median(std::vector<double> values);

}  // namespace descant
