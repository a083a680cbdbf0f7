// tests/elasticity/material_test.cpp: moduli, names and metric weights.

#include <gtest/gtest.h>

#include <limits>

#include "descant/core/error.hpp"
#include "descant/elasticity/law_names.hpp"
#include "descant/elasticity/metric.hpp"
#include "descant/energy/placed_energy.hpp"
#include "descant/mesh/box.hpp"
#include "descant/mesh/measures.hpp"

namespace descant {
namespace {

TEST(Lame, FromYoungAndPoisson) {
  const Lame steel = lame_parameters(208e9, 0.3);
  EXPECT_DOUBLE_EQ(steel.mu, 80e9);
  EXPECT_DOUBLE_EQ(steel.lambda, 120e9);
  EXPECT_EQ(lame_parameters(1, 0).lambda, 0);

  // and back: E = μ(3λ + 2μ)/(λ + μ), ν = λ/2(λ + μ)
  for (double poisson : {-0.9, -0.2, 0.1, 0.49}) {
    const auto [mu, lambda] = lame_parameters(5, poisson);
    EXPECT_NEAR(mu * (3 * lambda + 2 * mu) / (lambda + mu), 5, 1e-12);
    EXPECT_NEAR(lambda / (2 * (lambda + mu)), poisson, 1e-14);
  }
}

TEST(Lame, RefusesWhatNoMaterialHas) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (double young : {0.0, -1.0, nan, infinity}) {
    EXPECT_THROW(lame_parameters(young, 0.3), InputError);
  }
  for (double poisson : {0.5, 1.0, -1.0, nan, infinity}) {
    EXPECT_THROW(lame_parameters(1, poisson), InputError);
  }
}

TEST(LawNames, ReadWhatTheyWrite) {
  ASSERT_EQ(all_laws().size(), 6u);
  for (LawKind law : all_laws()) EXPECT_EQ(law_from_name(law_name(law)), law);
  EXPECT_EQ(law_from_name("stable-neohookean"), LawKind::stable_neohookean);
  EXPECT_EQ(law_from_name("ARAP"), std::nullopt);
  EXPECT_EQ(law_from_name(""), std::nullopt);
}

TEST(MetricWeights, AreTwoMuPlusLambdaWhereTheLawHasIt) {
  Material material{.lame = {{1, 3}, {2, 0.5}}};
  for (LawKind law : all_laws()) {
    material.law = law;
    EXPECT_EQ(metric_weights(material), law == LawKind::arap ? Vec<2>(2, 4) : Vec<2>(5, 4.5));
  }
}

/// What `hold` makes of a pose: the bound before and after.
struct Raised {
  bool is_raised;
  Vector bound;
};

Raised raised(const Mesh& mesh, const Vector& u_r, Vector bound) {
  Material material{.law = LawKind::arap, .pose = Pose::hold};
  material.lame.assign(mesh.num_elements(), {.mu = 1, .lambda = 1});
  const auto held = make_elasticity(mesh, material, Workers(1));
  const Segment all{0, mesh.num_dofs()};
  const Place at({.u = u_r.data(), .u_c = u_r.data(), .u_r = u_r.data()}, {&all, 1});
  const bool is_raised = held->raise_bound(at, bound);
  return {is_raised, bound};
}

TEST(MetricBound, GrowsWithTheStretchOfThePoseAndNeverShrinks) {
  for (int dim : {2, 3}) {
    const Mesh mesh = box_mesh(Vector::Zero(dim), Vector::Ones(dim), std::vector<int>(dim, 2));
    const Vector rest = Vector::Zero(mesh.num_dofs()), ones = Vector::Ones(mesh.num_elements());
    const Raised at_rest = raised(mesh, rest, {});
    EXPECT_FALSE(at_rest.is_raised);
    EXPECT_EQ(at_rest.bound, ones);

    // twice as long everywhere: at least ‖2I‖²/d = 4; half as long: still 1
    const Raised stretched = raised(mesh, flat(mesh.vertices), at_rest.bound);
    EXPECT_TRUE(stretched.is_raised);
    EXPECT_GE(stretched.bound.minCoeff(), 4);
    EXPECT_LE(stretched.bound.maxCoeff(), 1.5 * 4);
    EXPECT_FALSE(raised(mesh, -0.5 * flat(mesh.vertices), ones).is_raised);

    // what was met before asks for nothing more, and what comes after leaves it
    EXPECT_FALSE(raised(mesh, flat(mesh.vertices), stretched.bound).is_raised);
    EXPECT_EQ(raised(mesh, rest, stretched.bound).bound, stretched.bound);

    // one vertex pulled: only the elements around it
    Vector u_r = rest;
    u_r[0] = -3;
    const Vector bound = raised(mesh, u_r, {}).bound;
    for (Index e = 0; e < mesh.num_elements(); ++e)
      EXPECT_EQ(bound[e] > 1, (mesh.elements.row(e).array() == 0).any());
  }
}

TEST(MetricBound, ScalesTheMetricElementByElement) {
  const Mesh mesh = box_mesh(Vector::Zero(3), Vector::Ones(3), {2, 2, 2});
  Material material{.law = LawKind::corotational, .pose = Pose::hold};
  material.lame.assign(mesh.num_elements(), {.mu = 2, .lambda = 3});
  const auto held = make_elasticity(mesh, material, Workers(1));
  const PlacedEnergy alone = placed_alone(*held, mesh.num_dofs(), 3);
  Vector bound = Vector::LinSpaced(mesh.num_elements(), 1, 5);
  const SparseMatrix A = metric_share({&alone, 1}, {bound}, mesh.num_vertices());
  const SparseMatrix expected = laplacian(mesh, 7 * bound);
  EXPECT_LE((A - expected).norm(), 1e-14 * expected.norm());
  EXPECT_LE((metric_share({&alone, 1}, {Vector()}, mesh.num_vertices()) -
             laplacian(mesh, Vector::Constant(mesh.num_elements(), 7)))
                .norm(),
            1e-14 * expected.norm());
}

}  // namespace
}  // namespace descant
