// tests/suite/convergence_test.cpp: smaller steps and finer meshes approach one answer.

#include "descant/mesh/measures.hpp"
#include "descant/simulation/stepper.hpp"
#include "suite/case.hpp"

namespace descant::testing {
namespace {

/// u_c at the end of 0.32 s, with steps of 0.32/num_steps s.
Vector final_displacement(const Body& body, const BodyCase& test, Integrator integrator,
                          int num_steps) {
  ClipOptions options{
      .fps = 1 / 0.32, .num_frames = 2, .substeps = num_steps, .integrator = integrator};
  options.solve.tolerance = 1e-12;
  return run(body, lively_drive(test), options).u_c.col(1);
}

double observed_order(Integrator integrator, double damping) {
  const BodyCase test{.law = LawKind::stvk, .dim = 2, .young = 4e4, .damping = damping};
  const Body body = make_test_body(test);
  const Vector limit = final_displacement(body, test, Integrator::bdf2, 4096);
  const int num_steps = integrator == Integrator::euler ? 512 : 128;
  const double coarse = (final_displacement(body, test, integrator, num_steps) - limit).norm();
  const double fine = (final_displacement(body, test, integrator, 2 * num_steps) - limit).norm();
  return std::log2(coarse / fine);
}

TEST(TimeStep, ImplicitEulerIsOfFirstOrder) {
  EXPECT_NEAR(observed_order(Integrator::euler, 0), 1, 0.15);
}

TEST(TimeStep, Bdf2IsOfSecondOrder) { EXPECT_NEAR(observed_order(Integrator::bdf2, 0), 2, 0.25); }

TEST(TimeStep, DampingKeepsTheOrder) {
  EXPECT_NEAR(observed_order(Integrator::euler, 0.2), 1, 0.15);
  EXPECT_NEAR(observed_order(Integrator::bdf2, 0.2), 2, 0.25);
}

/// The paper's worm: a bar under a load no affine motion answers to, on a mesh that is denser
/// towards one end. `grading` > 1 crowds the vertices.
Vector worm_ends(int cells, double grading, bool with_mass) {
  Mesh mesh = box_mesh(Vector{{0, 0}}, Vector{{1, 0.25}}, {4 * cells, cells});
  for (Index i = 0; i < mesh.num_vertices(); ++i)
    mesh.vertices(i, 0) = std::pow(mesh.vertices(i, 0), grading);
  BodyCase test{
      .rig = TestRig::affine, .law = LawKind::corotational, .dim = 2, .leak = 0, .poisson = 0};
  BodyOptions options = body_options(test, mesh);
  if (!with_mass) {
    // D = M⁻¹ makes the constraint Jᵀ u_c = 0: the average over vertices, however they crowd
    const Vector mass = lumped_mass(mesh, options.density);
    options.leak = mass.cwiseInverse() * mass.minCoeff();
  }
  const Body body = make_body(mesh, make_affine_rig(mesh.vertices), options, Workers(1));
  Vector f = Vector::Zero(mesh.num_dofs());
  for (Index i = 0; i < mesh.num_vertices(); ++i)
    f[2 * i + 1] = body.space.mass[i] * 3 * std::cos(6 * mesh.vertices(i, 0));

  Stepper stepper(body, {.h = 0.05});
  const Vector p = rest_params(TestRig::affine, 2);
  Motion motion = stepper.start(p);
  for (int step = 0; step < 20; ++step) EXPECT_TRUE(stepper.step(p, p, f, motion).usable());
  Vector ends(4);
  ends << motion.u_c.head<2>(), motion.u_c.tail<2>();
  return ends;
}

TEST(MeshResolution, CoarseAndFineAgreeOnlyThroughTheMass) {
  const Vector fine = worm_ends(16, 1, true);
  const double size = fine.norm();
  ASSERT_GT(size, 1e-3);
  EXPECT_LE((worm_ends(16, 2, true) - fine).norm(), 0.05 * size);
  EXPECT_LE((worm_ends(24, 2, true) - fine).norm(), 0.05 * size);
  EXPECT_GE((worm_ends(24, 2, false) - fine).norm(), 0.3 * size);
}

}  // namespace
}  // namespace descant::testing
