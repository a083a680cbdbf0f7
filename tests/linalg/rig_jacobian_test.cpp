// tests/linalg/rig_jacobian_test.cpp: the three forms of J, each against J written out.

#include "descant/linalg/rig_jacobian.hpp"

#include <gtest/gtest.h>

#include "descant/core/error.hpp"
#include "support/points.hpp"

namespace descant {
namespace {

TEST(RigJacobian, SplitIsTheKroneckerProductWithTheIdentity) {
  for (const int dim : {2, 3}) {
    const Matrix J_s = random_matrix(5, 4, 1);
    const RigJacobian J = RigJacobian::split(J_s.sparseView(), dim);
    const Matrix dense = J.dense();
    ASSERT_EQ(dense.rows(), 5 * dim);
    ASSERT_EQ(dense.cols(), 4 * dim);
    for (Index i = 0; i < dense.rows(); ++i)
      for (Index j = 0; j < dense.cols(); ++j)
        EXPECT_EQ(dense(i, j), i % dim == j % dim ? J_s(i / dim, j / dim) : 0);
    EXPECT_TRUE(J.is_split());
    EXPECT_EQ(J.dim(), dim);
    EXPECT_EQ(J.num_dofs(), 5 * dim);
    EXPECT_EQ(J.num_params(), 4 * dim);
  }
}

TEST(RigJacobian, AppliesWhatItWritesOut) {
  const Vector p = random_matrix(12, 1, 2);
  const RigJacobian split = RigJacobian::split(random_matrix(5, 4, 1).sparseView(), 3);
  EXPECT_LE((split.apply(p) - split.dense() * p).norm(), 4e-15);
  const RigJacobian general = RigJacobian::general(random_matrix(15, 12, 3), 3);
  EXPECT_LE((general.apply(p) - general.dense() * p).norm(), 4e-15);
}

/// Every third entry.
SparseMatrix thinned(const Matrix& A) {
  std::vector<Eigen::Triplet<double>> entries;
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = 0; j < A.cols(); ++j)
      if ((i + j) % 3 == 0) entries.emplace_back(i, j, A(i, j));
  SparseMatrix thin(A.rows(), A.cols());
  thin.setFromTriplets(entries.begin(), entries.end());
  return thin;
}

TEST(RigJacobian, SparseKeepsTheMatrixAndItsZeros) {
  const SparseMatrix A = thinned(random_matrix(15, 12, 3)), S = thinned(random_matrix(15, 9, 4));
  const RigJacobian J = RigJacobian::sparse(A, S, 3);
  EXPECT_EQ(J.form(), JacobianForm::sparse);
  EXPECT_FALSE(J.is_split());
  EXPECT_EQ(J.dim(), 3);
  EXPECT_EQ(J.num_dofs(), 15);
  EXPECT_EQ(J.num_params(), 12);
  EXPECT_EQ(J.non_zeros(), A.nonZeros());
  EXPECT_EQ(J.dense(), Matrix(A));
  EXPECT_EQ(Matrix(J.general_span()), Matrix(S));
  EXPECT_EQ(J.general_span().nonZeros(), S.nonZeros());
  EXPECT_EQ(Matrix(RigJacobian::sparse(A, 3).general_span()), Matrix(A));
  const Vector p = random_matrix(12, 1, 2);
  EXPECT_LE((J.apply(p) - Matrix(A) * p).norm(), 4e-15);
}

TEST(RigJacobian, EveryFormIsWrittenSparseWithoutItsZeros) {
  const SparseMatrix A = thinned(random_matrix(6, 4, 3));
  for (const RigJacobian& J :
       {RigJacobian::split(A, 3), RigJacobian::sparse(A, 3), RigJacobian::general(Matrix(A), 3)}) {
    const SparseMatrix written = J.written_sparse();
    EXPECT_EQ(Matrix(written), J.dense());
    EXPECT_EQ(written.nonZeros(), (J.is_split() ? 3 : 1) * A.nonZeros());
  }
}

TEST(RigJacobian, AppliesAlikeOnAnyNumberOfThreads) {
  const Vector p = random_matrix(12, 1, 2);
  const RigJacobian J = RigJacobian::split(random_matrix(5000, 4, 1).sparseView(), 3);
  Vector product;
  J.apply(p, Workers(3), product);
  EXPECT_EQ(product, J.apply(p));
  const RigJacobian sparse = RigJacobian::sparse(thinned(random_matrix(5000, 12, 1)), 2);
  sparse.apply(p, Workers(3), product);
  EXPECT_EQ(product, sparse.apply(p));
}

TEST(RigJacobian, GeneralKeepsTheMatrixAsItIs) {
  const Matrix A = random_matrix(6, 2, 3);
  const RigJacobian J = RigJacobian::general(A, 3);
  EXPECT_FALSE(J.is_split());
  EXPECT_EQ(J.dense(), A);
  EXPECT_EQ(J.num_dofs(), 6);
  EXPECT_EQ(J.num_params(), 2);
}

TEST(RigJacobian, SpansItselfUnlessToldOtherwise) {
  const Matrix A = random_matrix(6, 2, 3), S = random_matrix(6, 3, 4);
  EXPECT_EQ(Matrix(RigJacobian::general(A, 3).general_span()), A);
  EXPECT_EQ(Matrix(RigJacobian::general(A, S, 3).general_span()), S);
  EXPECT_EQ(RigJacobian::general(A, S, 3).num_params(), 2);
  EXPECT_EQ(Matrix(RigJacobian::split(A.sparseView(), 3).scalar_span()), A);
  const RigJacobian split = RigJacobian::split(A.sparseView(), S.sparseView(), 3);
  EXPECT_EQ(Matrix(split.scalar()), A);
  EXPECT_EQ(Matrix(split.scalar_span()), S);
}

TEST(RigJacobian, MismatchedSizesAreCaught) {
  const Matrix A = random_matrix(6, 2, 3), S = random_matrix(9, 2, 4);
  EXPECT_THROW(RigJacobian::general(A, S, 3), BugError);
  EXPECT_THROW(RigJacobian::split(A.sparseView(), S.sparseView(), 3), BugError);
  EXPECT_THROW(RigJacobian::sparse(A.sparseView(), S.sparseView(), 3), BugError);
  EXPECT_THROW(RigJacobian::sparse(A.sparseView(), 3).apply(Vector::Zero(3)), BugError);
  EXPECT_THROW(RigJacobian::general(A, 3).apply(Vector::Zero(3)), BugError);
  EXPECT_THROW(RigJacobian::split(A.sparseView(), 3).apply(Vector::Zero(3)), BugError);
}

}  // namespace
}  // namespace descant
