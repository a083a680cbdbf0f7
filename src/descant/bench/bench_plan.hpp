// bench/bench_plan.hpp: which solvers are measured on a case, and along how many frames.

#pragma once

#include <vector>

#include "descant/bench/bench.hpp"

namespace descant {

constexpr int warm_up_frames = 25;  ///< a quarter of a second, at full swing
constexpr int num_turns = 9;        ///< with the contract and without
constexpr int num_rounds = 5;       ///< of a timing over its frames

/// All that are compared, in the order of their names, `fast` first.
std::vector<SolverKind> solvers_of(const BenchOptions& options);

/// Those whose time alone is asked for.
std::vector<SolverKind> timed_solvers(const BenchOptions& options);

bool has(const std::vector<SolverKind>& solvers, SolverKind kind);

/// Frames that each is timed on.
int num_frames(const BenchCase& item, const BenchOptions& options);

/// Steps a case takes where nothing is cut short.
long num_steps(const BenchCase& item, const BenchOptions& options);

}  // namespace descant
