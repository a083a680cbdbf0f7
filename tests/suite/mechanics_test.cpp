// tests/suite/mechanics_test.cpp: answers known from mechanics: objectivity, patch test, beam.

#include <Eigen/Geometry>

#include "descant/simulation/stepper.hpp"
#include "suite/case.hpp"

namespace descant::testing {
namespace {

class MechanicsSuite : public ::testing::TestWithParam<SuiteCase> {};
class PatchSuite : public MechanicsSuite {};  // held poses store nothing for an affine pose

/// A rotation that no axis of the mesh is special to.
Matrix some_rotation(int dim) {
  if (dim == 2) return Eigen::Rotation2Dd(0.7).toRotationMatrix();
  return Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, -2, 0.5).normalized()).toRotationMatrix();
}

TEST_P(MechanicsSuite, RotatingRestAndRigRotatesTheResult) {
  const BodyCase& test = GetParam().body;
  const int dim = test.dim;
  const Matrix R = some_rotation(dim);
  Mesh mesh = bar_mesh(dim);
  const BodyOptions options = body_options(test, mesh);
  Mesh turned_mesh = mesh;
  turned_mesh.vertices = mesh.vertices * R.transpose();
  const Matrix weights = bar_weights(mesh.vertices);
  const Body body = make_body(mesh, make_skinning_rig(mesh.vertices, weights), options, Workers(1));
  const Body turned_body =
      make_body(turned_mesh, make_skinning_rig(turned_mesh.vertices, weights), options, Workers(1));

  // T ↦ R T R⁻¹ for every handle
  const Drive drive = lively_drive(test);
  const auto turned_params = [&](double time) {
    Vector p = drive.params(time);
    for (int k = 0; k < 2; ++k) {
      Eigen::Map<Matrix> T(p.data() + k * dim * (dim + 1), dim, dim + 1);
      const Matrix rotated = R * T;
      T.leftCols(dim) = rotated.leftCols(dim) * R.transpose();
      T.col(dim) = rotated.col(dim);
    }
    return p;
  };
  ClipOptions clip{.fps = 50, .num_frames = 6, .substeps = 1};
  clip.solver = GetParam().solver;
  clip.solve.tolerance = 1e-10;
  clip.solve.reference_stop = 1e-18;
  const Trajectory straight = run(body, drive, clip);
  const Trajectory turned = run(turned_body, {.params = turned_params, .force = {}}, clip);
  EXPECT_GT(straight.frames.back().rms, 1e-4 * body.space.diagonal) << "something is to be turned";
  for (int f = 0; f < clip.num_frames; ++f) {
    const Vector u_c = straight.u_c.col(f), u_c_turned = turned.u_c.col(f);
    const Positions expected = rows_of(u_c, dim) * R.transpose();
    EXPECT_LE((flat(expected) - u_c_turned).norm(), 1e-7 * straight.u_c.norm()) << "frame " << f;
  }
}

TEST_P(PatchSuite, PatchTestReproducesUniformStrain) {
  // the boundary is pinned to an affine map of the rest shape; inside must follow it
  const BodyCase& test = GetParam().body;
  const int dim = test.dim;
  Mesh mesh = dim == 2 ? box_mesh(Vector::Zero(2), Vector::Ones(2), {4, 4})
                       : box_mesh(Vector::Zero(3), Vector::Ones(3), {3, 3, 3});
  BodyOptions options = body_options(test, mesh);
  Vector offset = Vector::Zero(mesh.num_dofs());
  for (Index i = 0; i < mesh.num_vertices(); ++i) {
    const auto x = mesh.vertices.row(i).array();
    const bool is_boundary = (x < 1e-9).any() || (x > 1 - 1e-9).any();
    options.pinned.push_back(is_boundary);
    if (!is_boundary)
      for (int a = 0; a < dim; ++a) offset[dim * i + a] = 0.02 * std::sin(7.0 * i + a);
  }
  // a rig whose one pose is the affine map with the inside stirred, and which forbids nothing
  Matrix T = Matrix::Identity(dim, dim + 1) + 0.1 * Matrix::Ones(dim, dim + 1);
  const Vector affine = make_affine_rig(mesh.vertices)->displacement(affine_params({T}));
  const auto rig = std::make_shared<FunctionRig>(
      [affine, offset](ConstVec p) { return Vector(affine + offset + 0 * p[0] * affine); },
      FunctionShape{.dim = dim, .num_vertices = mesh.num_vertices(), .num_params = 1});
  const Body body = make_body(mesh, rig, options, Workers(1));
  StepOptions step{.h = 1e3, .solver = GetParam().solver};
  step.solve.tolerance = 1e-12;
  step.solve.reference_stop = 1e-20;
  Stepper stepper(body, step);
  const Vector p = Vector::Zero(1);
  Motion motion = stepper.start(p);
  ASSERT_TRUE(stepper.step(p, p, {}, motion).usable());
  EXPECT_LE((motion.u - affine).norm(), 1e-8);
}

INSTANTIATE_TEST_SUITE_P(All, MechanicsSuite, ::testing::ValuesIn(all_laws_and_solvers()),
                         print_case);
INSTANTIATE_TEST_SUITE_P(All, PatchSuite, ::testing::ValuesIn(all_laws_and_solvers(Pose::relax)),
                         print_case);

TEST(Cantilever, SagsAsBeamTheorySays) {
  // a clamped bar under its own weight: δ = ρ g A L⁴ / 8EI (+ shear), plane strain E/(1−ν²)
  const double length = 1, height = 0.1, young = 1e6, density = 1000, gravity = 0.01;
  const Mesh mesh = box_mesh(Vector{{0, 0}}, Vector{{length, height}}, {160, 16});
  const Index n = mesh.num_vertices();
  BodyOptions options = body_options(
      {.rig = TestRig::affine, .law = LawKind::linear, .dim = 2, .young = young, .poisson = 0},
      mesh);
  options.density.setConstant(density);
  options.leak.setOnes();
  for (Index i = 0; i < n; ++i) options.pinned.push_back(mesh.vertices(i, 0) < 1e-9);
  const auto rig =
      std::make_shared<FunctionRig>([n](ConstVec p) { return Vector(Vector::Zero(2 * n) * p[0]); },
                                    FunctionShape{.dim = 2, .num_vertices = n, .num_params = 1});
  const Body body = make_body(mesh, rig, options, Workers(1));
  Vector f = Vector::Zero(2 * n);
  for (Index i = 0; i < n; ++i) f[2 * i + 1] = -gravity * body.space.mass[i];

  Stepper stepper(body, {.h = 1e4});
  const Vector p = Vector::Zero(1);
  Motion motion = stepper.start(p);
  ASSERT_TRUE(stepper.step(p, p, f, motion).usable());
  const double load = density * gravity * height, inertia = height * height * height / 12;
  const double bending = load * std::pow(length, 4) / (8 * young * inertia);
  const double shear = load * length * length / (2 * (5.0 / 6) * (young / 2) * height);
  const double sag = -motion.u[2 * (n - 1) + 1];
  EXPECT_NEAR(sag, bending + shear, 0.02 * bending);
}

}  // namespace
}  // namespace descant::testing
