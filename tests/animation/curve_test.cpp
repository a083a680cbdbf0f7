// animation/curve_test.cpp: the four ways from one key to the next.

#include "descant/animation/curve.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "descant/animation/channel.hpp"
#include "descant/animation/keys.hpp"

namespace descant {
namespace {

/// Keys 1, 5, 2 at 1, 3 and 4 s, with slopes for the cubic spline.
Curve three_keys(Interpolation interpolation) {
  Curve curve{interpolation, {1, 3, 4}, Matrix(3, 1), Matrix(3, 1), Matrix(3, 1)};
  curve.values << 1, 5, 2;
  curve.in_tangents << 99, -1, 0;
  curve.out_tangents << 2, 0, 99;
  return curve;
}

Curve two_turns(Interpolation interpolation, double degrees) {
  const double half = degrees * std::numbers::pi / 360;
  Curve curve{interpolation, {0, 1}, Matrix(2, 4), Matrix::Zero(2, 4), Matrix::Zero(2, 4)};
  curve.values << 0, 0, 0, 1, 0, 0, std::sin(half), std::cos(half);
  return curve;
}

/// The angle about z [degree].
double angle(const Eigen::Vector4d& q) { return 360 / std::numbers::pi * std::atan2(q.z(), q.w()); }

constexpr Interpolation all[] = {Interpolation::step, Interpolation::linear,
                                 Interpolation::cubic_spline, Interpolation::catmull_rom};

TEST(Curve, PassesThroughItsKeysAndHoldsBeyondThem) {
  for (const Interpolation interpolation : all) {
    const Curve curve = three_keys(interpolation);
    for (int k = 0; k < 3; ++k)
      EXPECT_EQ(value_at(curve, curve.times[k])[0], curve.values(k, 0)) << k;
    EXPECT_EQ(value_at(curve, -7)[0], 1);
    EXPECT_EQ(value_at(curve, 1e9)[0], 2);
  }
}

TEST(Curve, GoesBetweenKeysAsItsKindSays) {
  EXPECT_EQ(value_at(three_keys(Interpolation::step), 2)[0], 1);
  EXPECT_EQ(value_at(three_keys(Interpolation::linear), 2)[0], 3);
  // halfway: the mean, and an eighth of the gap times the difference of the slopes
  EXPECT_DOUBLE_EQ(value_at(three_keys(Interpolation::cubic_spline), 2)[0], 3 + 2 * (2 + 1) / 8.);
  // Catmull-Rom: 0 at the first key, at the second (1·2 + 2·(−3))/3
  EXPECT_DOUBLE_EQ(value_at(three_keys(Interpolation::catmull_rom), 2)[0],
                   3 + 2 * (0 + 4 / 3.) / 8);
}

TEST(Curve, TurnsAsItsKindSays) {
  EXPECT_NEAR(angle(rotation_at(two_turns(Interpolation::step, 120), 0.25)), 0, 1e-12);
  EXPECT_NEAR(angle(rotation_at(two_turns(Interpolation::linear, 120), 0.25)), 30, 1e-12);
  // between two keys with no slope the others weigh the quaternions 27 to 5, then make them unit
  const double half = std::numbers::pi / 3;
  const double tangent = 5 * std::sin(half) / (27 + 5 * std::cos(half));
  for (const Interpolation interpolation :
       {Interpolation::cubic_spline, Interpolation::catmull_rom}) {
    const Eigen::Vector4d q = rotation_at(two_turns(interpolation, 120), 0.25);
    EXPECT_NEAR(q.z() / q.w(), tangent, 1e-15);
    EXPECT_NEAR(q.norm(), 1, 1e-15);
  }
}

TEST(Channel, SetsItsPartOfAPoseAlone) {
  const Curve turns = two_turns(Interpolation::linear, 90);
  Curve places{Interpolation::linear, {0, 1}, Matrix(2, 3), {}, {}};
  places.values << 1, 2, 3, 5, 6, 7;
  JointPose pose;
  set_pose({turns, 0, ChannelPath::rotation}, 1, pose);
  EXPECT_NEAR(angle(pose.rotation), 90, 1e-12);
  EXPECT_EQ(pose.translation, Eigen::Vector3d::Zero());
  set_pose({places, 0, ChannelPath::translation}, 0.5, pose);
  EXPECT_EQ(pose.translation, Eigen::Vector3d(3, 4, 5));
  EXPECT_EQ(pose.scale, Eigen::Vector3d::Ones());
  set_pose({places, 0, ChannelPath::scale}, 1, pose);
  EXPECT_EQ(pose.scale, Eigen::Vector3d(5, 6, 7));
  EXPECT_EQ(pose.translation, Eigen::Vector3d(3, 4, 5));
}

}  // namespace
}  // namespace descant
