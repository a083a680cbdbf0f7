// tests/rig/linearised_rig_test.cpp: exact where the rig is linear, its tangent where it is not.

#include "descant/rig/linearised_rig.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "descant/rig/morph_skin_rig.hpp"
#include "support/bodies.hpp"

namespace descant::testing {
namespace {

struct Morphing {
  Mesh mesh = box_mesh(Vector::Zero(3), Vector::Ones(3), {2, 2, 2});
  Matrix weights = Matrix::Ones(mesh.num_vertices(), 1);
  std::vector<Positions> deltas{Positions::Random(mesh.num_vertices(), 3)};
  std::shared_ptr<const Rig> rig = make_morph_skin_rig(mesh.vertices, weights, deltas);

  Vector params(double turn, double weight) const {
    Matrix T = Matrix::Identity(3, 4);
    T.leftCols<3>() = Eigen::AngleAxisd(turn, Eigen::Vector3d::UnitY()).toRotationMatrix();
    return morph_skin_params({T}, Vector::Constant(1, weight));
  }
};

TEST(LinearisedRig, IsTheRigWhileNoHandleMoves) {
  const Morphing body;
  const std::unique_ptr<Rig> rig = make_linearised_rig(*body.rig, body.params(0, 0));
  EXPECT_TRUE(rig->has_constant_jacobian());
  EXPECT_EQ(rig->rest_params(), body.params(0, 0));
  EXPECT_EQ(rig->influences(), body.weights);
  EXPECT_EQ(rig->jacobian(body.params(0, 0)).form(), JacobianForm::sparse);
  for (double weight : {-1.0, 0.3, 1.0, 7.0}) {
    const Vector p = body.params(0, weight);
    EXPECT_LE((rig->displacement(p) - body.rig->displacement(p)).norm(), 1e-12);
    Vector u_r;
    rig->pose(p, Workers(3), u_r);
    EXPECT_EQ(u_r, rig->displacement(p));
  }
}

TEST(LinearisedRig, IsTheTangentElsewhere) {
  const Morphing body;
  const Vector p0 = body.params(0.4, 0.5);
  const std::unique_ptr<Rig> rig = make_linearised_rig(*body.rig, p0);
  EXPECT_LE((rig->displacement(p0) - body.rig->displacement(p0)).norm(), 1e-12);
  // the error falls with the square of the step
  const Vector step = body.params(0.5, 0.6) - p0;
  const auto miss = [&](double h) {
    return (rig->displacement(p0 + h * step) - body.rig->displacement(p0 + h * step)).norm();
  };
  EXPECT_GT(miss(1e-2), 0);
  EXPECT_NEAR(miss(1e-2) / miss(5e-3), 4, 0.05);
}

}  // namespace
}  // namespace descant::testing
