// bench/bench.hpp: how fast the solvers are, and how right: `descant bench`.
//
//   yardstick   `exact`, solved tightly, free running from a state well into the motion
//   time        median over frames, each one step from the yardstick's state before it
//   error       RMS of (u_c − the yardstick's u_c) of those steps, over the clip's RMS of u_c
//   free        the same, free running from the yardstick's first state

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "descant/bench/bench_case.hpp"
#include "descant/core/progress.hpp"

namespace descant {

struct BenchOptions {
  std::optional<double> tolerance;  ///< of every solver but `reference`, over the diagonal
  std::vector<SolverKind> solvers;  ///< empty: all; without `exact` there is nothing to err from
  int frames = 0;                   ///< timed; 0: 40, 20 or 12 by the size of the body
  int threads = 0;                  ///< 0: all cores
  double budget = 60;               ///< [s] after which a solver's row is cut short
};

/// One solver, or one way to run it, on one case.
struct BenchEntry {
  std::string solver;             ///< its name
  std::string variant{};          ///< "without contract", "1 thread"; empty where there is one only
  std::vector<double> seconds{};  ///< of each timed frame
  std::vector<double> iterations{};
  double seconds_per_frame = 0;  ///< median
  double iterations_per_frame = 0;
  double seconds_per_iteration = 0;     ///< median
  std::optional<double> error{};        ///< relative RMS over the timed frames
  std::optional<double> worst_error{};  ///< relative RMS of the worst frame
  std::optional<double> free_error{};
  std::optional<double> ratio{};  ///< how many times faster than `reference`, on the same frames
  bool is_extrapolated = false;   ///< from one iteration of `reference`
  double setup_seconds = 0;       ///< before the second step, beyond the body's own preparation
  Index peak_memory_bytes = 0;    ///< of the process: rows that took turns before it count too
  double contract = 0;            ///< worst of any frame
  int num_unconverged = 0;        ///< timed frames whose status is not `converged`
  int num_fallbacks = 0;          ///< timed frames that `fast` handed over to `newton-pcg`
  std::string problem{};          ///< for a person, where it could not go on
};

struct BenchRow {
  std::string name, group, law;
  int dim = 0;
  Index vertices = 0, elements = 0, parameters = 0, rank = 0;
  double h = 0;         ///< [s]
  int first_frame = 0;  ///< of those timed
  int frames = 0;       ///< asked for
  int threads = 0;
  double prepare_seconds = 0;  ///< the body took, once its mesh was there
  double motion = 0;           ///< RMS of u_c over the clip, of the diagonal
  std::optional<double> paper_seconds{};
  std::vector<BenchEntry> entries{};
  std::vector<std::string> findings{};  ///< sentences
};

/// Runs the cases one after the other, timings of a group in turns; `on_row` gets each row as it is
/// done. Throws Interrupted
/// where `progress` asks to stop.
std::vector<BenchRow> run_bench(const std::vector<BenchCase>& cases, const BenchOptions& options,
                                const Log& log, const Progress& progress,
                                const std::function<void(const BenchRow&)>& on_row);

}  // namespace descant
