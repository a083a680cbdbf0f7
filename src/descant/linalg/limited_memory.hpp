// linalg/limited_memory.hpp: L-BFGS around a metric P, in two passes over memory an iteration.
//
//   s = change of x,  y = change of g,  z = P y = change of w,   w = P g
//   direction = −H g,   H the two-loop recursion on H₀ = γP,   γ = sᵀy / yᵀPy of the last pair
//
// P is linear and w is known at every iterate, so P of anything the recursion meets is a
// combination of w and the z's: y itself is never stored, and every inner product follows from the
// small tables sᵀy, zᵀy and the running sᵀg, zᵀg.

#pragma once

#include <algorithm>
#include <vector>

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"

namespace descant {

class LimitedMemory {
 public:
  LimitedMemory(int max_pairs, const Workers& workers);

  /// Forgets every pair; takes g and w = P g at the first iterate.
  void start(Vector&& g, Vector&& w);

  /// Takes in the iterate reached by x += step·d: its g and w. All three leave memory of their size
  /// behind. Pairs without clearly positive curvature, sᵀy ≤ 1e-10 ‖s‖‖y‖, are left out.
  void update(double step, Vector&& d, Vector&& g, Vector&& w);

  static constexpr Index stretch = 1536;  ///< numbers of a vector that are made at once

  /// d = −H g at the last iterate; returns the slope gᵀd.
  /// @param visit  called with (begin, end) of every stretch of d as soon as it is made, while it
  ///               is in a near cache; on any thread
  double direction(Vector& d, FunctionRef<void(Index, Index)> visit);
  double direction(Vector& d) {
    return direction(d, [](Index, Index) {});
  }

  int num_pairs() const { return static_cast<int>(order_.size()); }

  /// Keeps the last so many, from the next update on: at least one, and as many as there is room
  /// for. `start` keeps all of those again.
  void keep(int num_pairs) {
    num_kept_ = std::clamp(num_pairs, 1, static_cast<int>(slots_.size()));
  }

 private:
  struct Pair {
    Vector s, z;
    double sg = 0, zg = 0;       ///< sᵀg, zᵀg at the last iterate
    std::vector<double> sy, zy;  ///< with the y of each other slot
  };

  Workers workers_;
  std::vector<Pair> slots_;
  std::vector<int> order_;  ///< slots in use, oldest first
  std::vector<int> free_;
  int num_kept_ = 1;
  Vector g_, w_;
  std::vector<double> partial_;  ///< one row of sums a chunk
  std::vector<double> alpha_, c_;
};

}  // namespace descant
