// tests/elasticity/material_test.cpp: moduli, names and metric weights.

#include <gtest/gtest.h>

#include <limits>

#include "descant/core/error.hpp"
#include "descant/elasticity/law_names.hpp"
#include "descant/elasticity/metric.hpp"

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

TEST(MetricWeights, AreTwoMuPlusLambda) {
  const Material material{.lame = {{1, 3}, {2, 0.5}}};
  EXPECT_EQ(metric_weights(material), Vec<2>(5, 4.5));
}

}  // namespace
}  // namespace descant
