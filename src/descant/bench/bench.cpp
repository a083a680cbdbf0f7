// bench/bench.cpp: what is measured on each kind of case.

#include "descant/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <span>

#include "descant/bench/bench_clip.hpp"
#include "descant/bench/bench_plan.hpp"
#include "descant/bench/bench_release.hpp"
#include "descant/core/error.hpp"
#include "descant/scene/names.hpp"

namespace descant {
namespace {

constexpr double tight = 1e-10;           // tolerance of the yardstick
constexpr double yardstick_patience = 5;  // times the budget, for what all are measured with
constexpr int iterations_priced = 8;      // of a step, when the price of the contract is measured
constexpr double longest_iteration = 20;  // [s] of `reference`, beyond which it is timed once
constexpr int frames_of_a_turn = 4;       // of a timing, before the next row has its turn

/// One case being measured.
class CaseRun {
 public:
  CaseRun(const BenchCase& item, const BenchOptions& options, const Log& log, BenchMeter& meter)
      : item_(item),
        options_(options),
        log_(log),
        meter_(meter),
        solvers_(solvers_of(options)),
        num_frames_(num_frames(item, options)) {}

  /// Measures all there is, or the first turn of a timing.
  void start() {
    try {
      measure();
    } catch (const NumericsError& error) {
      row_.findings.push_back(std::string("stopped at ") + error.what());
    }
  }

  /// One more turn of a timing.
  void take_turn() {
    for (Timing& timing : timings_) take_turn(timing);
  }

  bool is_finished() const {
    return std::all_of(timings_.begin(), timings_.end(),
                       [](const Timing& timing) { return timing.timer.num_left() == 0; });
  }

  BenchRow row() {
    for (const Timing& timing : timings_) add(timing.timer.entry(), timing.solver, timing.variant);
    if (item_.kind == BenchKind::threads) compare_threads();
    timings_.clear();
    return std::move(row_);
  }

 private:
  struct Timing {
    SolverKind solver;
    std::string variant;
    std::shared_ptr<const BenchProblem> problem;
    std::shared_ptr<std::vector<Vector>>
        results;  ///< u_c of the first round; null where nobody asks
    ClipTimer timer;
  };

  void take_turn(Timing& timing) {
    // in short turns several threads are slower than by themselves, perhaps for having slept
    const int frames = item_.kind == BenchKind::threads ? num_frames_ : frames_of_a_turn;
    begin(timing.solver, timing.variant.empty() ? "" : ", " + timing.variant,
          std::min(frames, timing.timer.num_left()));
    timing.timer.advance(frames);
  }

  void measure() {
    switch (item_.kind) {
      case BenchKind::compare:
        compare();
        break;
      case BenchKind::timing:
        start_timing();
        break;
      case BenchKind::price:
        price();
        break;
      case BenchKind::threads:
        start_threads();
        break;
    }
  }

  BenchProblem prepare(const Workers& workers) {
    meter_.begin(item_.name + ": preparing", 0);
    BenchProblem problem = item_.build(workers, log_);
    const Body& body = problem.built.body;
    row_ = {.name = item_.name,
            .group = item_.group,
            .law = name_of(body.material.law, law_names),
            .dim = body.mesh.dim(),
            .vertices = body.mesh.num_vertices(),
            .elements = body.mesh.num_elements(),
            .parameters = body.rig->num_params(),
            .rank = body.rest_contract->rank(),
            .h = problem.h,
            .first_frame = 0,
            .frames = num_frames_,
            .threads = workers.num_threads(),
            .prepare_seconds = problem.prepare_seconds,
            .motion = 0,
            .paper_seconds = item_.paper_seconds,
            .entries = std::move(row_.entries),
            .findings = {}};
    // of a short clip, half is to warm up
    if (problem.num_frames > 0 && options_.frames == 0)
      num_frames_ = row_.frames = std::max(1, std::min(num_frames_, (problem.num_frames - 1) / 2));
    if (problem.num_frames > 0 && num_frames_ >= problem.num_frames)
      throw InputError("--frames",
                       fmt::format("{} has {} frames, too few to time {}", item_.name,
                                   problem.num_frames, num_frames_),
                       fmt::format("Give at most {}", problem.num_frames - 1));
    return problem;
  }

  BenchClip warm_up(const BenchProblem& problem) {
    const int longest =
        problem.num_frames > 0 ? problem.num_frames - 1 - num_frames_ : warm_up_frames;
    meter_.begin(item_.name + ": warming up", warm_up_frames);
    const BenchClip start = warmed_up({.problem = problem,
                                       .step = step_options(problem, SolverKind::fast),
                                       .num_frames = std::min(warm_up_frames, longest)},
                                      meter_);
    row_.first_frame = start.first_frame + 1;
    return start;
  }

  BenchRun run_of(const BenchProblem& problem, SolverKind solver) const {
    BenchRun run{.problem = problem,
                 .step = step_options(problem, solver),
                 .num_frames = num_frames_,
                 .budget = options_.budget};
    run.step.solve.tolerance = options_.tolerance.value_or(run.step.solve.tolerance);
    return run;
  }

