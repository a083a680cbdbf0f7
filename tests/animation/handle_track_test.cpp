// animation/handle_track_test.cpp: forward kinematics against chains worked out by hand, and bad
// input.

#include "descant/animation/handle_track.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "descant/core/error.hpp"

namespace descant {
namespace {

using std::numbers::pi;

Handle point(const std::string& name, const Vector& tail, int parent = -1) {
  return {.name = name, .tail = tail, .head = {}, .parent = parent};
}

/// One key: turn by `angle` about the axis (3D), translate by t.
HandleTrack still(const Vector& t, double angle = 0, const Vec<3>& axis = Vec<3>::UnitZ()) {
  HandleTrack track;
  track.times = {0};
  track.translations = t.transpose();
  track.rotations.resize(1, 4);
  track.rotations << std::sin(angle / 2) * axis.transpose(), std::cos(angle / 2);
  return track;
}

Vector moved(const Matrix& T, const Vector& x) { return T.leftCols(x.size()) * x + T.rightCols(1); }

/// The message of the InputError that `call` throws, or nothing.
template <class Call>
std::string input_error(const Call& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ForwardKinematics, APointTurnsAboutItselfThenTravels) {
  const auto T = handle_transforms({point("a", Vec<2>(1, 0))}, {still(Vec<2>(5, 6), pi / 2)}, 0);
  ASSERT_EQ(T.size(), 1u);
  EXPECT_LE((moved(T[0], Vec<2>(1, 0)) - Vec<2>(6, 6)).norm(), 2e-15);
  EXPECT_LE((moved(T[0], Vec<2>(2, 0)) - Vec<2>(6, 7)).norm(), 2e-15);
}

TEST(ForwardKinematics, AChainOfBonesFoldsAsByHand) {
  // shoulder at 0, elbow at 1, wrist at 2 on the x axis; each turns a quarter about z
  const std::vector<Handle> arm{point("shoulder", Vec<3>(0, 0, 0)),
                                point("elbow", Vec<3>(1, 0, 0), 0),
                                point("wrist", Vec<3>(2, 0, 0), 1)};
  const HandleTrack quarter = still(Vec<3>::Zero(), pi / 2);
  const auto T = handle_transforms(arm, {quarter, quarter, quarter}, 0);
  EXPECT_LE((moved(T[0], Vec<3>(1, 0, 0)) - Vec<3>(0, 1, 0)).norm(), 2e-15);
  EXPECT_LE((moved(T[1], Vec<3>(2, 0, 0)) - Vec<3>(-1, 1, 0)).norm(), 2e-15);
  EXPECT_LE((moved(T[2], Vec<3>(3, 0, 0)) - Vec<3>(-1, 0, 0)).norm(), 2e-15);
}

TEST(ForwardKinematics, TheChildsTranslationIsInItsParentsFrame) {
  const std::vector<Handle> handles{point("root", Vec<2>(0, 0)), point("leaf", Vec<2>(1, 0), 0)};
  const auto T = handle_transforms(handles, {still(Vec<2>(0, 0), pi / 2), still(Vec<2>(1, 0))}, 0);
  EXPECT_LE((moved(T[1], Vec<2>(1, 0)) - Vec<2>(0, 2)).norm(), 2e-15);
}

TEST(ForwardKinematics, TurnsAboutDifferentAxesAreAppliedChildFirst) {
  const std::vector<Handle> handles{point("root", Vec<3>::Zero()),
                                    point("leaf", Vec<3>::Zero(), 0)};
  const auto T = handle_transforms(handles,
                                   {still(Vec<3>::Zero(), pi / 2, Vec<3>::UnitX()),
                                    still(Vec<3>::Zero(), pi / 2, Vec<3>::UnitZ())},
                                   0);
  // x goes to y about z, then y to z about x
  EXPECT_LE((moved(T[1], Vec<3>::UnitX()) - Vec<3>::UnitZ()).norm(), 2e-15);
}

TEST(ForwardKinematics, ScaleActsBeforeTheTurnAndReachesTheChildren) {
  const std::vector<Handle> handles{point("root", Vec<2>(1, 0)), point("leaf", Vec<2>(2, 0), 0)};
  HandleTrack track = still(Vec<2>(0, 0), pi / 2);
  track.scales = Eigen::RowVector2d(3, 1);
  const auto T = handle_transforms(handles, {track, HandleTrack{}}, 0);
  EXPECT_LE((moved(T[0], Vec<2>(2, 0)) - Vec<2>(1, 3)).norm(), 4e-15);
  EXPECT_EQ(T[0], T[1]);  // a track without keys goes where its parent goes
}

TEST(ForwardKinematics, ParentsMayStandInAnyOrder) {
  const HandleTrack quarter = still(Vec<2>(0.5, 0), pi / 2);
  const auto ordered = handle_transforms({point("a", Vec<2>(0, 0)), point("b", Vec<2>(1, 0), 0),
                                          point("c", Vec<2>(2, 0), 1), point("d", Vec<2>(2, 1), 1)},
                                         {quarter, quarter, quarter, quarter}, 0);
  const auto shuffled = handle_transforms({point("c", Vec<2>(2, 0), 3), point("d", Vec<2>(2, 1), 3),
                                           point("a", Vec<2>(0, 0)), point("b", Vec<2>(1, 0), 2)},
                                          {quarter, quarter, quarter, quarter}, 0);
  EXPECT_EQ(ordered[0], shuffled[2]);
  EXPECT_EQ(ordered[1], shuffled[3]);
  EXPECT_EQ(ordered[2], shuffled[0]);
  EXPECT_EQ(ordered[3], shuffled[1]);
}

TEST(ForwardKinematics, NoHandlesHaveNoTransforms) {
  EXPECT_TRUE(handle_transforms({}, {}, 0).empty());
  EXPECT_NO_THROW(check_handles({}, {}, "here"));
}

TEST(ForwardKinematics, ACycleIsAnInputErrorThatNamesAHandle) {
  const std::vector<Handle> handles{point("free", Vec<2>(0, 0)), point("hen", Vec<2>(0, 0), 2),
                                    point("egg", Vec<2>(0, 0), 1), point("chick", Vec<2>(0, 0), 2)};
  const std::vector<HandleTrack> tracks(4);
  for (const std::string& message :
       {input_error([&] { check_handles(handles, tracks, "scene.json#/bodies/0"); }),
        input_error([&] { handle_transforms(handles, tracks, 0); })}) {
    EXPECT_TRUE(message.find("hen") != std::string::npos ||
                message.find("egg") != std::string::npos)
        << message;
    EXPECT_NE(message.find("ancestor"), std::string::npos) << message;
  }
  const std::vector<Handle> narcissus{point("self", Vec<2>(0, 0), 0)};
  EXPECT_THROW(handle_transforms(narcissus, {HandleTrack{}}, 0), InputError);
}

TEST(ForwardKinematics, AParentThatDoesNotExistIsAnInputError) {
  for (const int parent : {-2, 1, 7})
    EXPECT_THROW(check_handles({point("a", Vec<2>(0, 0), parent)}, {HandleTrack{}}, "here"),
                 InputError);
}

TEST(ForwardKinematics, ATimeThatIsNotFiniteIsAnInputError) {
  const std::vector<Handle> handles{point("a", Vec<2>(0, 0))};
  EXPECT_THROW(handle_transforms(handles, {still(Vec<2>(0, 0))}, std::nan("")), InputError);
}

/// A track with one thing wrong, and a word the message must hold.
struct BadTrack {
  std::string name;
  std::function<void(Handle&, HandleTrack&)> spoil;
  std::string word;

