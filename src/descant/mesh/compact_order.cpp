// mesh/compact_order.cpp: halves the points along their longest extent, again and again.

#include "descant/mesh/compact_order.hpp"

#include <algorithm>
#include <numeric>

namespace descant {
namespace {

/// Orders points order[begin, end) into compact runs of `size`.
void halve(const Positions& points, Index size, Index begin, Index end, std::vector<Index>& order) {
  if (end - begin <= size) return;

  // the coordinate along which they extend furthest
  Eigen::RowVectorXd low = points.row(order[begin]), high = low;
  for (Index i = begin; i < end; ++i) {
    low = low.cwiseMin(points.row(order[i]));
    high = high.cwiseMax(points.row(order[i]));
  }
  Index axis = 0;
  (high - low).maxCoeff(&axis);

  // cut near the middle, at a whole number of runs
  const Index num_runs = (end - begin + size - 1) / size;
  const Index middle = begin + num_runs / 2 * size;
  std::nth_element(order.begin() + begin, order.begin() + middle, order.begin() + end,
                   [&](Index a, Index b) {
                     const double x = points(a, axis), y = points(b, axis);
                     return x != y ? x < y : a < b;
                   });
  halve(points, size, begin, middle, order);
  halve(points, size, middle, end, order);
}

}  // namespace

std::vector<Index> compact_order(const Positions& points, Index size, Index part) {
  const Index count = points.rows();
  std::vector<Index> order(count);
  std::iota(order.begin(), order.end(), Index{0});
  halve(points, size, 0, count, order);
  for (Index begin = 0; begin < count; begin += size) {
    const Index end = std::min(begin + size, count);
    halve(points, part, begin, end, order);
    // nth_element leaves the order within a part to the library: settle it
    for (Index i = begin; i < end; i += part)
      std::sort(order.begin() + i, order.begin() + std::min(i + part, end));
  }
  return order;
}

}  // namespace descant
