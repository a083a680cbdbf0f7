// core/parallel.cpp: chunked loops on oneTBB, or one after the other without it.

#include "descant/core/parallel.hpp"

#include <algorithm>
#include <atomic>
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

#ifdef DESCANT_WITH_TBB
namespace {

/// Ranges dealt out in contiguous shares, the same ones in every loop, so that what a thread wrote
/// in one loop is still in its cache in the next. Who is done early helps the others.
class Shares {
 public:
  Shares(Index num_ranges, Index num_threads)
      : num_ranges_(num_ranges), count_(std::min({num_ranges, num_threads, most})) {
    for (Index s = 0; s < count_; ++s) shares_[s].next = begin(s);
  }

  Index count() const { return count_; }

  template <class Run>
  void work(Index own, const Run& run) {
    for (Index k = 0; k < count_; ++k) {
      const Index s = (own + k) % count_, end = begin(s + 1);
      for (Index r = shares_[s].next++; r < end; r = shares_[s].next++) run(r);
    }
  }

 private:
  static constexpr Index most = 64;
  Index begin(Index share) const { return share * num_ranges_ / count_; }

  struct alignas(64) Share {
    std::atomic<Index> next;
  };
  Index num_ranges_, count_;
  std::array<Share, most> shares_;
};

}  // namespace
#endif

void Workers::for_ranges(Index count, Index chunk, FunctionRef<void(Index, Index)> body) const {
  const Index num_ranges = (count + chunk - 1) / chunk;
  const auto run = [&](Index r) { body(r * chunk, std::min(count, (r + 1) * chunk)); };
#ifdef DESCANT_WITH_TBB
  if (num_threads_ > 1 && num_ranges > 1) {
    Shares shares(num_ranges, num_threads_);
    arena_->arena.execute([&] {
      tbb::parallel_for(
          Index{0}, shares.count(), [&](Index own) { shares.work(own, run); },
          tbb::simple_partitioner{});
    });
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
