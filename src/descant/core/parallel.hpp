// core/parallel.hpp: loops whose result does not depend on how many threads ran them.
//
// Work is cut into chunks of a fixed size, whatever the number of threads; sums are taken within a
// chunk in order and over the chunks in order. So one thread and eight give the same bytes.

#pragma once

#include <functional>
#include <memory>

#include "descant/core/types.hpp"

namespace descant {

/// A number of threads to run loops on. Copies share the same threads; safe to use from const code.
class Workers {
 public:
  /// @param num_threads at least 1; 0 means all cores
  explicit Workers(int num_threads = 1);

  int num_threads() const { return num_threads_; }

  /// Calls body(begin, end) for consecutive ranges of at most `chunk` items covering [0, count).
  void for_ranges(Index count, Index chunk, const std::function<void(Index, Index)>& body) const;

  /// Sum over ranges of body(begin, end), added in range order.
  double sum_ranges(Index count, Index chunk,
                    const std::function<double(Index, Index)>& body) const;

 private:
  struct Arena;
  int num_threads_;
  std::shared_ptr<Arena> arena_;
};

}  // namespace descant
