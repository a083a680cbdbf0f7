// core/parallel.hpp: loops whose result does not depend on how many threads ran them.
//
// Work is cut into chunks of a fixed size, whatever the number of threads; sums are taken within a
// chunk in order and over the chunks in order. So one thread and eight give the same bytes.

#pragma once

#include <array>
#include <memory>
#include <type_traits>
#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// A callable that someone else owns: std::function without its copy and its allocation.
template <class Signature>
class FunctionRef;

template <class Result, class... Args>
class FunctionRef<Result(Args...)> {
 public:
  template <class F>
  requires std::is_invocable_r_v<Result, const F&, Args...> FunctionRef(
      const F& f)  // NOLINT: a callable converts by itself
      : object_(&f), call_([](const void* object, Args... args) -> Result {
          return (*static_cast<const F*>(object))(args...);
        }) {}

  Result operator()(Args... args) const { return call_(object_, args...); }

 private:
  const void* object_;
  Result (*call_)(const void*, Args...);
};

/// A number of threads to run loops on. Copies share the same threads; safe to use from const code.
class Workers {
 public:
  /// @param num_threads at least 1; 0 means all cores
  explicit Workers(int num_threads = 1);

  int num_threads() const { return num_threads_; }

  /// Calls body(begin, end) for consecutive ranges of at most `chunk` items covering [0, count).
  void for_ranges(Index count, Index chunk, FunctionRef<void(Index, Index)> body) const;

  /// Sum over ranges of body(begin, end), added in range order.
  double sum_ranges(Index count, Index chunk, FunctionRef<double(Index, Index)> body) const;

  /// K sums at once: body(begin, end) returns a std::array<double, K>. `partial` is memory to
  /// reuse.
  template <size_t K, class Body>
  std::array<double, K> sums_over_ranges(Index count, Index chunk,
                                         std::vector<std::array<double, K>>& partial,
                                         const Body& body) const {
    partial.resize((count + chunk - 1) / chunk);
    for_ranges(count, chunk,
               [&](Index begin, Index end) { partial[begin / chunk] = body(begin, end); });
    std::array<double, K> total{};
    for (const std::array<double, K>& part : partial)
      for (size_t k = 0; k < K; ++k) total[k] += part[k];
    return total;
  }

 private:
  struct Arena;
  int num_threads_;
  std::shared_ptr<Arena> arena_;
};

}  // namespace descant
