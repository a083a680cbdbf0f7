// tests/simulation/frequency_test.cpp: stiffness in Hz, independent of units, size and mesh.

#include "descant/simulation/frequency.hpp"

#include <gtest/gtest.h>

#include "descant/core/error.hpp"
#include "support/bodies.hpp"

namespace descant::testing {
namespace {

/// A cube's lattice rounded into a ball of radius 1.
Mesh ball(int cells) {
  Mesh mesh = box_mesh(Vector::Constant(3, -1), Vector::Ones(3), {cells, cells, cells});
  for (Index i = 0; i < mesh.num_vertices(); ++i) {
    const Eigen::Vector3d x = mesh.vertices.row(i);
    if (x.norm() > 0) mesh.vertices.row(i) = x * (x.cwiseAbs().maxCoeff() / x.norm());
  }
  return mesh;
}

BodyOptions ball_options(const Mesh& mesh, double young) {
  return {.material = {.law = LawKind::corotational,
                       .lame = std::vector<Lame>(mesh.num_elements(), lame_parameters(young, 0.3))},
          .density = Vector::Constant(mesh.num_elements(), 1000)};
}

Body ball_body(const Mesh& mesh, const BodyOptions& options) {
  return make_body(mesh, make_affine_rig(mesh.vertices), options, Workers(1));
}

TEST(Frequency, ACompactBodyGetsItsLowestMode) {
  const Mesh mesh = ball(6);
  const Body body = ball_body(mesh, ball_options(mesh, 1e5));
  EXPECT_GT(body.lowest_frequency, 0);
  EXPECT_NEAR(body.body_frequency, body.lowest_frequency, 0.15 * body.lowest_frequency);
}

TEST(Frequency, GoesWithTheRootOfTheModulus) {
  const Mesh mesh = ball(4);
  const Body soft = ball_body(mesh, ball_options(mesh, 1e4));
  const Body stiff = ball_body(mesh, ball_options(mesh, 1e6));
  EXPECT_NEAR(stiff.body_frequency, 10 * soft.body_frequency, 1e-6 * stiff.body_frequency);
  EXPECT_NEAR(stiff.lowest_frequency, 10 * soft.lowest_frequency, 1e-6 * stiff.lowest_frequency);
}

TEST(Frequency, RetunedIsAsMadeForTheOtherFrequency) {
  const Mesh mesh = ball(4);
  BodyOptions options = ball_options(mesh, 1);
  options.damping_ratio = 0.1;
  options.frequency = 5;
  const Body made = ball_body(mesh, options);
  options.frequency = 2;
  Body tuned = ball_body(mesh, options);
  retune(tuned, 5);
  EXPECT_DOUBLE_EQ(tuned.body_frequency, made.body_frequency);
  EXPECT_NEAR(tuned.lowest_frequency, made.lowest_frequency, 1e-12 * made.lowest_frequency);
  EXPECT_NEAR(tuned.alpha, made.alpha, 1e-12 * made.alpha);
  EXPECT_NEAR(tuned.beta, made.beta, 1e-12 * made.beta);
  EXPECT_NEAR(tuned.material.lame[0].mu, made.material.lame[0].mu,
              1e-12 * made.material.lame[0].mu);
  EXPECT_LE((tuned.stiffness_metric - made.stiffness_metric).norm(),
            1e-12 * made.stiffness_metric.norm());
  const Vector u = 0.1 * Vector::LinSpaced(mesh.num_dofs(), -1, 1).array().sin();
  const Vector still = Vector::Zero(u.size());
  const double energy = elasticity_of(made).energy(u, still);
  EXPECT_NEAR(elasticity_of(tuned).energy(u, still), energy, 1e-12 * energy);
  EXPECT_THROW(retune(tuned, 0), InputError);
}

TEST(Frequency, AskedForIsGivenWhateverTheSize) {
  for (double size : {0.01, 1.0, 100.0}) {
    Mesh mesh = ball(4);
    mesh.vertices *= size;
    BodyOptions options = ball_options(mesh, 1);
    options.frequency = 3;
    const Body body = ball_body(mesh, options);
    EXPECT_NEAR(body.body_frequency, 3, 1e-9);
    // the same again, measured on the scaled material
    BodyOptions measured = ball_options(mesh, 1);
    measured.material = body.material;
    EXPECT_NEAR(ball_body(mesh, measured).body_frequency, 3, 1e-6);
  }
}

TEST(Frequency, ABodyThatCanHardlyMoveIsNoError) {
  const Mesh mesh = box_mesh(Vector::Zero(2), Vector::Ones(2), {3, 3});
  BodyOptions options = body_options({.rig = TestRig::affine, .dim = 2, .leak = 0}, mesh);
  options.pinned.assign(mesh.num_vertices(), true);
  const std::vector<int> inner{5, 6, 9, 10};
  for (size_t num_free = 0; num_free <= inner.size(); ++num_free) {
    if (num_free > 0) options.pinned[inner[num_free - 1]] = false;
    SCOPED_TRACE(num_free);
    const Body body = make_body(mesh, make_affine_rig(mesh.vertices), options, Workers(1));
    EXPECT_TRUE(std::isfinite(body.body_frequency));
    EXPECT_TRUE(std::isfinite(body.lowest_frequency));
    // one vertex can do no more than what an affine rig forbids; the fourth can
    if (num_free < 2) {
      EXPECT_EQ(body.body_frequency, 0);
      EXPECT_EQ(body.lowest_frequency, 0);
    }
    if (num_free == 4) {
      EXPECT_GT(body.body_frequency, 0);
      EXPECT_GT(body.lowest_frequency, 0);
    }
  }
}

TEST(Frequency, OfALargeBodyIsMeasuredWhereItMatters) {
  const Mesh mesh = box_mesh(Vector::Zero(2), Vector::Ones(2), {75, 75});
  BodyOptions options = body_options({.rig = TestRig::affine, .dim = 2, .leak = 0}, mesh);
  options.damping_ratio = 0;
  EXPECT_EQ(make_body(mesh, make_affine_rig(mesh.vertices), options, Workers(1)).body_frequency, 0);
  options.frequency = 3;
  const Body body = make_body(mesh, make_affine_rig(mesh.vertices), options, Workers(1));
  EXPECT_NEAR(body.body_frequency, 3, 1e-9);
}

TEST(Frequency, OfABodyThatCannotMoveIsAnError) {
  const Mesh mesh = box_mesh(Vector::Zero(2), Vector::Ones(2), {3, 3});
  BodyOptions options = body_options({.rig = TestRig::affine, .dim = 2, .leak = 0}, mesh);
  options.pinned.assign(mesh.num_vertices(), true);
  options.frequency = 3;
  EXPECT_THROW(make_body(mesh, make_affine_rig(mesh.vertices), options, Workers(1)), InputError);
}

TEST(Frequency, LowestModeRingsAtTheSaidPitch) {
  // pluck a bar held at one end and time its swings
  const Mesh mesh = box_mesh(Vector{{0, 0}}, Vector{{1, 0.2}}, {20, 4});
  BodyOptions options = body_options({.rig = TestRig::affine,
                                      .law = LawKind::linear,
                                      .dim = 2,
                                      .leak = 0,
                                      .young = 1e7,
                                      .poisson = 0.3},
                                     mesh);
  for (Index i = 0; i < mesh.num_vertices(); ++i)
    options.pinned.push_back(mesh.vertices(i, 0) < 1e-9);
  const Index size = mesh.num_dofs();
  const auto still = std::make_shared<FunctionRig>(
      [size](ConstVec p) { return Vector(0 * p[0] * Vector::Ones(size)); },
      FunctionShape{.dim = 2, .num_vertices = mesh.num_vertices(), .num_params = 1});
  const Body body = make_body(mesh, still, options, Workers(1));
  const Vector pull = Vector::Unit(size, size - 1) * 100;
  const Drive drive{
      .params = [](double) { return Vector(Vector::Zero(1)); },
      .force = [&](double time, const Motion&) { return time < 0.5 ? pull : Vector(0 * pull); }};
  const Trajectory ring =
      run(body, drive,
          {.fps = 2000, .num_frames = 6000, .substeps = 1, .integrator = Integrator::bdf2});
  const Vector tip = ring.u_c.row(size - 1);
  std::vector<double> crossings;
  for (Index f = 1600; f + 1 < tip.size(); ++f)
    if (tip[f] < 0 && tip[f + 1] >= 0) crossings.push_back(f - tip[f] / (tip[f + 1] - tip[f]));
  ASSERT_GE(crossings.size(), 2u);
  const double period = (crossings.back() - crossings.front()) / (crossings.size() - 1) / 2000;
  EXPECT_NEAR(1 / period, body.lowest_frequency, 0.02 * body.lowest_frequency);
}

}  // namespace
}  // namespace descant::testing
