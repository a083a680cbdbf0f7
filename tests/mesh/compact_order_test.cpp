// tests/mesh/compact_order_test.cpp: every point once, neighbours close to each other.

#include "descant/mesh/compact_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "descant/mesh/box.hpp"

namespace descant::testing {
namespace {

/// The longest side of the box around points order[begin, end).
double extent(const Positions& points, const std::vector<Index>& order, Index begin, Index end) {
  Eigen::RowVectorXd low = points.row(order[begin]), high = low;
  for (Index i = begin; i < end; ++i) {
    low = low.cwiseMin(points.row(order[i]));
    high = high.cwiseMax(points.row(order[i]));
  }
  return (high - low).maxCoeff();
}

TEST(CompactOrder, RunsAndTheirPartsAreCompact) {
  // 16³ points a unit apart: a run of 512 is a cube of 8, a part of 8 one of 2
  const Positions points =
      box_mesh(Vector::Zero(3), Vector::Constant(3, 15), {15, 15, 15}).vertices;
  const std::vector<Index> order = compact_order(points, 512, 8);
  ASSERT_EQ(static_cast<Index>(order.size()), points.rows());
  for (Index begin = 0; begin < points.rows(); begin += 512)
    EXPECT_LE(extent(points, order, begin, begin + 512), 7);
  for (Index begin = 0; begin < points.rows(); begin += 8)
    EXPECT_LE(extent(points, order, begin, begin + 8), 1);
}

TEST(CompactOrder, HoldsEveryPointOnce) {
  for (const Index count : {0, 1, 7, 64, 1000}) {
    const Positions points = Positions::Random(count, 2);
    std::vector<Index> order = compact_order(points, 64, 8), all(count);
    std::sort(order.begin(), order.end());
    std::iota(all.begin(), all.end(), Index{0});
    EXPECT_EQ(order, all);
  }
}

TEST(CompactOrder, PointsInOnePlaceKeepTheirOrder) {
  const std::vector<Index> order = compact_order(Positions::Zero(100, 3), 16, 4);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

}  // namespace
}  // namespace descant::testing
