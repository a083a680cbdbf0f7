// animation/cyclic_track_test.cpp: cycles repeat, pass through their keys, and do not stop at the
// seam.

#include "descant/animation/cyclic_track.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "descant/core/error.hpp"

namespace descant {
namespace {

constexpr double pi = std::numbers::pi;

/// A sine and a cosine of period 1 s, sampled at 20 frames a second.
ParamTrack wave() {
  ParamTrack track{.fps = 20, .samples = Matrix(21, 2)};
  for (int row = 0; row <= 20; ++row)
    track.samples.row(row) << std::sin(2 * pi * row / 20), std::cos(2 * pi * row / 20);
  return track;
}

TEST(CyclicTrack, TimesWrapIntoThePeriod) {
  EXPECT_EQ(wrapped_time(0.25, 2), 0.25);
  EXPECT_EQ(wrapped_time(2, 2), 0);
  EXPECT_EQ(wrapped_time(5.5, 2), 1.5);
  EXPECT_EQ(wrapped_time(-0.5, 2), 1.5);
  EXPECT_EQ(wrapped_time(-1e-300, 2), 0);
  EXPECT_THROW(wrapped_time(1, 0), InputError);
}

TEST(CyclicTrack, ParametersRepeatAndPassThroughTheRows) {
  const ParamTrack track = wave();
  const auto p = cyclic_params(track, 1);
  for (int row = 0; row < 20; ++row)
    for (int cycle : {0, 1, 7})
      EXPECT_LE((p(row / 20. + cycle) - track.samples.row(row).transpose()).norm(), 1e-13);
  EXPECT_EQ(p(1), p(0));
}

TEST(CyclicTrack, TheVelocityAtTheSeamIsTheCycles) {
  const auto p = cyclic_params(wave(), 1);
  const double e = 1e-4;
  // Catmull-Rom's tangent is the neighbours' slope: sin(2π/20)/(2π/20) of the wave's
  const double speed = 20 * std::sin(2 * pi / 20);
  EXPECT_NEAR((p(e)[0] - p(0)[0]) / e, speed, 0.01);
  EXPECT_NEAR((p(1)[0] - p(1 - e)[0]) / e, speed, 0.01);
  // held beyond its keys the same track comes to rest
  EXPECT_LE(std::abs(params_at(wave(), e)[0]) / e, 0.1);
}

TEST(CyclicTrack, HandlesRepeatWhateverTheSignOfTheirLastQuaternion) {
  HandleTrack track;
  const int num_keys = 9;
  track.translations = Matrix::Zero(num_keys, 3);
  track.rotations.resize(num_keys, 4);
  for (int key = 0; key < num_keys; ++key) {
    const double turn = 2 * pi * key / (num_keys - 1);  // once round: the last key is −q
    track.times.push_back(key / 8.);
    track.rotations.row(key) << 0, 0, std::sin(turn / 2), std::cos(turn / 2);
  }
  const std::vector<Handle> handles{{"wheel", Vector::Zero(3), {}, -1}};
  const HandleTrack cyclic = cyclic_track(track, 1);
  const auto angle = [&](double time) {
    const Matrix T = handle_transforms(handles, {cyclic}, wrapped_time(time, 1))[0];
    return std::atan2(T(1, 0), T(0, 0));
  };
  for (double time = -0.45; time < 0.5; time += 0.05)
    EXPECT_NEAR(angle(time), 2 * pi * time, 0.01) << time;
}

TEST(CyclicTrack, TracksThatEndBeforeTheSeamAreHeldThere) {
  HandleTrack track;
  track.times = {0.2, 0.5, 0.8};
  track.translations = Matrix::Random(3, 2);
  EXPECT_EQ(cyclic_track(track, 1).times, track.times);
  const auto p = cyclic_params(wave(), 1.5);
  EXPECT_EQ(p(1.25), wave().samples.row(20).transpose());
  EXPECT_EQ(p(1.5), wave().samples.row(0).transpose());
}

}  // namespace
}  // namespace descant