  void add(BenchEntry entry, SolverKind solver, const std::string& variant = {}) {
    entry.solver = name_of(solver, solver_names);
    entry.variant = variant;
    if (item_.kind == BenchKind::price) entry.num_unconverged = 0;  // none was to converge
    row_.entries.push_back(std::move(entry));
  }

  void begin(SolverKind solver, const std::string& what, long steps) {
    meter_.begin(fmt::format("{}: {}{}", item_.name, name_of(solver, solver_names), what), steps);
  }

  void compare() {
    const BenchProblem problem = prepare(Workers(options_.threads));
    BenchClip clip = warm_up(problem);
    const bool has_yardstick = has(solvers_, SolverKind::exact);
    if (has_yardstick) {
      BenchRun run = run_of(problem, SolverKind::exact);
      run.step.solve.tolerance = tight;
      run.budget *= yardstick_patience;
      begin(SolverKind::exact, ", the yardstick", num_frames_);
      clip = recorded(run, clip, meter_);
      row_.frames = static_cast<int>(clip.states.size()) - 1;
      row_.motion = clip.rms / problem.built.body.space.diagonal;
    }
    for (const SolverKind solver : solvers_) {
      const BenchRun run = run_of(problem, solver);
      begin(solver, "", num_frames_);
      if (solver == SolverKind::reference) {
        if (std::optional<BenchEntry> entry = extrapolated(run, clip)) {
          add(*entry, solver);
          continue;
        }
      }
      BenchEntry entry = timed(run, clip, meter_);
      if (has_yardstick && entry.problem.empty()) {
        begin(solver, ", free running", num_frames_);
        if (entry.seconds_per_frame < options_.budget)
          entry.free_error = free_error(run, clip, meter_);
      }
      add(std::move(entry), solver);
    }
    compare_with_reference();
  }

  /// `reference` from its first iteration, where that takes too long to wait for all of them.
  std::optional<BenchEntry> extrapolated(BenchRun run, const BenchClip& clip) {
    run.step.solve.max_iterations = 1;
    run.num_frames = 1;
    BenchEntry entry = timed(run, clip, meter_);
    if (entry.seconds_per_frame <= longest_iteration) return {};
    entry.error = entry.worst_error = std::nullopt;
    entry.is_extrapolated = true;
    entry.num_unconverged = 0;
    for (const BenchEntry& other : row_.entries)
      if (other.solver == name_of(SolverKind::exact, solver_names))
        entry.iterations_per_frame = other.iterations_per_frame;
    entry.seconds_per_frame = entry.seconds_per_iteration * entry.iterations_per_frame;
    return entry;
  }

  void compare_with_reference() {
    const auto reference =
        std::find_if(row_.entries.begin(), row_.entries.end(), [](const BenchEntry& entry) {
          return entry.solver == name_of(SolverKind::reference, solver_names);
        });
    if (reference == row_.entries.end() || !(reference->seconds_per_frame > 0)) return;
    for (BenchEntry& entry : row_.entries) {
      if (&entry == &*reference || entry.seconds.empty()) continue;
      // the frames both were timed on
      double theirs = reference->seconds_per_frame, ours = entry.seconds_per_frame;
      if (!reference->is_extrapolated) {
        const size_t count = std::min(entry.seconds.size(), reference->seconds.size());
        const auto first = [&](const std::vector<double>& all) {
          return median({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)});
        };
        theirs = first(reference->seconds);
        ours = first(entry.seconds);
      }
      entry.ratio = theirs / ours;
    }
  }

  void start_timing() {
    const auto problem = std::make_shared<const BenchProblem>(prepare(Workers(options_.threads)));
    const BenchClip start = warm_up(*problem);
    for (const SolverKind solver : timed_solvers(options_)) {
      begin(solver, ", setting up", 0);
      BenchRun run = run_of(*problem, solver);
      run.num_rounds = num_rounds;
      timings_.push_back({solver, "", problem, nullptr, ClipTimer(std::move(run), start, meter_)});
    }
    take_turn();
  }

  void price() {
    const BenchProblem problem = prepare(Workers(options_.threads));
    const BenchProblem released = without_contract(problem);
    BenchClip clip = warm_up(problem);
    begin(SolverKind::fast, ", states to start from", num_frames_);
    clip = recorded(run_of(problem, SolverKind::fast), clip, meter_);
    clip.rms = 0;  // nothing to err from
    for (const SolverKind solver : timed_solvers(options_)) {
      // in turns, so that what else the machine does falls on both
      BenchEntry with, without;
      std::vector<double> prices;
      for (int turn = 0; turn < num_turns; ++turn) {
        begin(solver, ", with contract", num_frames_);
        const BenchEntry held = timed(priced(run_of(problem, solver)), clip, meter_);
        begin(solver, ", without contract", num_frames_);
        const BenchEntry free = timed(priced(run_of(released, solver)), clip, meter_);
        prices.push_back(held.seconds_per_iteration / free.seconds_per_iteration);
        append(held, with);
        append(free, without);
      }
      row_.findings.push_back(fmt::format(
          "{}: an iteration costs {:.2f} times as much with the contract of m = {} (the median of "
          "{} turns, {:.2f} to {:.2f})",
          name_of(solver, solver_names), median(prices), row_.parameters, num_turns,
          *std::min_element(prices.begin(), prices.end()),
          *std::max_element(prices.begin(), prices.end())));
      add(std::move(with), solver, "with contract");
      add(std::move(without), solver, "without contract");
    }
  }

