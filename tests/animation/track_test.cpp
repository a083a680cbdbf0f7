// animation/track_test.cpp: animation between, at and beyond its keys.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "descant/animation/handle_track.hpp"
#include "descant/animation/keys.hpp"
#include "descant/core/error.hpp"
#include "support/points.hpp"

namespace descant {
namespace {

using std::numbers::pi;

const std::vector<double> uneven{0, 0.3, 1, 1.1, 2, 3.5};

HandleTrack wild_track() {
  HandleTrack track;
  track.times = uneven;
  track.translations = random_matrix(6, 3, 1);
  track.rotations = random_matrix(6, 4, 2);
  for (Index k = 0; k < 6; ++k) track.rotations.row(k).normalize();
  track.scales = random_matrix(6, 3, 3).array() + 2;
  return track;
}

Matrix motion(const HandleTrack& track, double time) {
  const Handle handle{.name = "", .tail = Vec<3>(0.2, 0.5, -1), .head = {}, .parent = -1};
  return handle_transforms({handle}, {track}, time)[0];
}

/// The slope to the right of `time` minus that to the left, by differences of second order.
template <class Curve>
double kink(const Curve& curve, double time, double h) {
  const auto right = (-3 * curve(time) + 4 * curve(time + h) - curve(time + 2 * h)).eval();
  const auto left = (3 * curve(time) - 4 * curve(time - h) + curve(time - 2 * h)).eval();
  return ((right - left) / (2 * h)).norm();
}

TEST(Track, PassesThroughItsKeys) {
  const HandleTrack track = wild_track();
  for (std::size_t k = 0; k < uneven.size(); ++k) {
    const KeyBlend blend = blend_keys(track.times, uneven[k]);
    const Index key = static_cast<Index>(k);
    EXPECT_EQ(blended_row(track.translations, blend), Vector(track.translations.row(key)));
    EXPECT_EQ(blended_row(track.scales, blend), Vector(track.scales.row(key)));
    const double alignment =
        blended_quaternion(track.rotations, blend).dot(track.rotations.row(key));
    EXPECT_NEAR(std::abs(alignment), 1, 4e-16);
  }
}

TEST(Track, IsContinuouslyDifferentiableAtEveryKeyEndsIncluded) {
  const HandleTrack track = wild_track();
  const auto curve = [&](double time) { return motion(track, time); };
  // the differences err by O(h²) with third derivatives of a few thousand (gaps of 0.1 s)
  for (const double time : uneven) EXPECT_LE(kink(curve, time, 1e-5), 1e-5) << time;
}

TEST(Track, TheTestOfSmoothnessSeesAKink) {
  const auto bent = [](double time) { return Vec<1>(std::abs(time)); };
  EXPECT_NEAR(kink(bent, 0, 1e-5), 2, 1e-9);
}

TEST(Track, HoldsOutsideItsKeys) {
  const HandleTrack track = wild_track();
  for (const double before : {-1e300, -7., -1e-12})
    EXPECT_EQ(motion(track, before), motion(track, 0));
  for (const double after : {3.5 + 1e-12, 8., 1e300})
    EXPECT_EQ(motion(track, after), motion(track, 3.5));
}

TEST(Track, ReproducesParabolasAwayFromItsEnds) {
  // the tangents are those of the parabola through three neighbours
  Matrix keys(6, 1);
  for (Index k = 0; k < 6; ++k) keys(k, 0) = 3 * uneven[k] * uneven[k] - 2 * uneven[k] + 1;
  for (const double t : {0.3, 0.5, 0.99, 1.05, 1.5, 1.999})
    EXPECT_NEAR(blended_row(keys, blend_keys(uneven, t))[0], 3 * t * t - 2 * t + 1, 1e-14) << t;
}

TEST(Track, TwoKeysEaseInAndOut) {
  Matrix keys(2, 1);
  keys << 10, 20;
  EXPECT_DOUBLE_EQ(blended_row(keys, blend_keys({0, 1}, 0.5))[0], 15);
  EXPECT_DOUBLE_EQ(blended_row(keys, blend_keys({0, 1}, 0.25))[0], 10 + 10 * 0.15625);
}

TEST(Track, EqualKeysStayPut) {
  const Matrix keys = Matrix::Constant(6, 1, 0.1);
  for (double t = 0; t < 3.5; t += 0.07)
    EXPECT_NEAR(blended_row(keys, blend_keys(uneven, t))[0], 0.1, 1e-16);
}

TEST(Track, OneKeyIsAPose) {
  Matrix keys(1, 2);
  keys << 4, 5;
  for (const double t : {-1., 2., 3.})
    EXPECT_EQ(blended_row(keys, blend_keys({2}, t)), Vector(keys.row(0)));
}

TEST(Track, FlippingTheSignOfQuaternionsChangesNothing) {
  const HandleTrack track = wild_track();
  for (int flips = 1; flips < 64; ++flips) {
    HandleTrack flipped = track;
    for (int k = 0; k < 6; ++k)
      if (flips >> k & 1) flipped.rotations.row(k) *= -1;
    for (double t = 0; t < 3.6; t += 0.171) EXPECT_EQ(motion(flipped, t), motion(track, t));
  }
}

TEST(Track, TurnsTheShorterWayAboutZIn2d) {
  const auto quaternion = [](double angle) {
    return Eigen::RowVector4d(0, 0, std::sin(angle / 2), std::cos(angle / 2));
  };
  HandleTrack track;
  track.times = {0, 1};
  track.translations = Matrix::Zero(2, 2);
  track.rotations.resize(2, 4);
  track.rotations << quaternion(0), quaternion(-pi / 2 + 2 * pi);
  const Handle handle{.name = "", .tail = Vec<2>(0, 0), .head = {}, .parent = -1};
  const Matrix T = handle_transforms({handle}, {track}, 0.5)[0];
  Matrix expected(2, 3);  // half way, by symmetry: an eighth of a turn clockwise
  expected << std::sqrt(0.5), std::sqrt(0.5), 0, -std::sqrt(0.5), std::sqrt(0.5), 0;
  EXPECT_LE((T - expected).norm(), 1e-15);
}

TEST(Track, RotationsStayRotationsBetweenKeys) {
  HandleTrack track = wild_track();
  track.scales.resize(0, 0);
  for (double t = 0; t < 3.5; t += 0.05) {
    const Matrix R = motion(track, t).leftCols(3);
    EXPECT_LE((R.transpose() * R - Matrix::Identity(3, 3)).norm(), 2e-15);
  }
}

TEST(ParamTrack, GivesItsRowsExactlyAtTheirFrames) {
  // frame/fps is rounded, and so is its product with fps: rows must come back to the last bit
  for (const double fps : {24., 30., 100., 1 / 0.03, 29.97}) {
    const ParamTrack track{.fps = fps, .samples = random_matrix(200, 3, 4)};
    for (Index frame = 0; frame < 200; ++frame)
      EXPECT_EQ(params_at(track, frame / fps), Vector(track.samples.row(frame)));
  }
}

TEST(ParamTrack, IsContinuouslyDifferentiableAndHoldsOutside) {
  const ParamTrack track{.fps = 4, .samples = random_matrix(6, 5, 4)};
  const auto curve = [&](double time) { return params_at(track, time); };
  for (int frame = 0; frame < 6; ++frame) EXPECT_LE(kink(curve, frame / 4., 1e-5), 1e-6) << frame;
  EXPECT_EQ(params_at(track, -1e300), params_at(track, 0));
  EXPECT_EQ(params_at(track, 1e300), params_at(track, 5 / 4.));
}

TEST(ParamTrack, AgreesWithAHandleTrackOfEvenKeys) {
  const Matrix samples = random_matrix(5, 2, 4);
  const std::vector<double> times{0, 0.5, 1, 1.5, 2};
  for (double t = -0.1; t < 2.2; t += 0.0371)
    EXPECT_LE(
        (params_at({.fps = 2, .samples = samples}, t) - blended_row(samples, blend_keys(times, t)))
            .norm(),
        1e-15);
}

TEST(ParamTrack, WithoutFramesOrRateIsAnInputError) {
  EXPECT_THROW(params_at({.fps = 30, .samples = Matrix(0, 3)}, 0), InputError);
  for (const double fps : {0., -1., std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_THROW(params_at({.fps = fps, .samples = Matrix::Zero(2, 3)}, 0), InputError);
  EXPECT_THROW(params_at({.fps = 30, .samples = Matrix::Zero(2, 3)}, std::nan("")), InputError);
}

}  // namespace
}  // namespace descant
