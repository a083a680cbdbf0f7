// tests/elasticity/material_test.cpp: moduli, names and metric weights.

#include <gtest/gtest.h>

#include <limits>

#include "descant/core/error.hpp"
#include "descant/elasticity/law_names.hpp"
#include "descant/elasticity/metric.hpp"
#include "descant/mesh/box.hpp"

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

TEST(HoldFactors, AreOfTheStretchAndNeverBelowOne) {
  for (int dim : {2, 3}) {
    const Mesh mesh = box_mesh(Vector::Zero(dim), Vector::Ones(dim), std::vector<int>(dim, 2));
    const Vector rest = Vector::Zero(mesh.num_dofs());
    EXPECT_EQ(hold_factors(mesh, rest), Vector::Ones(mesh.num_elements()));

    // twice as long everywhere: ‖2I‖²/d = 4; half as long: still 1
    EXPECT_LE((hold_factors(mesh, flat(mesh.vertices)).array() - 4).abs().maxCoeff(), 1e-14);
    EXPECT_EQ(hold_factors(mesh, -0.5 * flat(mesh.vertices)), Vector::Ones(mesh.num_elements()));

    // one vertex pulled: only the elements around it
    Vector u_r = rest;
    u_r[0] = -3;
    const Vector factors = hold_factors(mesh, u_r);
    for (Index e = 0; e < mesh.num_elements(); ++e)
      EXPECT_EQ(factors[e] > 1, (mesh.elements.row(e).array() == 0).any());
  }
}

}  // namespace
}  // namespace descant