  /// As many iterations with the contract as without, so that what a step costs once weighs alike.
  static BenchRun priced(BenchRun run) {
    run.step.solve.max_iterations = iterations_priced;
    run.step.solve.tolerance = 0;
    return run;
  }

  /// One thread and all of them, in turns.
  void start_threads() {
    for (const SolverKind solver : timed_solvers(options_))
      for (const int count : {1, Workers(options_.threads).num_threads()}) {
        const auto problem = std::make_shared<const BenchProblem>(prepare(Workers(count)));
        const BenchClip start = warm_up(*problem);
        const auto results = std::make_shared<std::vector<Vector>>();
        results->push_back(start.states.front().u_c);
        BenchRun run = run_of(*problem, solver);
        run.budget = INFINITY;
        run.num_rounds = solver == SolverKind::fast ? num_rounds : 1;
        run.on_state = [results, last = num_frames_](const Motion& motion) {
          if (static_cast<int>(results->size()) <= last) results->push_back(motion.u_c);
        };
        timings_.push_back({solver, fmt::format("{} thread{}", count, count > 1 ? "s" : ""),
                            problem, results, ClipTimer(std::move(run), start, meter_)});
        take_turn(timings_.back());
      }
  }

  /// Says of each solver how much faster all threads were than one.
  void compare_threads() {
    for (size_t k = 0; k + 1 < timings_.size(); k += 2) {
      const BenchEntry &one = row_.entries[k], &many = row_.entries[k + 1];
      const bool are_same = have_same_bytes(*timings_[k].results, *timings_[k + 1].results);
      row_.findings.push_back(
          fmt::format("{}: {} are {:.2f} times as fast as one; their results {}", many.solver,
                      many.variant, one.seconds_per_frame / many.seconds_per_frame,
                      are_same ? "are the same bytes" : "DIFFER"));
    }
  }

  static bool have_same_bytes(const std::vector<Vector>& a, const std::vector<Vector>& b) {
    if (a.size() != b.size()) return false;
    for (size_t k = 0; k < a.size(); ++k) {
      const size_t size = static_cast<size_t>(a[k].size()) * sizeof(double);
      if (a[k].size() != b[k].size() || std::memcmp(a[k].data(), b[k].data(), size) != 0)
        return false;
    }
    return true;
  }

  const BenchCase& item_;
  const BenchOptions& options_;
  const Log& log_;
  BenchMeter& meter_;
  std::vector<SolverKind> solvers_;
  int num_frames_;
  BenchRow row_;

  std::vector<Timing> timings_;  ///< that take turns
};

bool take_turns(const BenchCase& a, const BenchCase& b) {
  return a.kind == BenchKind::timing && b.kind == BenchKind::timing && a.group == b.group;
}

/// Cases that are measured together: timings of a group take turns, so that what else the machine
/// does falls on all of them.
std::vector<BenchRow> rows_of(std::span<const BenchCase> cases, const BenchOptions& options,
                              const Log& log, BenchMeter& meter) {
  std::deque<CaseRun> runs;
  for (const BenchCase& item : cases) runs.emplace_back(item, options, log, meter).start();
  const auto is_finished = [](const CaseRun& run) { return run.is_finished(); };
  while (!std::all_of(runs.begin(), runs.end(), is_finished))
    for (CaseRun& run : runs)
      if (!run.is_finished()) run.take_turn();
  std::vector<BenchRow> rows;
  for (CaseRun& run : runs) rows.push_back(run.row());
  return rows;
}

}  // namespace

std::vector<BenchRow> run_bench(const std::vector<BenchCase>& cases, const BenchOptions& options,
                                const Log& log, const Progress& progress,
                                const std::function<void(const BenchRow&)>& on_row) {
  long total = 0;
  for (const BenchCase& item : cases) total += num_steps(item, options);
  BenchMeter meter(progress, total);
  std::vector<BenchRow> rows;
  for (size_t begin = 0, end = 0; begin < cases.size(); begin = end) {
    for (end = begin + 1; end < cases.size() && take_turns(cases[begin], cases[end]);) ++end;
    for (BenchRow& row :
         rows_of(std::span(cases).subspan(begin, end - begin), options, log, meter)) {
      rows.push_back(std::move(row));
      if (on_row) on_row(rows.back());
    }
  }
  return rows;
}

}  // namespace descant
