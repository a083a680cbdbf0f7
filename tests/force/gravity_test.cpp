// tests/force/gravity_test.cpp: weight.

#include "descant/force/gravity.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "descant/core/error.hpp"

namespace descant {
namespace {

TEST(Gravity, pulls_each_vertex_by_its_mass) {
  Vector expected(6);
  expected << 1, -20, 2, -40, 0, 0;
  EXPECT_EQ(gravity_force(Vec<3>(2, 4, 0), 2, Vec<2>(0.5, -10)), expected);
}

TEST(Gravity, is_interleaved_in_3d_too) {
  Vector expected(6);
  expected << 1, 2, 3, 10, 20, 30;
  EXPECT_EQ(gravity_force(Vec<2>(1, 10), 3, Vec<3>(1, 2, 3)), expected);
}

TEST(Gravity, of_the_wrong_dimension_or_not_finite_is_an_input_error) {
  EXPECT_THROW(gravity_force(Vec<2>(1, 1), 3, Vec<2>(0, -10)), InputError);
  EXPECT_THROW(gravity_force(Vec<2>(1, 1), 2, Vec<2>(0, std::nan(""))), InputError);
}

}  // namespace
}  // namespace descant
