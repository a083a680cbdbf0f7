// tests/linalg/ordering_test.cpp: an order of all unknowns, the same whoever else asks for one.

#include "descant/linalg/ordering.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "descant/core/parallel.hpp"
#include "descant/linalg/supernodes.hpp"
#include "descant/mesh/box.hpp"
#include "descant/mesh/measures.hpp"

namespace descant::testing {
namespace {

SparseMatrix box_laplacian() {
  const Mesh mesh = box_mesh(Vector::Zero(3), Vector::Ones(3), {14, 13, 12});
  return laplacian(mesh, Vector::Ones(mesh.num_elements()));
}

TEST(FillReducingOrder, HoldsEveryUnknownOnce) {
  const SparseMatrix L = box_laplacian();
  std::vector<int> order = fill_reducing_order(L);
  std::sort(order.begin(), order.end());
  ASSERT_EQ(static_cast<Index>(order.size()), L.cols());
  for (size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], static_cast<int>(i));
}

TEST(FillReducingOrder, ReducesTheFill) {
  const SparseMatrix L = box_laplacian();
  std::vector<int> natural(L.cols());
  std::iota(natural.begin(), natural.end(), 0);
  const auto fill = [&](const std::vector<int>& order) {
    return static_cast<double>(symbolic_factor(L, postordered(L, order)).num_nonzeros);
  };
  // METIS leaves less than half of it here, Eigen's AMD 51 %
  EXPECT_LT(fill(fill_reducing_order(L)), 0.6 * fill(natural));
}

TEST(FillReducingOrder, IsTheSameOnManyThreadsAtOnce) {
  const SparseMatrix L = box_laplacian();
  const std::vector<int> expected = fill_reducing_order(L);
  std::vector<std::vector<int>> orders(24);
  Workers(4).for_ranges(static_cast<Index>(orders.size()), 1,
                        [&](Index i, Index) { orders[i] = fill_reducing_order(L); });
  for (const std::vector<int>& order : orders) EXPECT_EQ(order, expected);
}

}  // namespace
}  // namespace descant::testing