  friend void PrintTo(const BadTrack& param, std::ostream* out) { *out << param.name; }
};

class BadHandle : public testing::TestWithParam<BadTrack> {};

std::vector<BadTrack> bad_tracks() {
  using H = Handle;
  using T = HandleTrack;
  const double nan = std::nan("");
  return {
      {"times_stand_still",
       [](H&, T& t) {
         t.times = {0, 1, 1};
       },
       "key 2"},
      {"times_go_back",
       [](H&, T& t) {
         t.times = {0, -1, 1};
       },
       "key 1"},
      {"time_nan", [=](H&, T& t) { t.times[1] = nan; }, "key 1"},
      {"translation_nan", [=](H&, T& t) { t.translations(1, 0) = nan; }, "finite"},
      {"scale_infinite", [](H&, T& t) { t.scales = Matrix::Ones(3, 2) / 0.; }, "finite"},
      {"rotation_nan", [=](H&, T& t) { t.rotations(2, 3) = nan; }, "quaternion"},
      {"rotation_zero", [](H&, T& t) { t.rotations.row(2).setZero(); }, "quaternion"},
      {"rotation_out_of_plane", [](H&, T& t) { t.rotations.row(1) << 1, 0, 0, 0; }, "plane"},
      {"few_translations", [](H&, T& t) { t.translations = Matrix::Zero(2, 2); }, "translations"},
      {"wide_translations", [](H&, T& t) { t.translations = Matrix::Zero(3, 3); }, "translations"},
      {"few_rotations", [](H&, T& t) { t.rotations = Matrix::Zero(3, 3); }, "rotations"},
      {"few_scales", [](H&, T& t) { t.scales = Matrix::Ones(1, 2); }, "scales"},
      {"flat_head", [](H& h, T&) { h.head = Vec<3>(1, 2, 3); }, "head"},
      {"tail_of_one_number", [](H& h, T&) { h.tail = Vector::Zero(1); }, "dimension"},
      {"tail_nan", [=](H& h, T&) { h.tail[0] = nan; }, "position"},
  };
}

INSTANTIATE_TEST_SUITE_P(Handle, BadHandle, testing::ValuesIn(bad_tracks()),
                         [](const auto& test) { return test.param.name; });

TEST_P(BadHandle, IsAnInputErrorWithPlaceAndName) {
  Handle handle = point("tip", Vec<2>(0, 0));
  HandleTrack track;
  track.times = {0, 1, 2};
  track.translations = Matrix::Zero(3, 2);
  track.rotations = Vec<4>(0, 0, 0, 1).transpose().replicate(3, 1);
  EXPECT_NO_THROW(check_handles({handle}, {track}, "scene.json#/rig"));

  GetParam().spoil(handle, track);
  const std::string message =
      input_error([&] { check_handles({handle}, {track}, "scene.json#/rig"); });
  for (const std::string& word :
       {std::string("scene.json#/rig"), std::string("tip"), GetParam().word})
    EXPECT_NE(message.find(word), std::string::npos) << word << " in: " << message;
}

TEST(BadHandles, OneTrackAHandle) {
  EXPECT_THROW(check_handles({point("a", Vec<2>(0, 0))}, {}, "here"), InputError);
  EXPECT_THROW(handle_transforms({point("a", Vec<2>(0, 0))}, {}, 0), InputError);
}

TEST(BadHandles, NamelessHandlesAreNumbered) {
  const std::string message = input_error([] {
    check_handles({point("", Vec<2>(0, 0)), point("", Vec<3>(0, 0, 0))},
                  std::vector<HandleTrack>(2), "here");
  });
  EXPECT_NE(message.find("handle 1"), std::string::npos) << message;
}

}  // namespace
}  // namespace descant
