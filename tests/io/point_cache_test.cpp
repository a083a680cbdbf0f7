// tests/io/point_cache_test.cpp: PC2 and MDD, byte by byte, and broken ones.

#include <gtest/gtest.h>

#include "descant/io/mdd.hpp"
#include "descant/io/pc2.hpp"
#include "support/input_error.hpp"

namespace descant {
namespace {

using namespace std::string_literals;

std::vector<Positions> two_frames() {
  Positions first(1, 3), second(1, 3);
  first << 1, -2, 0.5;
  second << 0.1, 3e7, 0;
  return {first, second};
}

TEST(PointCache, Pc2IsLaidOutAsItsReadersExpect) {
  const std::string bytes = pc2_bytes({.frames = two_frames(), .start = 2, .rate = 1});
  EXPECT_EQ(bytes.substr(0, 48),
            "POINTCACHE2\0"
            "\1\0\0\0"
            "\1\0\0\0"
            "\0\0\0\x40"
            "\0\0\x80\x3f"
            "\2\0\0\0"
            "\0\0\x80\x3f\0\0\0\xc0\0\0\0\x3f"
            "\xcd\xcc\xcc\x3d"s);
  EXPECT_EQ(bytes.size(), 32u + 24u);
}

TEST(PointCache, MddIsLaidOutAsItsReadersExpect) {
  const std::string bytes = mdd_bytes({.frames = two_frames(), .times = {0, 0.5}});
  EXPECT_EQ(bytes.substr(0, 28),
            "\0\0\0\2"
            "\0\0\0\1"
            "\0\0\0\0"
            "\x3f\0\0\0"
            "\x3f\x80\0\0\xc0\0\0\0\x3f\0\0\0"s);
  EXPECT_EQ(bytes.size(), 16u + 24u);
}

TEST(PointCache, ReadsWhatItWrote) {
  const PointCache pc2 =
      parse_pc2(pc2_bytes({.frames = two_frames(), .start = 3, .rate = 0.5}), "a.pc2");
  EXPECT_EQ(pc2.start, 3);
  EXPECT_EQ(pc2.rate, 0.5);
  const TimedCache mdd = parse_mdd(mdd_bytes({.frames = two_frames(), .times = {1, 2}}), "a.mdd");
  EXPECT_EQ(mdd.times, (std::vector<double>{1, 2}));
  for (const std::vector<Positions>& frames : {pc2.frames, mdd.frames}) {
    ASSERT_EQ(frames.size(), 2u);
    for (size_t f = 0; f < 2; ++f)
      EXPECT_EQ(frames[f], two_frames()[f].cast<float>().cast<double>());
  }
  EXPECT_TRUE(parse_pc2(pc2_bytes({}), "none.pc2").frames.empty());
  EXPECT_TRUE(parse_mdd(mdd_bytes({}), "none.mdd").frames.empty());
}

TEST(PointCache, TurnsBrokenFilesAway) {
  const std::string pc2 = pc2_bytes({.frames = two_frames()});
  const std::string mdd = mdd_bytes({.frames = two_frames(), .times = {0, 1}});
  for (size_t length = 0; length < pc2.size(); ++length)
    EXPECT_THROW(parse_pc2(pc2.substr(0, length), "a.pc2"), InputError) << length;
  for (size_t length = 0; length < mdd.size(); ++length)
    EXPECT_THROW(parse_mdd(mdd.substr(0, length), "a.mdd"), InputError) << length;
  expect_input_error([&] { parse_pc2(pc2 + " ", "a.pc2"); }, "a.pc2", "not as long");
  expect_input_error([&] { parse_pc2("POINTCACHE3" + pc2.substr(11), "a.pc2"); }, "a.pc2",
                     "no PC2");
  std::string negative = mdd;
  negative[0] = '\xff';
  expect_input_error([&] { parse_mdd(negative, "a.mdd"); }, "a.mdd", "negative");
  std::string nan = mdd;
  nan[8] = '\x7f', nan[9] = '\xff';
  expect_input_error([&] { parse_mdd(nan, "a.mdd"); }, "a.mdd", "not finite");
  // counts that promise more than the file holds
  std::string huge = pc2;
  huge[19] = '\x7f';
  expect_input_error([&] { parse_pc2(huge, "a.pc2"); }, "a.pc2", "not as long");
}

}  // namespace
}  // namespace descant
