// tests/io/morph_channel_test.cpp: old weights keep their course when new ones join their channel.

#include "descant/io/morph_channel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "descant/scene/character_pose.hpp"

namespace descant {
namespace {

// One node whose morph weights the channel moves, evaluated as glTF says.
Vector weights_at(const Channel& channel, double time) {
  Character character;
  CharacterMesh mesh;
  mesh.parts.push_back(
      {.positions = Positions::Zero(1, 3),
       .targets = std::vector<Positions>(channel.values.cols(), Positions::Zero(1, 3))});
  character.meshes.push_back(mesh);
  character.nodes.push_back({.mesh = 0, .morph_weights = Vector::Zero(channel.values.cols())});
  CharacterClip clip{.name = "", .channels = {channel}, .duration = 10};
  clip.channels[0].node = 0;
  return pose_at(character, clip, time).morph_weights[0];
}

double linear_between(double a, double b, double s) { return a + s * (b - a); }

// Two old targets, keyed at 0.25, 0.75, 1.5 and 2.25.
Channel old_channel(Interpolation interpolation) {
  const Curve curve{
      .interpolation = interpolation, .times = {0.25, 0.75, 1.5, 2.25}, .values = Matrix(4, 2)};
  Channel channel{curve, 0, ChannelPath::weights};
  channel.values << 0, 1, 0.5, -0.25, 0.5, 0.75, 1, 0;
  if (interpolation == Interpolation::cubic_spline) {
    channel.in_tangents = Matrix(4, 2), channel.out_tangents = Matrix(4, 2);
    channel.in_tangents << 9, 9, 1, -2, 0, 3, 2, 1;
    channel.out_tangents << 3, 0, -1, 2, 0.5, 0.25, 9, 9;
  }
  return channel;
}

// One new target at 30 keys a second from 0 to 2, a zigzag.
LinearKeys zigzag() {
  LinearKeys keys;
  keys.values = Matrix(61, 1);
  for (int k = 0; k <= 60; ++k) {
    keys.times.push_back(k / 30.0);
    keys.values(k, 0) = k % 2;
  }
  return keys;
}

class MergedChannel : public ::testing::TestWithParam<Interpolation> {};

TEST_P(MergedChannel, KeepsTheOldWeightsAndAddsTheNew) {
  const Channel old = old_channel(GetParam());
  const LinearKeys added = zigzag();
  const Channel merged = merged_channel(old, added);
  ASSERT_EQ(merged.values.cols(), 3);
  for (std::size_t k = 1; k < merged.times.size(); ++k)
    ASSERT_LT(float(merged.times[k - 1]), float(merged.times[k]));
  for (const double time : merged.times) EXPECT_EQ(time, double(float(time)));

  // at the frames, between them, and at every float32 time around the old keys
  std::vector<double> times;
  for (int k = -10; k < 1000; ++k) times.push_back(double(float(k / 370.0)));
  for (const double key : old.times) {
    times.push_back(std::nextafter(float(key), 0.0f));
    times.push_back(key);
    times.push_back(std::nextafter(float(key), 9.0f));
  }
  for (const double time : times) {
    const Vector shown = weights_at(merged, time), original = weights_at(old, time);
    EXPECT_NEAR(shown[0], original[0], 1e-6) << time;
    EXPECT_NEAR(shown[1], original[1], 1e-6) << time;
    const double frame = std::min(std::max(time, 0.0), 2.0) * 30;
    const int k = std::min(int(frame), 59);
    // slope 30 a second, key times are off by up to a float32 step of 1.2e-7 s, tangents rounded
    EXPECT_NEAR(shown[2], linear_between(k % 2, (k + 1) % 2, frame - k), 1e-5) << time;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryInterpolation, MergedChannel,
                         ::testing::Values(Interpolation::step, Interpolation::linear,
                                           Interpolation::cubic_spline),
                         [](const auto& param) {
                           return param.param == Interpolation::step     ? "step"
                                  : param.param == Interpolation::linear ? "linear"
                                                                         : "cubic";
                         });

TEST(MorphChannel, KeysThatAreNearlyTheSameAreOne) {
  Channel old = old_channel(Interpolation::linear);
  old.times = {0, 1, 2, 3};
  const double next = std::nextafter(1.0f, 2.0f);
  const Channel merged = merged_channel(old, {{0, next, 2.5}, Matrix::Random(3, 2)});
  EXPECT_EQ(merged.times, (std::vector<double>{0, 1, 2, 2.5, 3}));
}

TEST(MorphChannel, JumpsNeedNoKeyWhereNothingJumps) {
  Channel old = old_channel(Interpolation::step);
  old.values.row(2) = old.values.row(1);
  const Channel merged = merged_channel(old, {{0.25, 2.25}, Matrix::Random(2, 1)});
  EXPECT_EQ(merged.times.size(), 6u) << "four keys and one before each of two jumps";
  EXPECT_EQ(merged.interpolation, Interpolation::linear);
}

TEST(MorphChannel, OneOldKeyIsAConstant) {
  for (const Interpolation interpolation :
       {Interpolation::step, Interpolation::linear, Interpolation::cubic_spline}) {
    const Curve curve{.interpolation = interpolation, .times = {0.5}};
    Channel old{curve, 0, ChannelPath::weights};
    old.values = Matrix::Constant(1, 2, 0.25);
    if (interpolation == Interpolation::cubic_spline)
      old.in_tangents = old.out_tangents = Matrix::Constant(1, 2, 7);
    const Channel merged = merged_channel(old, zigzag());
    for (double time = 0; time < 2; time += 0.0123)
      EXPECT_EQ(weights_at(merged, time).head(2), Vector::Constant(2, 0.25));
  }
}

TEST(MorphChannel, WideningAddsZerosAndChangesNothing) {
  const Channel old = old_channel(Interpolation::cubic_spline);
  const Channel wide = widened_channel(old, 3);
  EXPECT_EQ(wide.times, old.times);
  EXPECT_EQ(wide.interpolation, old.interpolation);
  EXPECT_EQ(wide.values.leftCols(2), old.values);
  EXPECT_EQ(wide.in_tangents.leftCols(2), old.in_tangents);
  EXPECT_EQ(wide.out_tangents.leftCols(2), old.out_tangents);
  for (const Matrix* numbers : {&wide.values, &wide.in_tangents, &wide.out_tangents})
    EXPECT_EQ(numbers->rightCols(3), Matrix::Zero(4, 3));
}

}  // namespace
}  // namespace descant
