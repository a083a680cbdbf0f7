// tests/core/weighted_median_test.cpp: half of the weight lies below.

#include "descant/core/weighted_median.hpp"

#include <gtest/gtest.h>

namespace descant {
namespace {

TEST(WeightedMedian, HalfOfTheWeightLiesBelow) {
  EXPECT_EQ(weighted_median(Vector{{3, 1, 2}}, Vector{{1, 1, 1}}), 2);
  EXPECT_EQ(weighted_median(Vector{{3, 1, 2}}, Vector{{5, 1, 1}}), 3);
  EXPECT_EQ(weighted_median(Vector{{3, 1, 2}}, Vector{{1, 5, 1}}), 1);
}

TEST(WeightedMedian, WhatHasNoWeightDoesNotCount) {
  EXPECT_EQ(weighted_median(Vector{{7, 1, 2}}, Vector{{0, 0, 1}}), 2);
  EXPECT_EQ(weighted_median(Vector{{7, 1}}, Vector{{0, 0}}), 0);
  EXPECT_EQ(weighted_median(Vector(), Vector()), 0);
}

}  // namespace
}  // namespace descant
