// tests/core/disjoint_sets_test.cpp: sets that are joined two at a time.

#include "descant/core/disjoint_sets.hpp"

#include <gtest/gtest.h>

namespace descant {
namespace {

TEST(DisjointSets, StartApart) {
  DisjointSets sets(3);
  EXPECT_EQ(sets.size(), 3);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(sets.root(i), i);
  EXPECT_EQ(sets.numbered(), (std::vector<int>{0, 1, 2}));
  EXPECT_TRUE(DisjointSets().numbered().empty());
}

TEST(DisjointSets, JoiningTellsWhetherTheyWereApart) {
  DisjointSets sets(5);
  EXPECT_TRUE(sets.join(4, 2));
  EXPECT_FALSE(sets.join(2, 4));
  EXPECT_FALSE(sets.join(3, 3));
  EXPECT_TRUE(sets.join(1, 3));
  EXPECT_TRUE(sets.join(3, 4));
  EXPECT_FALSE(sets.join(1, 2));
}

TEST(DisjointSets, TheSmallestItemStandsForItsSet) {
  // a chain from its end, which makes the longest way to the root
  DisjointSets sets(100);
  for (int i = 99; i > 1; --i) sets.join(i, i - 1);
  for (int i = 1; i < 100; ++i) EXPECT_EQ(sets.root(i), 1);
  EXPECT_EQ(sets.root(0), 0);
}

TEST(DisjointSets, NumbersCountSetsAsTheyAreMet) {
  DisjointSets sets(6);
  sets.join(5, 1);
  sets.join(4, 2);
  EXPECT_EQ(sets.numbered(), (std::vector<int>{0, 1, 2, 3, 2, 1}));
}

TEST(DisjointSets, GrowByOneItem) {
  DisjointSets sets(2);
  sets.join(0, 1);
  EXPECT_EQ(sets.add(), 2);
  EXPECT_EQ(sets.size(), 3);
  EXPECT_EQ(sets.root(2), 2);
  EXPECT_TRUE(sets.join(2, 1));
  EXPECT_EQ(sets.root(2), 0);
}

}  // namespace
}  // namespace descant
