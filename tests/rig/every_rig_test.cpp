// tests/rig/every_rig_test.cpp: what holds for every rig: J differentiates u_r, the span spans J.

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>

#include "descant/rig/check_jacobian.hpp"
#include "descant/rig/function_rig.hpp"
#include "descant/rig/linear_rig.hpp"
#include "descant/rig/morph_skin_rig.hpp"
#include "descant/rig/rigid_rig.hpp"
#include "support/points.hpp"
#include "support/twist_rig.hpp"

namespace descant {
namespace {

constexpr Index num_points = 15;

struct RigCase {
  std::string name;
  int dim;
  std::shared_ptr<const Rig> (*make)(const Positions& rest);
  Vector rest_params;  ///< u_r = 0 here
  Index num_handles = 1;

  friend void PrintTo(const RigCase& param, std::ostream* out) { *out << param.name; }
};

std::shared_ptr<const Rig> affine(const Positions& rest) { return make_affine_rig(rest); }

std::shared_ptr<const Rig> skinning(const Positions& rest) {
  return make_skinning_rig(rest, random_weights(rest.rows(), 3));
}

std::shared_ptr<const Rig> morph_skin(const Positions& rest) {
  const Index n = rest.rows(), dim = rest.cols();
  return make_morph_skin_rig(rest, random_weights(n, 3),
                             {random_matrix(n, dim, 21), random_matrix(n, dim, 22)});
}

std::shared_ptr<const Rig> rigid(const Positions& rest) {
  return make_rigid_rig(rest, rest.row(2).transpose());
}

std::shared_ptr<const Rig> function(const Positions& rest) {
  // the twist rig again, but seen from outside only
  const auto inner = make_twist_rig(rest);
  return std::make_shared<FunctionRig>([inner](ConstVec p) { return inner->displacement(p); },
                                       FunctionShape{.dim = static_cast<int>(rest.cols()),
                                                     .num_vertices = rest.rows(),
                                                     .num_params = inner->num_params(),
                                                     .param_scales = {}});
}

Vector identities(int dim, int count) {
  return affine_params(std::vector<Matrix>(count, Matrix::Identity(dim, dim + 1)));
}

std::vector<RigCase> every_rig() {
  std::vector<RigCase> cases;
  for (const int dim : {2, 3}) {
    const std::string d = std::to_string(dim) + "d";
    const Vector still = Vector::Zero(dim == 3 ? 6 : 3), untwisted = Vector::Zero(dim == 3 ? 5 : 3);
    cases.push_back({"affine_" + d, dim, affine, identities(dim, 1)});
    cases.push_back({"skinning_" + d, dim, skinning, identities(dim, 3), 3});
    cases.push_back({"morph_skin_" + d, dim, morph_skin,
                     morph_skin_params({3, Matrix::Identity(dim, dim + 1)}, Vector::Zero(2)), 3});
    cases.push_back({"rigid_" + d, dim, rigid, still});
    cases.push_back({"function_" + d, dim, function, untwisted});
    cases.push_back({"autodiff_" + d, dim, make_twist_rig, untwisted});
  }
  return cases;
}

class EveryRig : public testing::TestWithParam<RigCase> {
 protected:
  std::shared_ptr<const Rig> rig(double offset = 0) const {
    return GetParam().make(scattered_points(num_points, GetParam().dim, offset));
  }
  Vector pose(double size, unsigned seed) const {
    const Vector& rest = GetParam().rest_params;
    return rest + size * random_matrix(rest.size(), 1, seed);
  }
};

INSTANTIATE_TEST_SUITE_P(Rig, EveryRig, testing::ValuesIn(every_rig()),
                         [](const auto& test) { return test.param.name; });

/// The span written out, dn × any.
Matrix dense_span(const RigJacobian& J) {
  if (!J.is_split()) return Matrix(J.general_span());
  return RigJacobian::split(J.scalar_span(), J.dim()).dense();
}

Matrix with_unit_columns(Matrix A) {
  for (Index j = 0; j < A.cols(); ++j) A.col(j).normalize();
  return A;
}

TEST_P(EveryRig, HasOneDofACoordinateAndAColumnAParameter) {
  const auto r = rig();
  const RigJacobian J = r->jacobian(pose(0.5, 1));
  EXPECT_EQ(r->num_dofs(), GetParam().dim * num_points);
  EXPECT_EQ(J.num_dofs(), r->num_dofs());
  EXPECT_EQ(J.num_params(), r->num_params());
  EXPECT_EQ(J.dim(), GetParam().dim);
  EXPECT_EQ(r->dim(), GetParam().dim);
  EXPECT_EQ(r->num_params(), GetParam().rest_params.size());
}

TEST_P(EveryRig, KnowsItsRestParameters) {
  EXPECT_EQ(rig()->rest_params(), GetParam().rest_params);
}

TEST_P(EveryRig, InfluencesSumToOne) {
  const Matrix influences = rig()->influences();
  ASSERT_EQ(influences.rows(), num_points);
  EXPECT_EQ(influences.cols(), GetParam().num_handles);
  EXPECT_LE((influences.rowwise().sum() - Vector::Ones(num_points)).cwiseAbs().maxCoeff(), 4e-16);
}

TEST_P(EveryRig, IsAtRestAtItsRestParameters) {
  // blended weights sum to one to round-off only, about three of them
  EXPECT_LE(rig()->displacement(GetParam().rest_params).cwiseAbs().maxCoeff(), 4e-16);
}

TEST_P(EveryRig, JacobianAgreesWithCentralDifferences) {
  // angles up to about five radians; differences are good to ε^(4/5) = 3e-13 times a high
  // derivative
  for (const double size : {0., 1e-9, 1e-4, 0.3, 3.})
    for (unsigned seed = 1; seed <= 3; ++seed)
      EXPECT_LE(jacobian_error(*rig(), pose(size, seed)), 1e-10) << "size " << size;
}

TEST_P(EveryRig, ConstantJacobiansAreConstant) {
  const Matrix J1 = rig()->jacobian(pose(1, 1)).dense(), J2 = rig()->jacobian(pose(1, 2)).dense();
  if (rig()->has_constant_jacobian())
    EXPECT_EQ(J1, J2);
  else
    EXPECT_GT((J1 - J2).cwiseAbs().maxCoeff(), 0.01);
}

TEST_P(EveryRig, SpanHasTheColumnSpaceOfTheJacobian) {
  // at 1e5 the columns of J differ by 1e-5 of their length: 1e-8 is well below that and well above
  // round-off; what is left of J outside the span is round-off of its long columns
  for (const double offset : {0., 1e5}) {
    const RigJacobian jacobian = rig(offset)->jacobian(pose(0.7, 3));
    const Matrix J = with_unit_columns(jacobian.dense());
    const Matrix span = with_unit_columns(dense_span(jacobian));
    Eigen::ColPivHouseholderQR<Matrix> qr_J, qr_span;
    qr_J.setThreshold(1e-8);
    qr_span.setThreshold(1e-8);
    qr_J.compute(J);
    qr_span.compute(span);
    EXPECT_EQ(qr_J.rank(), qr_span.rank()) << "offset " << offset;
    EXPECT_EQ(qr_span.rank(), jacobian.num_params()) << "offset " << offset;

    const Matrix Q = qr_span.householderQ() * Matrix::Identity(span.rows(), span.cols());
    EXPECT_LE((J - Q * (Q.transpose() * J)).norm(), 1e-13) << "offset " << offset;
  }
}

TEST_P(EveryRig, SpanIsAsWellConditionedFarFromTheOrigin) {
  const auto smallest = [&](double offset) {
    const Matrix span = with_unit_columns(dense_span(rig(offset)->jacobian(pose(0.7, 3))));
    return Eigen::JacobiSVD<Matrix>(span).singularValues().minCoeff();
  };
  // positions themselves are rounded to 1e5·ε = 1e-11 there
  EXPECT_NEAR(smallest(1e5), smallest(0), 1e-9);
  EXPECT_GT(smallest(0), 0.01);
}

TEST_P(EveryRig, PosingIsAPureFunction) {
  const auto r = rig();
  const Vector p = pose(1, 5), u_r = r->displacement(p);
  r->jacobian(pose(2, 6));
  r->displacement(pose(2, 7));
  EXPECT_EQ(r->displacement(p), u_r);
}

}  // namespace
}  // namespace descant
