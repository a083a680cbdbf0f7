// tests/core/parallel_test.cpp: loops give the same bytes on any number of threads.

#include "descant/core/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace descant {
namespace {

constexpr int thread_counts[] = {1, 2, 3, 8};

/// A sum that rounds differently in every order.
double rough_sum(const Workers& workers, Index count, Index chunk) {
  return workers.sum_ranges(count, chunk, [](Index begin, Index end) {
    double sum = 0;
    for (Index i = begin; i < end; ++i) sum += std::sin(1. * i) * std::exp(0.01 * (i % 1000));
    return sum;
  });
}

TEST(Workers, VisitEveryItemOnce) {
  for (const int threads : thread_counts)
    for (const Index count : {0, 1, 6, 7, 8, 1000}) {
      std::vector<std::atomic<int>> visits(count);
      Workers(threads).for_ranges(count, 7, [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) ++visits[i];
      });
      for (const auto& visit : visits) EXPECT_EQ(visit, 1);
    }
}

TEST(Workers, CutTheSameRangesWhateverTheNumberOfThreads) {
  for (const int threads : thread_counts) {
    std::vector<Index> ends(4, -1);  // of the range that begins at 5·r
    Workers(threads).for_ranges(18, 5, [&](Index begin, Index end) { ends.at(begin / 5) = end; });
    EXPECT_EQ(ends, (std::vector<Index>{5, 10, 15, 18}));
  }
}

TEST(Workers, SumToTheSameBytesOnAnyNumberOfThreads) {
  const double alone = rough_sum(Workers(1), 100000, 64);
  for (const int threads : thread_counts)
    for (int repeat = 0; repeat < 5; ++repeat)
      EXPECT_EQ(rough_sum(Workers(threads), 100000, 64), alone) << threads << " threads";
  // the test means something: another order gives other bytes
  EXPECT_NE(rough_sum(Workers(1), 100000, 1000), alone);
}

TEST(Workers, DoNothingForAnEmptyRange) {
  for (const int threads : thread_counts) {
    const Workers workers(threads);
    workers.for_ranges(0, 16, [](Index, Index) { FAIL() << "called for nothing"; });
    EXPECT_EQ(workers.sum_ranges(0, 16, [](Index, Index) { return 1.; }), 0);
  }
}

TEST(Workers, HandExceptionsToTheCaller) {
  for (const int threads : thread_counts) {
    const Workers workers(threads);
    const auto fail_at_500 = [](Index begin, Index end) {
      if (begin <= 500 && 500 < end) throw std::runtime_error("item 500");
    };
    try {
      workers.for_ranges(1000, 10, fail_at_500);
      FAIL() << "the exception was lost";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "item 500");
    }
    // and are fit for work afterwards
    EXPECT_EQ(workers.sum_ranges(100, 7, [](Index b, Index e) { return 1. * (e - b); }), 100);
  }
}

TEST(Workers, MayNest) {
  const Workers workers(3);
  const double sum = workers.sum_ranges(12, 1, [&](Index outer, Index) {
    return workers.sum_ranges(10, 1, [&](Index inner, Index) { return 10. * outer + inner; });
  });
  EXPECT_EQ(sum, 119 * 120 / 2);
}

TEST(Workers, KnowTheirNumberOfThreads) {
  EXPECT_EQ(Workers().num_threads(), 1);
  EXPECT_EQ(Workers(5).num_threads(), 5);
  EXPECT_GE(Workers(0).num_threads(), 1);  // all cores
  const Workers original(4), copy = original;
  EXPECT_EQ(copy.num_threads(), 4);
}

}  // namespace
}  // namespace descant
