// tests/force/gravity_test.cpp: weight.

#include "descant/force/gravity.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "descant/core/error.hpp"

namespace descant {
namespace {

TEST(Gravity, PullsEachVertexByItsMass) {
  Vector expected(6);
  expected << 1, -20, 2, -40, 0, 0;
  EXPECT_EQ(gravity_force(Vec<3>(2, 4, 0), 2, Vec<2>(0.5, -10)), expected);
}

TEST(Gravity, IsInterleavedIn3dToo) {
  Vector expected(6);
  expected << 1, 2, 3, 10, 20, 30;
  EXPECT_EQ(gravity_force(Vec<2>(1, 10), 3, Vec<3>(1, 2, 3)), expected);
}

TEST(Gravity, OfTheWrongDimensionOrNotFiniteIsAnInputError) {
  EXPECT_THROW(gravity_force(Vec<2>(1, 1), 3, Vec<2>(0, -10)), InputError);
  EXPECT_THROW(gravity_force(Vec<2>(1, 1), 2, Vec<2>(0, std::nan(""))), InputError);
}

}  // namespace
}  // namespace descant
