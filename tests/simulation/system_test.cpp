// tests/simulation/system_test.cpp: several bodies: alone in company, and coupled by a term.

#include "descant/simulation/system.hpp"

#include <gtest/gtest.h>

#include "descant/simulation/system_stepper.hpp"
#include "support/bodies.hpp"
#include "support/toy_contact.hpp"

namespace descant::testing {
namespace {

std::shared_ptr<const Body> shared(Body body) {
  return std::make_shared<const Body>(std::move(body));
}

const std::vector<BodyCase> mixed_company = {
    {.law = LawKind::corotational, .pose = Pose::hold, .damping = 0.05},
    {.rig = TestRig::morph_skin, .law = LawKind::corotational, .pose = Pose::hold},
    {.rig = TestRig::rigid, .law = LawKind::stable_neohookean, .damping = 0.1},
    {.rig = TestRig::twist, .law = LawKind::arap}};

ClipOptions lively_clip() {
  return {
      .fps = 50, .num_frames = 6, .substeps = 2, .preroll = 0.04, .integrator = Integrator::bdf2};
}

System company(int num_threads) {
  System system{.bodies = {}, .couplings = {}, .workers = Workers(num_threads)};
  for (const BodyCase& test : mixed_company)
    system.bodies.push_back(shared(make_test_body(test, system.workers)));
  return system;
}

std::vector<Drive> drives() {
  std::vector<Drive> result;
  for (const BodyCase& test : mixed_company) result.push_back(lively_drive(test));
  // a force that follows the body's own motion
  result[1].force = [](double time, const Motion& motion) {
    return Vector((30 * std::sin(20 * time) - 5 * motion.v.array()).matrix());
  };
  return result;
}

TEST(System, UncoupledBodiesGiveTheBytesTheyGiveAlone) {
  const std::vector<Drive> drive = drives();
  std::vector<Matrix> alone;
  for (size_t b = 0; b < mixed_company.size(); ++b)
    alone.push_back(run(make_test_body(mixed_company[b]), drive[b], lively_clip()).u_c);

  for (const int num_threads : {1, 2}) {
    const System system = company(num_threads);
    ASSERT_EQ(system.islands().size(), mixed_company.size());
    const std::vector<Segment> dofs = system.dofs();
    int num_frames = 0;
    const auto compare = [&](const FrameReport& frame, const ClipState& state) {
      for (size_t b = 0; b < dofs.size(); ++b) {
        const Vector own = state.motion.u_c.segment(dofs[b].first, dofs[b].size);
        EXPECT_EQ(own, alone[b].col(frame.frame)) << "body " << b << ", frame " << frame.frame;
      }
      ++num_frames;
      return frame.frame != 2;  // stopped here, then resumed with everything else new
    };
    ClipState state;
    run_clip(system, drive, lively_clip(), state, compare);
    run_clip(company(num_threads), drive, lively_clip(), state, compare);
    EXPECT_EQ(num_frames, 6);
    for (const Matrix& u_c : alone) EXPECT_GT(u_c.rightCols(1).norm(), 1e-3);
  }
}

/// A bar, and one like it beside it along the first axis, a gap apart.
struct TwoBars {
  TwoBars(int dim, double gap) : below(bar_mesh(dim)), above(bar_mesh(dim)) {
    above.vertices.col(0).array() += 0.8 + gap;
    for (Index i = 0; i < above.num_vertices(); ++i)
      for (Index j = 0; j < below.num_vertices(); ++j) {
        const Vector apart = (above.vertices.row(i) - below.vertices.row(j)).transpose();
        if (std::abs(apart[0] - gap) < 1e-9 && apart.tail(dim - 1).norm() < 1e-9)
          pairs.push_back({static_cast<int>(i), static_cast<int>(j)});
      }
  }
  std::shared_ptr<const ToyContact> contact(double k) const {
    return std::make_shared<ToyContact>(std::array{0, 1}, above, below, pairs, k);
  }
  System system(const BodyCase& test, std::shared_ptr<const Rig> rig_above,
                std::shared_ptr<const Rig> rig_below) const {
    System result{.bodies = {}, .couplings = {}, .workers = Workers(1)};
    for (const auto& [mesh, rig] : {std::pair(above, rig_above), std::pair(below, rig_below)}) {
      const BodyOptions options = body_options(test, mesh);
      result.bodies.push_back(shared(make_body(mesh, rig, options, Workers(1))));
    }
    return result;
  }
  Mesh below, above;
  ToyContact::Pairs pairs;
};

/// A rig that can do nothing, so that physics may do everything.
std::shared_ptr<const Rig> no_rig(const Mesh& mesh) {
  return std::make_shared<FunctionRig>(
      [size = mesh.num_dofs()](ConstVec) { return Vector(Vector::Zero(size)); },
      FunctionShape{.dim = mesh.dim(), .num_vertices = mesh.num_vertices(), .num_params = 0});
}

TEST(System, BodiesThatCollideKeepTheirMomentum) {
  for (const int dim : {2, 3}) {
    const TwoBars bars(dim, 0.01);
    const BodyCase test{.law = LawKind::corotational, .dim = dim, .leak = 0, .young = 1e5};
    System system = bars.system(test, no_rig(bars.above), no_rig(bars.below));
    system.couplings = {bars.contact(4e5)};
    ASSERT_EQ(system.islands().size(), 1u);
    StepOptions options{.h = 0.005, .solver = SolverKind::exact};
    options.solve.tolerance = 1e-13;
    SystemStepper stepper(system, options);
    Motion motion = stepper.start(Vector());

    // towards each other, one of them turning
    const Index half = bars.above.num_dofs();
    for (Index i = 0; i < half / dim; ++i) {
      motion.v[dim * i] = -1 - 0.3 * bars.above.vertices(i, dim - 1);
      motion.v[half + dim * i] = 0.5;
      motion.v[half + dim * i + 1] = 0.2;
    }
    Vector mass(system.num_dofs());
    mass << system.bodies[0]->dof_mass, system.bodies[1]->dof_mass;
    const auto momentum = [&](Index first, const Vector& v) {
      const Vector mv = mass.cwiseProduct(v).segment(first, half);
      return Vector(rows_of(mv, dim).colwise().sum().transpose());
    };
    const Vector before = momentum(0, motion.v) + momentum(half, motion.v);
    const Vector one_before = momentum(0, motion.v);
    const double size = mass.dot(motion.v.cwiseAbs());
    for (int step = 0; step < 30; ++step) {
      ASSERT_TRUE(stepper.step(Vector(), Vector(), {}, motion).usable());
      const Vector now = momentum(0, motion.v) + momentum(half, motion.v);
      EXPECT_LE((now - before).norm(), 1e-9 * size) << dim << "D, step " << step;
    }
    // and it was handed over: they did collide
    EXPECT_GT((momentum(0, motion.v) - one_before).norm(), 0.1 * one_before.norm());
  }
}

class Coupled : public ::testing::TestWithParam<SolverKind> {};

/// How deep `above` stands in `below` [m].
double deepest(const TwoBars& bars, const Vector& u) {
  const Index dim = bars.above.dim(), half = bars.above.num_dofs();
  double depth = -1;
  for (const auto& [i, j] : bars.pairs)
    depth = std::max(depth, bars.below.vertices(j, 0) + u[half + dim * j] -
                                bars.above.vertices(i, 0) - u[dim * i]);
  return depth;
}

TEST_P(Coupled, BodiesThatTouchForAWhileAreHeldApartByEverySolver) {
  const int dim = 3;
  const double h = 0.02;
  const TwoBars bars(dim, 0.06);
  const BodyCase test{.rig = TestRig::affine, .law = LawKind::corotational, .young = 3e4};
  // one of them split and constant, the other neither
  System system = bars.system(test, make_affine_rig(bars.above.vertices),
                              make_rigid_rig(bars.below.vertices, Vector::Zero(dim)));
  const System apart = system;
  system.couplings = {bars.contact(2e5)};
  StepOptions options{.h = h, .solver = GetParam()};
  options.solve.tolerance = 1e-10;
  SystemStepper stepper(system, options), free(apart, options);
  options.solver = SolverKind::exact;
  SystemStepper exact(system, options);

  const auto params = [&](double time) {
    const double shift = -0.12 * std::pow(std::sin(9 * time), 2);
    Vector p(12 + 6);
    p << affine_params({swing(dim, 0, shift)}), Vector::Zero(6);
    return p;
  };
  Motion motion = stepper.start(params(0)), without = motion;
  int num_touching = 0;
  double worst = -1, worst_without = -1;
  for (int step = 1; step <= 20; ++step) {
    const Vector before = params(h * (step - 1)), now = params(h * step);
    Motion by_exact = motion;
    ASSERT_TRUE(exact.step(before, now, {}, by_exact).usable());
    const StepReport report = stepper.step(before, now, {}, motion);
    ASSERT_TRUE(report.usable());
    ASSERT_TRUE(free.step(before, now, {}, without).usable());
    EXPECT_EQ(report.status, StepStatus::converged) << "step " << step;
    EXPECT_LE(report.contract, 1e-9);
    EXPECT_LE((motion.u_c - by_exact.u_c).norm(), 1e-4 * by_exact.u_c.norm()) << "step " << step;
    num_touching += deepest(bars, motion.u) > 0;
    worst = std::max(worst, deepest(bars, motion.u));
    worst_without = std::max(worst_without, deepest(bars, without.u));
  }
  EXPECT_GT(num_touching, 3);
  EXPECT_LT(num_touching, 17);
  EXPECT_LT(worst, 0.5 * worst_without);
}

INSTANTIATE_TEST_SUITE_P(Solvers, Coupled,
                         ::testing::Values(SolverKind::fast, SolverKind::newton_pcg,
                                           SolverKind::exact));

TEST(System, ContactsThatAStepRunsIntoAreFoundBetweenItsPasses) {
  // far apart where the step begins, and one of them flies: nothing is near when it freezes first
  const TwoBars bars(2, 0.06);
  const BodyCase test{.law = LawKind::corotational, .dim = 2, .leak = 0, .young = 3e4};
  System system = bars.system(test, no_rig(bars.above), no_rig(bars.below));
  system.couplings = {bars.contact(2e5)};
  const auto depth_after = [&](int max_passes) {
    SystemStepper stepper(system, {.h = 0.02, .max_passes = max_passes});
    Motion motion = stepper.start(Vector());
    for (Index i = 0; i < bars.above.num_dofs(); i += 2) motion.v[i] = -8;
    EXPECT_TRUE(stepper.step(Vector(), Vector(), {}, motion).usable());
    return deepest(bars, motion.u);
  };
  const double unseen = depth_after(1);
  EXPECT_GT(unseen, 0.05);
  EXPECT_LT(depth_after(3), 0.5 * unseen);
}

TEST(System, AFrozenTermAddsToTheMetricOnlyWhileItIsActive) {
  const TwoBars bars(3, 0.03);
  const auto contact = bars.contact(10);
  const Index half = bars.above.num_dofs(), n = 2 * half / 3;
  const std::vector<Segment> both{{0, half}, {half, half}};
  const auto diagonal_at = [&](double shift) {
    Vector u = Vector::Zero(2 * half);
    for (Index i = 0; i < half; i += 3) u[i] = shift;
    const Place at({.u = u.data(), .u_c = u.data(), .u_r = u.data()}, both);
    const auto frozen = contact->freeze({.time = 0, .h = 0.01, .pass = 0, .before = at, .now = at});
    const PlacedEnergy placed(*frozen, both, 3);
    return frozen_diagonal({&placed, 1}, n);
  };
  EXPECT_EQ(diagonal_at(0).size(), 0);
  const Vector touching = diagonal_at(-0.05);
  ASSERT_EQ(touching.size(), n);
  EXPECT_EQ(touching.sum(), 2 * 20 * static_cast<double>(bars.pairs.size()));
}

TEST(System, RefusesCouplingsOfBodiesThatAreNotThere) {
  const TwoBars bars(2, 0.1);
  const Body alone = make_test_body({.dim = 2});
  System system = system_of(alone);
  system.couplings = {bars.contact(1)};
  EXPECT_THROW(system.islands(), InputError);
}

}  // namespace
}  // namespace descant::testing
