// tests/linalg/rig_jacobian_test.cpp: a split Jacobian is J_s ⊗ I_d, and behaves like it.

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

TEST(RigJacobian, AppliesAlikeOnAnyNumberOfThreads) {
  const Vector p = random_matrix(12, 1, 2);
  const RigJacobian J = RigJacobian::split(random_matrix(5000, 4, 1).sparseView(), 3);
  Vector product;
  J.apply(p, Workers(3), product);
  EXPECT_EQ(product, J.apply(p));
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
  EXPECT_THROW(RigJacobian::general(A, 3).apply(Vector::Zero(3)), BugError);
  EXPECT_THROW(RigJacobian::split(A.sparseView(), 3).apply(Vector::Zero(3)), BugError);
}

}  // namespace
}  // namespace descant
