// tests/linalg/supernodes_test.cpp: supernodes hold every entry of the factor, in a proper tree.

#include "descant/linalg/supernodes.hpp"

#include <gtest/gtest.h>

#include <Eigen/SparseCholesky>
#include <algorithm>

#include "descant/linalg/ordering.hpp"
#include "descant/linalg/panel_kernels.hpp"

namespace descant::testing {
namespace {

/// The Laplacian of a box of side × side × side, and a second box apart from it.
SparseMatrix two_boxes(int side) {
  std::vector<Eigen::Triplet<double>> entries;
  const int size = side * side * side;
  for (int i = 0; i < 2 * size; ++i) {
    entries.emplace_back(i, i, 7);
    const int x = i % side, y = i / side % side, z = i % size / (side * side);
    const auto couple = [&](bool exists, int step) {
      if (!exists) return;
      entries.emplace_back(i, i + step, -1);
      entries.emplace_back(i + step, i, -1);
    };
    couple(x + 1 < side, 1);
    couple(y + 1 < side, side);
    couple(z + 1 < side, side * side);
  }
  SparseMatrix A(2 * size, 2 * size);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

SparseMatrix factor(const SparseMatrix& A, const std::vector<int>& order) {
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation(A.rows());
  for (size_t k = 0; k < order.size(); ++k) permutation.indices()[order[k]] = static_cast<int>(k);
  const SparseMatrix permuted = permutation * A * permutation.transpose();
  const Eigen::SimplicialLLT<SparseMatrix, Eigen::Lower, Eigen::NaturalOrdering<int>> cholesky(
      permuted);
  EXPECT_EQ(cholesky.info(), Eigen::Success);
  return cholesky.matrixL().nestedExpression();
}

TEST(Postorder, KeepsTheFillAndPutsChildrenJustBeforeParents) {
  const SparseMatrix A = two_boxes(6);
  const std::vector<int> order = fill_reducing_order(A), after = postordered(A, order);
  std::vector<int> sorted = after;
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < static_cast<int>(sorted.size()); ++i) ASSERT_EQ(sorted[i], i);
  const SparseMatrix L = factor(A, after);
  EXPECT_EQ(L.nonZeros(), factor(A, order).nonZeros());

  // a subtree is a run of columns that ends at its root
  std::vector<int> size(L.cols(), 1);
  for (int j = 0; j < L.cols(); ++j) {
    if (L.outerIndexPtr()[j + 1] - L.outerIndexPtr()[j] < 2) continue;
    const int parent = L.innerIndexPtr()[L.outerIndexPtr()[j] + 1];
    size[parent] += size[j];
  }
  for (int j = 0; j < L.cols(); ++j)
    for (SparseMatrix::InnerIterator it(L, j); it; ++it) {
      // j lies in the subtree of every row it reaches
      EXPECT_GT(j, it.row() - size[it.row()]);
    }
}

TEST(Supernodes, HoldEveryEntryOfTheFactor) {
  const SparseMatrix A = two_boxes(6);
  const std::vector<int> order = postordered(A, fill_reducing_order(A));
  const SparseMatrix L = factor(A, order);
  const SymbolicFactor symbolic = symbolic_factor(A, order);
  const std::vector<Supernode>& supernodes = symbolic.supernodes;
  EXPECT_EQ(symbolic.num_nonzeros, L.nonZeros());
  ASSERT_FALSE(supernodes.empty());
  EXPECT_LT(supernodes.size(), static_cast<size_t>(A.rows()) / 4) << "nothing was merged";

  int next = 0;
  for (size_t s = 0; s < supernodes.size(); ++s) {
    const Supernode& node = supernodes[s];
    EXPECT_EQ(node.first, next);
    next = node.end();
    EXPECT_TRUE(std::is_sorted(node.rows.begin(), node.rows.end()));
    for (int j = node.first; j < node.end(); ++j)
      for (SparseMatrix::InnerIterator it(L, j); it; ++it)
        EXPECT_TRUE(it.row() < node.end() ||
                    std::binary_search(node.rows.begin(), node.rows.end(), it.row()));

    // what a child adds to, its parent owns or reaches
    if (node.rows.empty()) {
      EXPECT_EQ(node.parent, -1);
      continue;
    }
    ASSERT_GT(node.parent, static_cast<int>(s));
    const Supernode& parent = supernodes[node.parent];
    for (int row : node.rows)
      EXPECT_TRUE((row >= parent.first && row < parent.end()) ||
                  std::binary_search(parent.rows.begin(), parent.rows.end(), row));
  }
  EXPECT_EQ(next, A.rows());
}

TEST(PanelShape, CountsTheTilesOfItsStrips) {
  for (int width = 1; width < 40; ++width)
    for (int num_rows = 0; num_rows < 20; ++num_rows) {
      Index expected = 0;
      for (int k = 0; k < width; ++k)
        expected += tile_rows * (num_tiles(width + num_rows) - k / tile_rows);
      EXPECT_EQ((PanelShape{width, num_rows}.num_values()), expected) << width << " " << num_rows;
    }
}

}  // namespace
}  // namespace descant::testing
