// tests/simulation/thin_bodies_test.cpp: chains and sheets, which springs alone hold together.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "descant/simulation/cell_rotation.hpp"
#include "descant/simulation/stepper.hpp"
#include "support/bodies.hpp"
#include "support/thin_meshes.hpp"
#include "support/toy_springs.hpp"

namespace descant::testing {
namespace {

/// A body of springs, skinned to two handles along its last axis.
Body spring_body(const Mesh& mesh, double damping) {
  const Matrix weights = bar_weights(mesh.vertices);
  BodyOptions options;
  options.energies = {std::make_shared<ToySprings>(mesh, 900)};
  options.density = Vector::Constant(mesh.num_elements(), 3);
  options.leak = leak_from_depth(mesh, weights, 0.95);
  options.damping_ratio = damping;
  return make_body(mesh, make_skinning_rig(mesh.vertices, weights), options, Workers(1));
}

using Case = std::tuple<int, SolverKind>;  ///< dimension of space, solver
class ThinBody : public ::testing::TestWithParam<Case> {};

TEST_P(ThinBody, StepsWithASpringTermByEverySolver) {
  const auto [dim, solver] = GetParam();
  const Mesh mesh = dim == 2 ? chain_in_the_plane() : sheet_in_space();
  const double h = 0.02;
  for (const double damping : {0.0, 0.1}) {
    const Body body = spring_body(mesh, damping);
    StepOptions options{.h = h, .integrator = Integrator::bdf2, .solver = solver};
    options.solve.tolerance = 1e-10;
    Stepper stepper(body, options);
    options.solver = SolverKind::exact;
    Stepper exact(body, options);
    const auto params = [&, d = dim](double time) {
      return lively_params(TestRig::skinning, d, time);
    };
    Motion motion = exact.start(params(0));
    double largest = 0;
    for (int step = 1; step <= 10; ++step) {
      const Vector before = params(h * (step - 1)), now = params(h * step);
      Motion by_exact = motion;
      ASSERT_TRUE(exact.step(before, now, {}, by_exact).usable());
      const StepReport report = stepper.step(before, now, {}, motion);
      ASSERT_TRUE(report.usable());
      EXPECT_EQ(report.status, StepStatus::converged) << "step " << step;
      EXPECT_LE(report.contract, 1e-9) << "step " << step;
      EXPECT_LE((motion.u_c - by_exact.u_c).norm(), 1e-4 * by_exact.u_c.norm()) << "step " << step;
      largest = std::max(largest, extent(system_of(body), motion.u_c).rms);
    }
    EXPECT_GT(largest, 1e-3 * body.space.diagonal);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ThinBody,
                         ::testing::Combine(::testing::Values(2, 3),
                                            ::testing::Values(SolverKind::fast,
                                                              SolverKind::newton_pcg,
                                                              SolverKind::exact)));

TEST(CellRotation, IsThatOfARigidMotionWhereCellsAreNotStraight) {
  // a sheet knows its rotation; so does a chain in the plane
  for (const Mesh& mesh : {chain_in_the_plane(), sheet_in_space()}) {
    const int d = mesh.dim();
    Matrix R = Eigen::Rotation2Dd(1.2).toRotationMatrix();
    if (d == 3) R = Eigen::AngleAxisd(1.2, Vec<3>(1, 2, -1).normalized()).toRotationMatrix();
    const Positions moved = (mesh.vertices * R.transpose()).rowwise() + Vector::Ones(d).transpose();
    const Positions u = moved - mesh.vertices;
    Matrix rotations;
    rotate_by_cells(mesh, flat(u), rotations);
    for (Index v = 0; v < mesh.num_vertices(); ++v)
      EXPECT_LE((rotations.middleCols(d * v, d) - R).norm(), 1e-12);
  }
}

TEST(CellRotation, OfAnEdgeInSpaceIsTheSmallestOne) {
  Positions points(2, 3);
  points << 0, 0, 0, 1, 0, 0;
  Positions u = Positions::Zero(2, 3);
  u.row(1) << -1, 1, 0;  // now along y
  Matrix rotations;
  rotate_by_cells(chain_mesh(points), flat(u), rotations);
  EXPECT_LE((rotations.leftCols(3) * Vec<3>(1, 0, 0) - Vec<3>(0, 1, 0)).norm(), 1e-14);
  EXPECT_LE((rotations.leftCols(3) * Vec<3>(0, 0, 1) - Vec<3>(0, 0, 1)).norm(), 1e-14);
  // an edge of no length turns nothing
  u.row(1) << -1, 0, 0;
  rotate_by_cells(chain_mesh(points), flat(u), rotations);
  EXPECT_EQ(rotations.leftCols(3), Matrix(Mat<3>::Identity()));
}

TEST(Body, OfSpringsAloneIsNotTunedByAFrequency) {
  Body body = spring_body(sheet_in_space(), 0);
  EXPECT_GT(body.body_frequency, 0);
  EXPECT_THROW(retune(body, 3), InputError);
}

}  // namespace
}  // namespace descant::testing
