// tests/io/animation_test.cpp: the published animation texts become the motions they describe.
//
//   Q(r) = R_z R_y R_x;  points  x ↦ q x + (t − t_rest)/s + C − q C

#include "descant/io/animation.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "support/input_error.hpp"

namespace descant {
namespace {

Handle point(std::vector<double> at) {
  return {"p", Eigen::Map<Vector>(at.data(), static_cast<Index>(at.size())), Vector(), -1};
}

Handle bone(std::vector<double> tail, std::vector<double> head, int parent) {
  Handle handle = point(std::move(tail));
  handle.head = Eigen::Map<Vector>(head.data(), static_cast<Index>(head.size()));
  handle.parent = parent;
  return handle;
}

Mat<3> rotation(int axis, double degrees) {
  return Eigen::AngleAxisd(degrees * std::numbers::pi / 180, Vec<3>::Unit(axis)).toRotationMatrix();
}

Mat<3> turn(double x, double y, double z) {
  return rotation(2, z) * rotation(1, y) * rotation(0, x);
}

// x ↦ pivot + t + R (x − pivot)
Matrix about(const Vec<3>& pivot, const Mat<3>& R, const Vec<3>& t) {
  Matrix T(3, 4);
  T << R, pivot + t - R * pivot;
  return T;
}

constexpr double round_off = 1e-14;  // a few products of numbers near one

TEST(Animation, MovesPointsInSpace) {
  const std::vector<Handle> handles = {point({1, 2, 3}), point({0, 0, 1})};
  const auto tracks = parse_point_animation(
      "2 2\n 10 10 10\n 0 0 0\n 5 5 5\n 0 0 0\n"
      "10 10 10\n0 0 0\n5 5 5\n0 0 0\n"
      "12 10 6\n10 20 30\n5 5 5\n0 90 0\n",
      "a.txt", handles, {.scale = 4, .fps = 25});
  ASSERT_EQ(tracks.size(), 2u);
  EXPECT_EQ(tracks[0].times, (std::vector<double>{0, 1 / 25.0}));
  const auto at_rest = handle_transforms(handles, tracks, 0);
  EXPECT_LE((at_rest[0] - about({1, 2, 3}, Mat<3>::Identity(), Vec<3>::Zero())).norm(), round_off);
  const auto moved = handle_transforms(handles, tracks, 1 / 25.0);
  EXPECT_LE((moved[0] - about({1, 2, 3}, turn(10, 20, 30), {0.5, 0, -1})).norm(), round_off);
  EXPECT_LE((moved[1] - about({0, 0, 1}, turn(0, 90, 0), Vec<3>::Zero())).norm(), round_off);
}

TEST(Animation, RestAnglesOfPointsAreWhereTurningStarts) {
  const std::vector<Handle> handles = {point({0, 0, 0})};
  const auto tracks = parse_point_animation("1 1\n0 0 0\n10 20 30\n0 0 0\n10 20 30\n", "a.txt",
                                            handles, {.scale = 1, .fps = 10});
  const auto maps = handle_transforms(handles, tracks, 0);
  EXPECT_LE((maps[0] - Matrix::Identity(3, 4)).norm(), round_off);
}

TEST(Animation, CarriesBonesAlongTheirParents) {
  // two roots at the origin, and a child of the first
  const std::vector<Handle> handles = {bone({0, 0, 0}, {1, 0, 0}, -1),
                                       bone({1, 0, 0}, {2, 0, 0}, 0),
                                       bone({0, 0, 0}, {0, 1, 0}, -1)};
  const auto tracks = parse_bone_animation(
      "3 1\n 3 4 5\n 0 90 0\n 0 0 0\n 90 0 0\n 0 0 0\n"
      " 0 0 30\n 5 4 5\n 0 0 0\n 0 20 0\n 10 0 0\n",
      "a.txt", handles, {.scale = 2, .fps = 10});
  const auto maps = handle_transforms(handles, tracks, 0);

  // the root turns 30° about the z axis of its own rest frame, and moves by 2/2 along x
  const Mat<3> A = turn(0, 90, 0);
  const Mat<3> root = A * turn(0, 0, 30) * A.transpose();
  EXPECT_LE((maps[0] - about(Vec<3>::Zero(), root, {1, 0, 0})).norm(), round_off);
  EXPECT_LE((maps[2] - about(Vec<3>::Zero(), turn(10, 0, 0) * root, {1, 0, 0})).norm(), round_off);

  // the child turns about its own tail, then goes with its parent
  const Mat<3> B = turn(90, 0, 0);
  const Matrix local = about({1, 0, 0}, B * turn(0, 20, 0) * B.transpose(), Vec<3>::Zero());
  Matrix carried = maps[0].leftCols(3) * local;
  carried.col(3) += maps[0].col(3);
  EXPECT_LE((maps[1] - carried).norm(), round_off);
}

TEST(Animation, LoneRootBoneHasTheRootsAnglesAsItsOwn) {
  const std::vector<Handle> handles = {bone({0, 0, 0}, {1, 0, 0}, -1)};
  const auto tracks = parse_bone_animation("1 1\n0 0 0\n0 0 0\n0 0 0\n0 0 30\n0 0 0\n0 0 30\n",
                                           "a.txt", handles, {.scale = 1, .fps = 10});
  const auto maps = handle_transforms(handles, tracks, 0);
  EXPECT_LE((maps[0].leftCols(3) - turn(0, 0, 30)).norm(), round_off);
}

TEST(Animation, TurnsThenMovesInThePlane) {
  const std::vector<Handle> handles = {bone({1, 0}, {2, 0}, -1), point({0, 3})};
  const auto tracks =
      parse_plane_animation("2 2\n100 0 0 50 50 5\n100 0 0 50 50 5\n110 -10 90 50 60 -25\n",
                            "a.txt", handles, {.scale = 10, .fps = 100});
  const auto rest = handle_transforms(handles, tracks, 0);
  EXPECT_LE((rest[0] - Matrix::Identity(2, 3)).norm(), round_off);
  EXPECT_LE((rest[1] - Matrix::Identity(2, 3)).norm(), round_off);

  // (1,0) goes to (1,0) + (1,−1); a quarter turn maps the x axis to the y axis
  const auto maps = handle_transforms(handles, tracks, 1 / 100.0);
  const Matrix expected = (Matrix(2, 3) << 0, -1, 2, 1, 0, -2).finished();
  EXPECT_LE((maps[0] - expected).norm(), round_off);
  const double c = std::cos(std::numbers::pi / 6), s = std::sin(std::numbers::pi / 6);
  const Matrix turned = (Matrix(2, 3) << c, s, -3 * s, -s, c, 3 + 1 - 3 * c).finished();
  EXPECT_LE((maps[1] - turned).norm(), round_off);
}

TEST(Animation, KeepsTurningPastHalfATurn) {
  // keys that pass 180° and 360° stay on one side of the quaternion sphere
  const std::vector<Handle> handles = {point({0, 0})};
  const auto tracks = parse_plane_animation("4 1\n0 0 0\n0 0 0\n0 0 150\n0 0 300\n0 0 450\n", "a",
                                            handles, {.scale = 1, .fps = 1});
  for (Index f = 1; f < 4; ++f)
    EXPECT_GT(tracks[0].rotations.row(f).dot(tracks[0].rotations.row(f - 1)), 0) << f;
}

TEST(Animation, ReordersAffineSamples) {
  // two handles in the plane; the file's column i + k(a + d·c) holds 100 i + 10 a + c
  const std::vector<Handle> handles = {point({0, 0}), point({1, 0})};
  Matrix table(1, 12);
  for (int i = 0; i < 2; ++i)
    for (int a = 0; a < 2; ++a)
      for (int c = 0; c < 3; ++c) table(0, i + 2 * (a + 2 * c)) = 100 * i + 10 * a + c;
  const ParamTrack track = affine_samples(table, "t.dmat", handles, 50);
  EXPECT_EQ(track.fps, 50);
  for (int i = 0; i < 2; ++i)
    for (int a = 0; a < 2; ++a)
      for (int c = 0; c < 3; ++c)
        EXPECT_EQ(track.samples(0, 6 * i + 2 * c + a), 100 * i + 10 * a + c);

  expect_input_error([&] { affine_samples(Matrix::Zero(1, 11), "t.dmat", handles, 50); }, "t.dmat",
                     "has 11 columns; 2 handles need 12");
  expect_input_error([&] { affine_samples(Matrix::Zero(0, 12), "t.dmat", handles, 50); }, "t.dmat",
                     "no frame");
}

TEST(Animation, SaysWhereAndWhatIsWrong) {
  const std::vector<Handle> handles = {point({0, 0, 0})};
  const std::string rest = "1 1\n0 0 0\n0 0 0\n";
  const struct {
    std::string text;
    const char *place, *what;
  } cases[] = {
      {"", "a:1", "the file ends where the number of handles"},
      {"2 1\n", "a:1", "moves 2 handles, the rig has 1"},
      {"1 0\n0 0 0\n0 0 0\n", "a:1", "no frame"},
      {"1 -3\n0 0 0\n0 0 0\n", "a:1", "is negative"},
      {"1 4000000000000000000\n", "a:1", "promises more"},
      {rest + "0 0 0\n0 0", "a:1", "promises more"},
      {rest + "0.000 0 0\n0 0", "a:5", "the file ends where an angle"},
      {rest + "0 0 inf\n0 0 0", "a:4", "found 'inf'"},
      {rest + "0 0 0\n0 0 0\n7\n", "a:6", "more follows after the last frame"},
      {"1 1\n0 0 0\n0 0 0\n1e300 0 0\n0 0 0\n", "a:4", "out of range"},
  };
  for (const auto& bad : cases) {
    SCOPED_TRACE(bad.text);
    expect_input_error(
        [&] { parse_point_animation(bad.text, "a", handles, {.scale = 1e-10, .fps = 1}); },
        bad.place, bad.what);
  }
  const std::vector<Handle> plane = {point({0, 0})};
  expect_input_error(
      [&] { parse_plane_animation("1 1\n0 0 -1.7e308\n0 0 1.7e308\n", "a", plane, {}); }, "a:3",
      "an angle is out of range");
  expect_input_error([&] { parse_plane_animation("5 1\n0 0 0\n0 0 0\n", "a", plane, {}); }, "a:1",
                     "promises more");
  expect_input_error([&] { parse_bone_animation("1 2\n0 0 0\n0 0 0\n0 0 0\n", "a", handles, {}); },
                     "a:1", "promises more");
}

}  // namespace
}  // namespace descant
