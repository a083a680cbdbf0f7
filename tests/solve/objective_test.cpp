// tests/solve/objective_test.cpp: E against finite differences, with every term present.

#include "descant/solve/objective.hpp"

#include <gtest/gtest.h>

#include "descant/mesh/measures.hpp"
#include "descant/solve/line_search.hpp"
#include "support/bodies.hpp"

namespace descant::testing {
namespace {

Vector stirred(Index size, double amount) {
  Vector u(size);
  for (Index i = 0; i < size; ++i) u[i] = amount * std::sin(1.7 * i + 0.1 * i * i);
  return u;
}

/// A body with inertia, damping and a force, away from equilibrium.
struct Fixture {
  explicit Fixture(int dim, Pose pose = Pose::relax)
      : body(make_test_body({.law = LawKind::corotational, .pose = pose, .dim = dim})) {
    damping = 0.3 * body.stiffness_metric;
    damping.diagonal() += 7 * body.space.mass;
    const Index size = body.mesh.num_dofs();
    u_r = body.rig->displacement(lively_params(TestRig::skinning, dim, 0.2));
    u_tilde = stirred(size, 0.05);
    z = stirred(size, -0.03);
    f = stirred(size, 11);
    terms.push_back(placed_alone(*body.terms.front(), size, dim));
  }

  Objective objective() const {
    return {.terms = terms,
            .terms_number = 1,
            .metric = metric,
            .mass = body.space.mass,
            .damping = damping,
            .workers = body.workers,
            .dim = body.mesh.dim(),
            .kappa = 2500,
            .u_r = u_r,
            .u_tilde = u_tilde,
            .z = z,
            .f = f};
  }

  Body body;
  std::vector<PlacedEnergy> terms;
  NumberedMatrix metric;
  SparseMatrix damping;
  Vector u_r, u_tilde, z, f;
};

TEST(Objective, GradientMatchesDifferencesOfE) {
  for (int dim : {2, 3})
    for (Pose pose : {Pose::relax, Pose::hold}) {
      const Fixture fixture(dim, pose);
      const Objective objective = fixture.objective();
      const Vector u_c = stirred(objective.u_r.size(), 0.02);
      Vector g;
      const EnergyValue value = energy_and_gradient(objective, u_c, g);
      EXPECT_EQ(value.total, energy(objective, u_c).total);
      const Vector direction = stirred(objective.u_r.size(), 1).reverse();
      const double step = 1e-6;
      const double slope = (energy(objective, u_c + step * direction).total -
                            energy(objective, u_c - step * direction).total) /
                           (2 * step);
      EXPECT_NEAR(g.dot(direction), slope, 1e-6 * g.norm() * direction.norm());
    }
}

TEST(Objective, HessianMatchesDifferencesOfTheGradient) {
  for (int dim : {2, 3}) {
    const Fixture fixture(dim);
    const Objective objective = fixture.objective();
    const Vector u_c = stirred(objective.u_r.size(), 0.02);
    ObjectiveHessian hessian;
    EXPECT_TRUE(hessian.update(objective, u_c, Curvature::exact));
    const SparseMatrix Q = hessian.matrix();
    EXPECT_FALSE(hessian.update(objective, u_c, Curvature::exact)) << "the sparsity stays";
    EXPECT_EQ((hessian.matrix() - Q).norm(), 0);
    const Vector direction = stirred(objective.u_r.size(), 1).reverse();
    Vector after, before;
    const double step = 1e-6;
    energy_and_gradient(objective, u_c + step * direction, after);
    energy_and_gradient(objective, u_c - step * direction, before);
    const Vector difference = (after - before) / (2 * step);
    EXPECT_LE((Q * direction - difference).norm(), 1e-6 * difference.norm());
  }
}

TEST(Objective, TakesTheReactionFromTheGradientAlone) {
  for (int dim : {2, 3}) {
    const Fixture fixture(dim);
    const Objective objective = fixture.objective();
    const Vector u_c = stirred(objective.u_r.size(), 0.02), reaction = stirred(u_c.size(), 3);
    Vector g, rest;
    const EnergyValue value = energy_and_gradient(objective, u_c, g);
    const Trial at{.u_c = u_c, .u = fixture.u_r + u_c};
    ObjectiveScratch scratch;
    EXPECT_EQ(energy_and_gradient(objective, at, reaction, rest, scratch).total, value.total);
    EXPECT_LE((g - reaction - rest).norm(), 1e-14 * (g.norm() + reaction.norm()));
    EXPECT_EQ(energy_and_gradient(objective, at, Vector(), rest, scratch).total, value.total);
    EXPECT_EQ(rest, g);
    EXPECT_EQ(energy(objective, at, scratch).total, value.total);
  }
}

TEST(Objective, NoForceIsAForceOfZero) {
  Fixture fixture(3);
  const Vector u_c = stirred(fixture.u_r.size(), 0.02);
  Vector g, g_none;
  fixture.f.setZero();
  const EnergyValue value = energy_and_gradient(fixture.objective(), u_c, g);
  fixture.f.resize(0);
  EXPECT_EQ(energy_and_gradient(fixture.objective(), u_c, g_none).total, value.total);
  EXPECT_EQ(g_none, g);
}

TEST(Objective, IsNowhereBelowItsLowerBound) {
  const Fixture fixture(3);
  const Objective objective = fixture.objective();
  ObjectiveScratch scratch;
  Iterate at{.u_c = stirred(fixture.u_r.size(), 1e-3)};
  evaluate(objective, at, scratch);
  EXPECT_EQ(at.value.total, energy(objective, at.u_c).total);
  EXPECT_EQ(lower_bound(objective, at, at.u_c, scratch), at.value.total);
  for (const double amount : {-2e-3, -1e-4, 1e-4, 2e-3}) {
    const Vector delta = stirred(fixture.u_r.size(), amount).reverse();
    const Vector u_c = at.u_c + delta;
    const double bound = lower_bound(objective, at, u_c, scratch);
    EXPECT_LT(bound, energy(objective, u_c).total);
    // the bound is the parabola of inertia alone
    double inertia = 0;
    for (Index k = 0; k < delta.size(); ++k)
      inertia += 0.5 * objective.kappa * objective.mass[k / 3] * delta[k] * delta[k];
    EXPECT_NEAR(bound, at.value.total + at.g.dot(delta) + inertia, 1e-12 * at.value.total);
  }
}

TEST(LineSearch, NeverAcceptsARise) {
  const Fixture fixture(2);
  const Objective objective = fixture.objective();
  const Vector u_c = stirred(objective.u_r.size(), 0.02);
  Vector g;
  const EnergyValue start = energy_and_gradient(objective, u_c, g);

  ObjectiveScratch scratch;

  // far too long a step down the gradient is cut until E falls
  const LineSearch down = backtrack(objective, u_c, start, -g, -g.squaredNorm(), scratch);
  EXPECT_GT(down.step, 0);
  EXPECT_LT(down.step, 1);
  EXPECT_LT(down.energy.total, start.total);

  // uphill, claimed to be downhill: nothing is accepted
  const LineSearch up = backtrack(objective, u_c, start, g, -g.squaredNorm(), scratch);
  EXPECT_EQ(up.step, 0);
}

}  // namespace
}  // namespace descant::testing
