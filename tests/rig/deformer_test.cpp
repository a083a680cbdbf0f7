// tests/rig/deformer_test.cpp: both derivatives of every deformer, and what it says of itself.

#include "descant/rig/deformer.hpp"

#include <gtest/gtest.h>

#include "descant/core/error.hpp"
#include "descant/rig/check_jacobian.hpp"
#include "descant/rig/morph_deformer.hpp"
#include "descant/rig/rigid_deformer.hpp"
#include "descant/rig/skin_deformer.hpp"
#include "support/points.hpp"

namespace descant {
namespace {

constexpr Index num_points = 7;

struct DeformerCase {
  std::string name;
  int dim;
  std::shared_ptr<const Deformer> deformer;

  friend void PrintTo(const DeformerCase& param, std::ostream* out) { *out << param.name; }
};

std::vector<DeformerCase> every_deformer() {
  std::vector<DeformerCase> cases;
  for (const int dim : {2, 3}) {
    const std::string d = std::to_string(dim) + "d";
    // one handle leaves some vertices alone
    Matrix weights = random_weights(num_points, 3);
    weights.topRows(3).rightCols(1).setZero();
    for (Index i = 0; i < num_points; ++i) weights.row(i) /= weights.row(i).sum();
    const std::vector<Positions> deltas{random_matrix(num_points, dim, 21),
                                        random_matrix(num_points, dim, 22)};
    cases.push_back({"skin_" + d, dim, make_skin_deformer(weights, dim)});
    cases.push_back({"affine_" + d, dim, make_affine_deformer(dim)});
    cases.push_back({"morph_" + d, dim, make_morph_deformer(deltas)});
    cases.push_back({"rigid_" + d, dim, make_rigid_deformer(random_matrix(dim, 1, 23))});
  }
  return cases;
}

class EveryDeformer : public testing::TestWithParam<DeformerCase> {
 protected:
  const Deformer& deformer() const { return *GetParam().deformer; }
  Positions points(double offset = 0) const {
    return scattered_points(num_points, GetParam().dim, offset);
  }
  Vector pose(double size, unsigned seed) const {
    return deformer().rest_params() + size * random_matrix(deformer().num_params(), 1, seed);
  }
};

INSTANTIATE_TEST_SUITE_P(Rig, EveryDeformer, testing::ValuesIn(every_deformer()),
                         [](const auto& test) { return test.param.name; });

TEST_P(EveryDeformer, LeavesThePointsAtItsRestParameters) {
  const Positions x = points();
  EXPECT_EQ(deformer().rest_params().size(), deformer().num_params());
  const Positions moved = deformer().apply(x, deformer().rest_params(), Workers(1));
  EXPECT_LE((moved - x).cwiseAbs().maxCoeff(), 4e-16);
}

TEST_P(EveryDeformer, DerivativesAgreeWithCentralDifferences) {
  for (const double size : {0., 0.3, 2.})
    for (unsigned seed = 1; seed <= 2; ++seed) {
      const Vector p = pose(size, seed);
      EXPECT_LE(by_params_error(deformer(), points(), p), 1e-10) << "size " << size;
      EXPECT_LE(by_points_error(deformer(), points(), p), 1e-10) << "size " << size;
    }
}

TEST_P(EveryDeformer, DisplacementIsTheDifference) {
  const Positions x = points();
  const Vector p = pose(0.8, 3);
  const Positions moved = deformer().apply(x, p, Workers(1));
  const Positions displacement = deformer().displacement(x, p, Workers(1));
  EXPECT_GT(displacement.norm(), 0.1);
  EXPECT_LE((moved - x - displacement).norm(), 1e-14);
}

TEST_P(EveryDeformer, IsAsLinearAsItSays) {
  const Positions x = points(), y = points(0.7);
  const Matrix J = deformer().by_params(x, pose(1, 1)).dense();
  const bool is_constant_in_p = deformer().by_params(x, pose(1, 2)).dense() == J;
  const bool is_constant_in_x = deformer().by_params(y, pose(1, 1)).dense() == J;
  EXPECT_EQ(is_constant_in_p, deformer().linearity() != Linearity::curved);
  EXPECT_EQ(is_constant_in_x, deformer().linearity() == Linearity::offset);
  if (deformer().linearity() == Linearity::offset) {
    const Matrix one = Matrix::Identity(GetParam().dim, GetParam().dim);
    EXPECT_EQ(deformer().by_points(x, pose(1, 1)), one.replicate(1, num_points));
  }
}

TEST_P(EveryDeformer, AppliesAlikeOnAnyNumberOfThreads) {
  const Vector p = pose(1, 4);
  EXPECT_EQ(deformer().apply(points(), p, Workers(3)), deformer().apply(points(), p, Workers(1)));
}

TEST_P(EveryDeformer, PointsOrParametersOfTheWrongSizeAreCaught) {
  const Vector p = deformer().rest_params();
  EXPECT_THROW(deformer().apply(points(), Vector::Zero(p.size() + 1), Workers(1)), BugError);
  const Positions other = scattered_points(num_points, 5 - GetParam().dim);
  EXPECT_THROW(deformer().apply(other, p, Workers(1)), BugError);
}

TEST(SkinDeformer, AppliesAlikeOnThreadsThatAllWork) {
  const Positions x = scattered_points(5000, 3);
  const auto skin = make_skin_deformer(random_weights(5000, 4), 3);
  const Vector p = random_matrix(skin->num_params(), 1, 1);
  EXPECT_EQ(skin->apply(x, p, Workers(3)), skin->apply(x, p, Workers(1)));
}

TEST(SkinDeformer, StoresNoZeroWeights) {
  Matrix weights = Matrix::Zero(6, 3);
  weights.leftCols(2) = random_weights(6, 2);
  const auto skin = make_skin_deformer(weights, 3);
  const RigJacobian J = skin->by_params(scattered_points(6, 3), skin->rest_params());
  EXPECT_TRUE(J.is_split());
  EXPECT_EQ(J.non_zeros(), 6 * 8);
  EXPECT_EQ(skin->influences(), weights);
}

TEST(MorphDeformer, StoresOnlyWhatATargetMoves) {
  std::vector<Positions> deltas(2, Positions::Zero(9, 3));
  deltas[0](4, 1) = 2;
  deltas[1].row(7).setOnes();
  const auto morphs = make_morph_deformer(deltas);
  const RigJacobian J = morphs->by_params(scattered_points(9, 3), Vec<2>(1, 1));
  EXPECT_EQ(J.form(), JacobianForm::sparse);
  EXPECT_EQ(J.non_zeros(), 4);
}

TEST(RigidDeformer, KeepsTheDigitsOfASmallTurn) {
  // points far from the origin, which turn about one of them
  const Positions x = scattered_points(5, 3, 1e5);
  const auto rigid = make_rigid_deformer(x.row(0).transpose());
  const double angle = 1e-9;
  const Vector p = (Vector(6) << 0, 0, angle, 0, 0, 0).finished();
  const Positions change = rigid->displacement(x, p, Workers(1));
  for (Index i = 0; i < 5; ++i) {
    const double along = x(i, 0) - x(0, 0), across = x(i, 1) - x(0, 1);
    EXPECT_NEAR(change(i, 1), angle * along - angle * angle / 2 * across, 1e-15 * angle);
  }
}

TEST(Deformer, BadInputIsAnInputError) {
  EXPECT_THROW(make_skin_deformer(Matrix::Constant(4, 2, 0.7), 3), InputError);
  EXPECT_THROW(make_skin_deformer(random_weights(4, 2), 4), InputError);
  EXPECT_THROW(make_affine_deformer(1), InputError);
  EXPECT_THROW(make_morph_deformer({}), InputError);
  EXPECT_THROW(make_morph_deformer({random_matrix(4, 3, 1), random_matrix(5, 3, 1)}), InputError);
  EXPECT_THROW(make_rigid_deformer(Vector::Zero(4)), InputError);
}

}  // namespace
}  // namespace descant
