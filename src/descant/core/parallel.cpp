// core/parallel.cpp: chunked loops on oneTBB, or one after the other without it.

#include "descant/core/parallel.hpp"

#include <algorithm>
#include <optional>
#include <thread>
#include <vector>

#ifdef DESCANT_WITH_TBB
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace descant {

#ifdef DESCANT_WITH_TBB
struct Workers::Arena {
  explicit Arena(int num_threads) : arena(num_threads) {
    // oneTBB gives no more threads than cores unless told
    if (num_threads > static_cast<int>(std::thread::hardware_concurrency()))
      allowance.emplace(tbb::global_control::max_allowed_parallelism, num_threads);
  }
  std::optional<tbb::global_control> allowance;
  tbb::task_arena arena;
};
#else
struct Workers::Arena {
  explicit Arena(int) {}
};
#endif

Workers::Workers(int num_threads)
    : num_threads_(num_threads > 0
                       ? num_threads
                       : std::max(1, static_cast<int>(std::thread::hardware_concurrency()))),
      arena_(std::make_shared<Arena>(num_threads_)) {}

void Workers::for_ranges(Index count, Index chunk, FunctionRef<void(Index, Index)> body) const {
  const Index num_ranges = (count + chunk - 1) / chunk;
  const auto run = [&](Index r) { body(r * chunk, std::min(count, (r + 1) * chunk)); };
#ifdef DESCANT_WITH_TBB
  if (num_threads_ > 1 && num_ranges > 1) {
    arena_->arena.execute([&] { tbb::parallel_for(Index{0}, num_ranges, run); });
    return;
  }
#endif
  for (Index r = 0; r < num_ranges; ++r) run(r);
}

double Workers::sum_ranges(Index count, Index chunk, FunctionRef<double(Index, Index)> body) const {
  std::vector<double> partial((count + chunk - 1) / chunk);
  for_ranges(count, chunk,
             [&](Index begin, Index end) { partial[begin / chunk] = body(begin, end); });
  double total = 0;
  for (double part : partial) total += part;
  return total;
}

}  // namespace descant
