// tests/rig/linear_rig_test.cpp: affine bodies and linear blend skinning, against the formula.

#include "descant/rig/linear_rig.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "descant/core/error.hpp"
#include "support/points.hpp"

namespace descant {
namespace {

TEST(LinearRig, AffineParametersAreTheColumnsOfTheMap) {
  Matrix T(2, 3), S(2, 3);
  T << 1, 2, 3, 4, 5, 6;
  S << 7, 8, 9, 10, 11, 12;
  Vector p(12);
  p << 1, 4, 2, 5, 3, 6, 7, 10, 8, 11, 9, 12;
  EXPECT_EQ(affine_params({T, S}), p);
  EXPECT_EQ(affine_params({}).size(), 0);
}

TEST(LinearRig, AnAffineBodyMovesByItsMap) {
  for (const int dim : {2, 3}) {
    const Positions rest = scattered_points(9, dim);
    const Matrix T = random_matrix(dim, dim + 1, 3);
    const Vector u_r = make_affine_rig(rest)->displacement(affine_params({T}));
    for (Index i = 0; i < rest.rows(); ++i) {
      const Vector x = rest.row(i).transpose();
      const Vector expected = T.leftCols(dim) * x + T.col(dim) - x;
      EXPECT_LE((u_r.segment(dim * i, dim) - expected).norm(), 1e-15);
    }
  }
}

TEST(LinearRig, SkinningBlendsTheMapsByTheWeights) {
  const int dim = 3;
  const Positions rest = scattered_points(9, dim);
  const Matrix weights = random_weights(9, 2);
  const std::vector<Matrix> maps{random_matrix(3, 4, 1), random_matrix(3, 4, 2)};
  const Vector u_r = make_skinning_rig(rest, weights)->displacement(affine_params(maps));
  for (Index i = 0; i < rest.rows(); ++i) {
    const Vector x = rest.row(i).transpose();
    Vector expected = -x;
    for (int k = 0; k < 2; ++k)
      expected += weights(i, k) * (maps[k].leftCols(3) * x + maps[k].col(3));
    EXPECT_LE((u_r.segment(dim * i, dim) - expected).norm(), 1e-15);
  }
}

TEST(LinearRig, SpanIsCentredAtEachHandlesWeightedCentroid) {
  const Positions rest = scattered_points(12, 3, 1e5);
  const Matrix weights = random_weights(12, 2);
  const SparseMatrix span =
      make_skinning_rig(rest, weights)->jacobian(Vector::Zero(24)).scalar_span();
  ASSERT_EQ(span.cols(), 8);
  for (int k = 0; k < 2; ++k) {
    EXPECT_EQ(Vector(span.col(4 * k + 3)), Vector(weights.col(k)));
    // the centroid itself is rounded to 1e5·ε, times the sum of the weights
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(span.col(4 * k + a).sum(), 0, 2e-10);
  }
}

TEST(LinearRig, SpanKeepsTheDigitsOfAFarBody) {
  // coordinates with few bits: moving by 2^17 loses nothing, so neither may the span
  Positions near(4, 2);
  near << 0, 0, 1, 0, 0.25, 0.75, 0.75, 0.25;
  const Positions far = near.array() + 131072;
  const SparseMatrix a = make_affine_rig(near)->jacobian(Vector::Zero(6)).scalar_span();
  const SparseMatrix b = make_affine_rig(far)->jacobian(Vector::Zero(6)).scalar_span();
  EXPECT_EQ(Matrix(a), Matrix(b));
}

TEST(LinearRig, UnusedBonesKeepTheirParametersAndGiveZeroColumns) {
  Matrix weights = Matrix::Zero(6, 3);
  weights.leftCols(2) = random_weights(6, 2);
  const auto rig = make_skinning_rig(scattered_points(6, 3), weights);
  EXPECT_EQ(rig->num_params(), 36);
  const RigJacobian J = rig->jacobian(Vector::Zero(36));
  EXPECT_EQ(J.scalar_span().cols(), 12);
  EXPECT_EQ(Matrix(J.scalar_span()).rightCols(4), Matrix::Zero(6, 4));
  EXPECT_EQ(J.scalar().nonZeros(), 6 * 8);  // zeros are not stored
}

TEST(LinearRig, BadWeightsAndPointsAreInputErrors) {
  const Positions rest = scattered_points(5, 3);
  Matrix weights = random_weights(5, 2);
  EXPECT_THROW(make_skinning_rig(rest, random_weights(4, 2)), InputError);
  EXPECT_THROW(make_skinning_rig(rest, Matrix(5, 0)), InputError);
  weights(3, 1) += 0.01;
  try {
    make_skinning_rig(rest, weights);
    FAIL() << "accepted weights that do not sum to one";
  } catch (const InputError& error) {
    EXPECT_EQ(error.place(), "weights");
    EXPECT_NE(std::string(error.what()).find("row 3"), std::string::npos);
  }
  weights(3, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(make_skinning_rig(rest, weights), InputError);
  EXPECT_THROW(make_affine_rig(Positions(0, 3)), InputError);
  EXPECT_THROW(make_affine_rig(scattered_points(5, 4)), InputError);
  EXPECT_THROW(make_affine_rig(rest.array() / 0.), InputError);
}

TEST(LinearRig, APOfTheWrongSizeIsCaught) {
  const auto rig = make_affine_rig(scattered_points(5, 3));
  EXPECT_THROW(rig->displacement(Vector::Zero(11)), BugError);
  EXPECT_THROW(affine_params({Matrix::Identity(3, 3)}), BugError);
}

}  // namespace
}  // namespace descant
