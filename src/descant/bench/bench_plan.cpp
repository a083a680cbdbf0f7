// bench/bench_plan.cpp: more frames for small bodies, as many for all that are compared.

#include "descant/bench/bench_plan.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "descant/scene/names.hpp"

namespace descant {
namespace {

constexpr std::array<std::pair<Index, int>, 2> frames_by_size{{{2000, 40}, {10000, 20}}};
constexpr int frames_of_the_largest = 12;
constexpr int frames_of_a_timing = 24;  // whatever the size: such rows are compared with each other

}  // namespace

std::vector<SolverKind> solvers_of(const BenchOptions& options) {
  if (!options.solvers.empty()) return options.solvers;
  std::vector<SolverKind> all;
  for (const auto& entry : solver_names) all.push_back(entry.value);
  return all;
}

std::vector<SolverKind> timed_solvers(const BenchOptions& options) {
  return options.solvers.empty() ? std::vector{SolverKind::fast} : options.solvers;
}

bool has(const std::vector<SolverKind>& solvers, SolverKind kind) {
  return std::find(solvers.begin(), solvers.end(), kind) != solvers.end();
}

int num_frames(const BenchCase& item, const BenchOptions& options) {
  if (options.frames > 0) return options.frames;
  if (item.kind == BenchKind::timing || item.kind == BenchKind::threads) return frames_of_a_timing;
  for (const auto& [size, frames] : frames_by_size)
    if (item.num_vertices < size) return frames;
  return frames_of_the_largest;
}

long num_steps(const BenchCase& item, const BenchOptions& options) {
  const long frames = num_frames(item, options);
  const long num_solvers = static_cast<long>(timed_solvers(options).size());
  switch (item.kind) {
    case BenchKind::compare: {
      const std::vector<SolverKind> solvers = solvers_of(options);
      const long passes = has(solvers, SolverKind::exact) ? 2 : 1;
      return warm_up_frames + frames * (passes * static_cast<long>(solvers.size()) + passes - 1);
    }
    case BenchKind::timing:
      return warm_up_frames + num_solvers * frames * num_rounds;
    case BenchKind::price:
      return warm_up_frames + (1 + 2 * num_turns * num_solvers) * frames;
    case BenchKind::threads:
      return num_solvers * 2 * (warm_up_frames + frames * num_rounds);
  }
  return 0;
}

}  // namespace descant
