// tests/io/skin_weights_test.cpp: weights are cleaned quietly, normalised aloud, or refused.

#include "descant/io/skin_weights.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "support/input_error.hpp"

namespace descant {
namespace {

struct Listener {
  std::vector<std::string> warnings;
  Log log() {
    return [this](Severity, const std::string& message) { warnings.push_back(message); };
  }
};

TEST(SkinWeights, LeavesRoundOffAlone) {
  Listener listener;
  const Matrix weights = (Matrix(2, 2) << 0.5, 0.5 + 5e-5, 1 + 6e-9, -6e-9).finished();
  const Matrix clean = checked_weights(weights, {2, 2}, "w.dmat", listener.log());
  EXPECT_EQ(clean.row(0), weights.row(0));
  EXPECT_EQ(clean(1, 1), 0);
  EXPECT_TRUE(listener.warnings.empty());
}

TEST(SkinWeights, NormalisesWithOneWarning) {
  Listener listener;
  const Matrix weights = (Matrix(3, 2) << 0.5, 0.5, 2, 2, 0.1, 0.3).finished();
  const Matrix clean = checked_weights(weights, {3, 2}, "w.dmat", listener.log());
  EXPECT_EQ(clean.row(0), weights.row(0));
  EXPECT_EQ(clean.row(1), (Matrix(1, 2) << 0.5, 0.5).finished());
  EXPECT_NEAR(clean.row(2).sum(), 1, 1e-15);  // one division
  ASSERT_EQ(listener.warnings.size(), 1u);
  EXPECT_NE(listener.warnings[0].find("w.dmat: the weights of 2 vertices"), std::string::npos)
      << listener.warnings[0];
}

TEST(SkinWeights, MentionsNegativeOnes) {
  Listener listener;
  const Matrix weights = (Matrix(1, 2) << 1.25, -0.25).finished();
  EXPECT_EQ(checked_weights(weights, {1, 2}, "w.dmat", listener.log()), weights);
  ASSERT_EQ(listener.warnings.size(), 1u);
  EXPECT_NE(listener.warnings[0].find("negative"), std::string::npos);
}

TEST(SkinWeights, RefusesWhatCannotBeMended) {
  const auto check = [](const Matrix& weights) { checked_weights(weights, {2, 2}, "w", nullptr); };
  expect_input_error([&] { check(Matrix::Ones(3, 2)); }, "w",
                     "holds 3 x 2 weights, not 2 vertices x 2 handles");
  Matrix weights = Matrix::Constant(2, 2, 0.5);
  weights.row(1).setZero();
  expect_input_error([&] { check(weights); }, "w", "vertex 1: the weights sum to 0");
  weights(1, 0) = std::numeric_limits<double>::quiet_NaN();
  expect_input_error([&] { check(weights); }, "w", "vertex 1, handle 0");
}

}  // namespace
}  // namespace descant
