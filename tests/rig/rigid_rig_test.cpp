// tests/rig/rigid_rig_test.cpp: rotations by their vectors, and bodies that turn by them.

#include "descant/rig/rigid_rig.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <cmath>
#include <numbers>

#include "descant/core/error.hpp"
#include "descant/rig/check_jacobian.hpp"
#include "descant/rig/rotation.hpp"
#include "support/points.hpp"

namespace descant {
namespace {

using std::numbers::pi;

const Vec<3> axis = Vec<3>(1, -2, 0.5).normalized();

Mat<3> turn(const Vec<3>& omega) { return Mat<3>::Identity() + exp_minus_identity(omega); }

TEST(Rotation, ExponentialIsTheTurnAboutTheAxis) {
  for (const double angle : {0., 1e-12, 1e-5, 1e-4, 0.1, 1., pi, 4., 2 * pi, 20.}) {
    const Mat<3> expected = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
    // large angles are rounded before they are reduced
    EXPECT_LE((turn(angle * axis) - expected).norm(), 1e-15 * (2 + angle)) << angle;
  }
}

TEST(Rotation, ExponentialKeepsRelativeDigitsNearRest) {
  const double angle = 1e-10;
  const Mat<3> first_order = cross_matrix(angle * axis);
  const Mat<3> error = exp_minus_identity(angle * axis) - first_order;
  EXPECT_LE(error.norm(), angle * angle);
  EXPECT_EQ(exp_minus_identity(Vec<3>::Zero()), Mat<3>(Mat<3>::Zero()));
}

TEST(Rotation, LeftJacobianIsSmoothWhereItsSeriesTakesOver) {
  // just below and above the switch at half a radian, and against the closed form
  for (const double angle : {0.4999999, 0.5000001}) {
    const Mat<3> W = cross_matrix(axis);
    const Mat<3> expected = Mat<3>::Identity() + (1 - std::cos(angle)) / angle * W +
                            (angle - std::sin(angle)) / angle * W * W;
    EXPECT_LE((left_jacobian(angle * axis) - expected).norm(), 1e-15);
  }
}

TEST(Rotation, LogarithmInvertsTheExponential) {
  for (const double angle : {0., 1e-14, 1e-8, 1e-3, 1., 2., 3., pi - 1e-3, pi - 1e-8})
    EXPECT_LE((rotation_vector(turn(angle * axis)) - angle * axis).norm(), 2e-15) << angle;
}

TEST(Rotation, LogarithmOfHalfATurnIsOneOfBoth) {
  for (const Vec<3>& a : {axis, Vec<3>(Vec<3>::UnitX()), Vec<3>(Vec<3>::UnitY()),
                          Vec<3>(Vec<3>::UnitZ()), Vec<3>(-Vec<3>::UnitZ())}) {
    const Mat<3> R = 2 * a * a.transpose() - Mat<3>::Identity();
    const Vec<3> omega = rotation_vector(R);
    EXPECT_NEAR(omega.norm(), pi, 1e-15);
    EXPECT_NEAR(std::abs(omega.dot(a)), pi, 2e-15);
    EXPECT_LE((turn(omega) - R).norm(), 2e-15);
  }
}

TEST(Rotation, LogarithmBeyondHalfATurnGoesTheOtherWay) {
  const double angle = pi + 0.5;
  EXPECT_LE((rotation_vector(turn(angle * axis)) - (angle - 2 * pi) * axis).norm(), 4e-15);
}

TEST(RigidRig, TurnsAboutItsPivotThenTravels) {
  Positions rest(2, 2);
  rest << 1, 1, 2, 1;
  const auto rig = make_rigid_rig(rest, Vec<2>(1, 1));
  Vector expected(4);  // the pivot only travels; (2, 1) goes to (1, 2), then travels
  expected << 10, 20, -1 + 10, 1 + 20;
  EXPECT_LE((rig->displacement(Vec<3>(pi / 2, 10, 20)) - expected).norm(), 4e-15);
}

TEST(RigidRig, KeepsAllDistances) {
  const Positions rest = scattered_points(8, 3);
  Vector p(6);
  p << 1, 2, -3, 4, 5, 6;
  const Vector x = flat(rest) + make_rigid_rig(rest, Vec<3>(5, 5, 5))->displacement(p);
  const Positions posed = rows_of(x, 3);
  for (Index i = 1; i < 8; ++i)
    EXPECT_NEAR((posed.row(i) - posed.row(0)).norm(), (rest.row(i) - rest.row(0)).norm(), 4e-15);
}

TEST(RigidRig, JacobianIsRightAtAnyAngle) {
  for (const double angle : {1e-3, 0.4999, 0.5001, 3., pi, 2 * pi, 9.}) {
    Vector p(6);
    p << angle * axis, 1, 2, 3;
    const auto solid = make_rigid_rig(scattered_points(8, 3), Vec<3>(0.3, 0.1, -0.2));
    EXPECT_LE(jacobian_error(*solid, p), 1e-11) << angle;
    const auto flat_body = make_rigid_rig(scattered_points(8, 2), Vec<2>(0.3, 0.1));
    EXPECT_LE(jacobian_error(*flat_body, Vec<3>(angle, 1, 2)), 1e-11) << angle;
  }
}

TEST(RigidRig, SpanHasAllSixMotionsEvenAfterAWholeTurn) {
  Vector p = Vector::Zero(6);
  p.head<3>() = 2 * pi * axis;
  const RigJacobian J = make_rigid_rig(scattered_points(8, 3), Vec<3>::Zero())->jacobian(p);
  const Vector of_J = Eigen::JacobiSVD<Matrix>(J.dense()).singularValues();
  const Vector of_span = Eigen::JacobiSVD<Matrix>(Matrix(J.general_span())).singularValues();
  EXPECT_LE(of_J[4], 1e-14 * of_J[0]);  // turning the axis moves nothing
  EXPECT_GE(of_span[5], 0.3 * of_span[0]);
}

TEST(RigidRig, ParametersOfARigidMapReproduceIt) {
  for (const double angle : {0., 1e-9, 0.7, 3.1, pi}) {
    Matrix T(3, 4);
    T << turn(angle * axis), Vec<3>(3, -1, 2);
    const Positions rest = scattered_points(8, 3);
    const Vec<3> pivot(0.5, 4, -2);
    const Vector u_r = make_rigid_rig(rest, pivot)->displacement(rigid_params(T, pivot));
    const Positions expected =
        ((rest * T.leftCols(3).transpose()).rowwise() + T.col(3).transpose()) - rest;
    EXPECT_LE((u_r - flat(expected)).cwiseAbs().maxCoeff(), 1e-14) << angle;

    Matrix T2(2, 3);
    T2 << std::cos(angle), -std::sin(angle), 5, std::sin(angle), std::cos(angle), 6;
    const Vector p = rigid_params(T2, Vec<2>(1, 2));
    EXPECT_NEAR(p[0], angle, 1e-15);
    // the pivot goes where the map takes it
    EXPECT_LE((p.tail<2>() - (T2 * Vec<3>(1, 2, 1) - Vec<2>(1, 2))).norm(), 2e-15);
  }
}

TEST(RigidRig, MapsThatAreNotRigidAreInputErrors) {
  const Vec<3> pivot = Vec<3>::Zero();
  Matrix T = Matrix::Identity(3, 4);
  T(0, 0) = -1;
  EXPECT_THROW(rigid_params(T, pivot), InputError);  // mirrors
  T(0, 0) = 1.01;
  EXPECT_THROW(rigid_params(T, pivot), InputError);  // scales
  T(0, 0) = std::nan("");
  EXPECT_THROW(rigid_params(T, pivot), InputError);
  EXPECT_THROW(rigid_params(Matrix::Identity(3, 3), pivot), InputError);
  EXPECT_THROW(rigid_params(Matrix::Identity(2, 3), pivot), InputError);
}

TEST(RigidRig, BadPointsAndPivotsAreInputErrors) {
  EXPECT_THROW(make_rigid_rig(scattered_points(3, 3), Vec<2>::Zero()), InputError);
  EXPECT_THROW(make_rigid_rig(scattered_points(3, 2), Vec<2>(0, std::nan(""))), InputError);
  EXPECT_THROW(make_rigid_rig(Positions(0, 3), Vec<3>::Zero()), InputError);
  EXPECT_THROW(make_rigid_rig(scattered_points(3, 4), Vector::Zero(4)), InputError);
}

}  // namespace
}  // namespace descant
