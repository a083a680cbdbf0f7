// tests/rig/morph_skin_rig_test.cpp: morph, then skin, against the formula; what its span holds.

#include "descant/rig/morph_skin_rig.hpp"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <limits>

#include "descant/core/error.hpp"
#include "descant/rig/linear_rig.hpp"
#include "support/points.hpp"

namespace descant {
namespace {

constexpr Index num_points = 30;

struct Figure {
  explicit Figure(int d, Index num_handles)
      : dim(d), weights(random_weights(num_points, num_handles)) {
    for (Index j = 0; j < num_handles; ++j) maps.push_back(random_matrix(d, d + 1, 30 + j));
    for (unsigned k = 0; k < 3; ++k) deltas.push_back(random_matrix(num_points, d, 40 + k));
  }
  std::unique_ptr<Rig> rig() const { return make_morph_skin_rig(rest(), weights, deltas); }
  Positions rest() const { return scattered_points(num_points, dim); }
  Vector params() const { return morph_skin_params(maps, a); }

  int dim;
  Matrix weights;
  std::vector<Matrix> maps;
  std::vector<Positions> deltas;
  Vector a = Vector{{0.4, -1.2, 2}};
};

TEST(MorphSkinRig, ParametersAreTheMapsThenTheWeights) {
  const Matrix T = random_matrix(3, 4, 1), S = random_matrix(3, 4, 2);
  const Vector p = morph_skin_params({T, S}, Vector{{5, 6}});
  EXPECT_EQ(p.head(24), affine_params({T, S}));
  EXPECT_EQ(p.tail(2), Vector({{5, 6}}));
}

TEST(MorphSkinRig, MorphsThenBlendsTheMaps) {
  for (const int d : {2, 3}) {
    const Figure figure(d, 4);
    const Vector u_r = figure.rig()->displacement(figure.params());
    for (Index i = 0; i < num_points; ++i) {
      const Vector x = figure.rest().row(i).transpose();
      Vector y = x, expected = -x;
      for (int k = 0; k < 3; ++k) y += figure.a[k] * figure.deltas[k].row(i).transpose();
      for (int j = 0; j < 4; ++j)
        expected += figure.weights(i, j) * (figure.maps[j].leftCols(d) * y + figure.maps[j].col(d));
      // a dozen products of numbers up to about five
      EXPECT_LE((u_r.segment(d * i, d) - expected).norm(), 1e-14);
    }
  }
}

TEST(MorphSkinRig, AtZeroWeightsItIsTheSkin) {
  Figure figure(3, 4);
  figure.a.setZero();
  const auto skin = make_skinning_rig(figure.rest(), figure.weights);
  const Vector p = affine_params(figure.maps);
  EXPECT_LE((figure.rig()->displacement(figure.params()) - skin->displacement(p)).norm(), 1e-14);
  const Matrix J = figure.rig()->jacobian(figure.params()).dense();
  EXPECT_EQ(J.leftCols(48), skin->jacobian(p).dense());
}

TEST(MorphSkinRig, WithoutTargetsItIsTheSkin) {
  const auto rig = make_morph_skin_rig(scattered_points(9, 3), random_weights(9, 2), {});
  EXPECT_EQ(rig->num_params(), 24);
  EXPECT_TRUE(rig->has_constant_jacobian());
}

TEST(MorphSkinRig, AffineMotionsOfEveryPoseLieInItsSpan) {
  // one handle: blendshapes alone; four: a skin beneath them
  for (const int d : {2, 3})
    for (const Index num_handles : {1, 4}) {
      const Figure figure(d, num_handles);
      const auto rig = figure.rig();
      const Vector p = figure.params();
      const Positions posed = rows_of(Vector(flat(figure.rest()) + rig->displacement(p)), d);
      Matrix motions = Matrix::Zero(d * num_points, d * (d + 1));
      for (Index i = 0; i < num_points; ++i)
        for (int a = 0; a < d; ++a)
          for (int c = 0; c <= d; ++c) motions(d * i + a, d * c + a) = c < d ? posed(i, c) : 1;

      const Matrix span(rig->jacobian(p).general_span());
      const Matrix fit = span * span.colPivHouseholderQr().solve(motions);
      EXPECT_LE((fit - motions).norm(), 1e-12 * motions.norm()) << d << "D, " << num_handles;
    }
}

TEST(MorphSkinRig, BadTargetsAreInputErrors) {
  const Positions rest = scattered_points(5, 3);
  const Matrix weights = random_weights(5, 2);
  const Positions good = random_matrix(5, 3, 1);
  Positions bad = good;
  bad(2, 1) = std::numeric_limits<double>::quiet_NaN();
  for (const Positions& second :
       {bad, Positions(random_matrix(4, 3, 1)), Positions(random_matrix(5, 2, 1))})
    try {
      make_morph_skin_rig(rest, weights, {good, second});
      FAIL() << "accepted a bad morph target";
    } catch (const InputError& error) {
      EXPECT_EQ(error.place(), "morph target 1");
    }
  EXPECT_THROW(make_morph_skin_rig(rest, random_weights(4, 2), {good}), InputError);
  EXPECT_THROW(make_morph_skin_rig(Positions(0, 3), weights, {good}), InputError);
}

TEST(MorphSkinRig, APOfTheWrongSizeIsCaught) {
  const Figure figure(3, 2);
  EXPECT_THROW(figure.rig()->displacement(Vector::Zero(24)), BugError);
  EXPECT_THROW(figure.rig()->jacobian(Vector::Zero(28)), BugError);
}

}  // namespace
}  // namespace descant
