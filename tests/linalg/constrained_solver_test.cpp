// tests/linalg/constrained_solver_test.cpp: sparse factors and constrained minima against dense
// ones.

#include "descant/linalg/constrained_solver.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "descant/linalg/ordering.hpp"

namespace descant::testing {
namespace {

/// A grid's Laplacian plus a diagonal: positive definite, sparse, both triangles.
SparseMatrix grid_matrix(int side, double diagonal) {
  std::vector<Eigen::Triplet<double>> entries;
  const auto number = [&](int x, int y) { return y * side + x; };
  const auto couple = [&](int i, int j, double weight) {
    entries.emplace_back(i, i, weight);
    entries.emplace_back(j, j, weight);
    entries.emplace_back(i, j, -weight);
    entries.emplace_back(j, i, -weight);
  };
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      entries.emplace_back(number(x, y), number(x, y), diagonal);
      if (x + 1 < side) couple(number(x, y), number(x + 1, y), 1 + 0.1 * x);
      if (y + 1 < side) couple(number(x, y), number(x, y + 1), 2);
    }
  SparseMatrix A(side * side, side * side);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

Matrix some_columns(Index rows, Index cols) {
  Matrix B(rows, cols);
  for (Index j = 0; j < cols; ++j)
    for (Index i = 0; i < rows; ++i) B(i, j) = std::sin(0.7 * i * (j + 1) + j);
  return B;
}

TEST(Ordering, IsAPermutation) {
  const std::vector<int> order = fill_reducing_order(grid_matrix(9, 1));
  std::vector<bool> seen(order.size(), false);
  for (int i : order) seen.at(i) = true;
  EXPECT_EQ(order.size(), 81u);
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 81);
}

TEST(Ordering, TakesGraphsWithoutEdges) {
  SparseMatrix diagonal(5, 5);
  diagonal.setIdentity();
  EXPECT_EQ(fill_reducing_order(diagonal).size(), 5u);
}

TEST(SparseCholesky, SolvesAndHalfSolves) {
  const SparseMatrix A = grid_matrix(13, 0.1);
  SparseCholesky cholesky(A);
  ASSERT_TRUE(cholesky.factorize(A));
  const Vector b = some_columns(A.rows(), 1);
  EXPECT_LE((A * cholesky.solve(b) - b).norm(), 1e-12 * b.norm());

  // Y = L⁻¹PB, so that YᵀY = BᵀA⁻¹B; an odd number of columns leaves a narrow panel
  const Matrix B = some_columns(A.rows(), 11);
  const Matrix Y = cholesky.half_solve(SparseMatrix(B.sparseView()), Workers(2));
  const Matrix expected = B.transpose() * Matrix(A).llt().solve(B);
  EXPECT_LE((Y.transpose() * Y - expected).norm(), 1e-11 * expected.norm());
}

TEST(SparseCholesky, RefusesWhatIsNotPositiveDefinite) {
  SparseMatrix A = grid_matrix(6, 0.1);
  SparseCholesky cholesky(A);
  SparseMatrix indefinite = A;
  indefinite.coeffRef(7, 7) = -3;
  EXPECT_FALSE(cholesky.factorize(indefinite));
  SparseMatrix broken = A;
  broken.coeffRef(7, 7) = std::nan("");
  EXPECT_FALSE(cholesky.factorize(broken));
  EXPECT_TRUE(cholesky.factorize(A));
}

TEST(ConstrainedSolver, MatchesTheDenseKktSystem) {
  const SparseMatrix Q = grid_matrix(8, 0.3);
  const Matrix Z = some_columns(Q.rows(), 3);
  ConstrainedSolver solver(Q, Workers(1));
  ASSERT_TRUE(solver.factorize(Q, SparseMatrix(Z.sparseView())));
  const Vector b = some_columns(Q.rows(), 5).col(4);
  const Vector x = solver.solve(b);

  Matrix kkt = Matrix::Zero(Q.rows() + 3, Q.rows() + 3);
  kkt.topLeftCorner(Q.rows(), Q.rows()) = Matrix(Q);
  kkt.topRightCorner(Q.rows(), 3) = Z;
  kkt.bottomLeftCorner(3, Q.rows()) = Z.transpose();
  Vector load = Vector::Zero(Q.rows() + 3);
  load.head(Q.rows()) = b;
  const Vector expected = kkt.fullPivLu().solve(load).head(Q.rows());
  EXPECT_LE((x - expected).norm(), 1e-11 * expected.norm());
  EXPECT_LE((Z.transpose() * x).norm(), 1e-11 * x.norm());
}

TEST(ConstrainedSolver, RefusesDependentConstraints) {
  const SparseMatrix Q = grid_matrix(5, 0.3);
  Matrix Z = some_columns(Q.rows(), 2);
  Z.col(1) = Z.col(0);
  ConstrainedSolver solver(Q, Workers(1));
  EXPECT_FALSE(solver.factorize(Q, SparseMatrix(Z.sparseView())));
}

TEST(Eliminate, LeavesTheOthersAlone) {
  SparseMatrix Q = grid_matrix(5, 0.3);
  const SparseMatrix before = Q;
  std::vector<bool> pinned(Q.rows(), false);
  pinned[6] = pinned[7] = true;
  eliminate(pinned, Q);
  for (Index j = 0; j < Q.cols(); ++j)
    for (SparseMatrix::InnerIterator it(Q, j); it; ++it) {
      if (!pinned[it.row()] && !pinned[j]) {
        EXPECT_EQ(it.value(), before.coeff(it.row(), j));
      } else if (it.row() != j) {
        EXPECT_EQ(it.value(), 0);
      }
    }
  SparseCholesky cholesky(before);
  EXPECT_TRUE(cholesky.factorize(Q));
}

}  // namespace
}  // namespace descant::testing
