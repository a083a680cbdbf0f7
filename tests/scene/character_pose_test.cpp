// scene/character_pose_test.cpp: poses by hand: the glTF rules of interpolation and skinning.

#include "descant/scene/character_pose.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

namespace descant {
namespace {

constexpr double degree = std::numbers::pi / 180;

Eigen::Vector4d about_z(double degrees) {
  return {0, 0, std::sin(degrees * degree / 2), std::cos(degrees * degree / 2)};
}

Matrix rows_of_keys(const std::vector<Vector>& keys) {
  Matrix values(static_cast<Index>(keys.size()), keys.front().size());
  for (std::size_t k = 0; k < keys.size(); ++k) values.row(static_cast<Index>(k)) = keys[k];
  return values;
}

/// One node that moves by one channel with keys at 1 s and 3 s.
struct OneNode {
  Character character;
  CharacterClip clip;

  OneNode(ChannelPath path, Interpolation interpolation, const std::vector<Vector>& keys) {
    character.nodes.resize(1);
    clip.channels.resize(1);
    clip.channels[0].path = path;
    clip.channels[0].interpolation = interpolation;
    clip.channels[0].times = {1, 3};
    clip.channels[0].values = rows_of_keys(keys);
    clip.duration = 3;
  }
  Eigen::Matrix4d at(double time) const {
    return pose_at(character, clip, time).world_from_node[0];
  }
  double angle(double time) const {
    const Eigen::Matrix4d world = at(time);
    return std::atan2(world(1, 0), world(0, 0)) / degree;
  }
};

const std::vector<Vector> places = {Eigen::Vector3d(1, 2, 3), Eigen::Vector3d(5, 2, -1)};

TEST(CharacterPose, StepHoldsUntilTheNextKey) {
  const OneNode node(ChannelPath::translation, Interpolation::step, places);
  for (const double time : {0.0, 1.0, 2.0, 2.999}) EXPECT_EQ(node.at(time)(0, 3), 1) << time;
  for (const double time : {3.0, 9.0}) EXPECT_EQ(node.at(time)(0, 3), 5) << time;
}

TEST(CharacterPose, LinearGoesStraightAndHoldsOutside) {
  const OneNode node(ChannelPath::translation, Interpolation::linear, places);
  EXPECT_EQ(node.at(0)(0, 3), 1);
  EXPECT_EQ(node.at(1.5)(0, 3), 2);
  EXPECT_EQ(node.at(2)(2, 3), 1);
  EXPECT_EQ(node.at(7)(2, 3), -1);
}

TEST(CharacterPose, CubicFollowsItsTangents) {
  OneNode node(ChannelPath::scale, Interpolation::cubic_spline,
               {Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(2, 0, 0)});
  node.clip.channels[0].in_tangents =
      rows_of_keys({Eigen::Vector3d(9, 9, 9), Eigen::Vector3d(-1, 0, 8)});
  node.clip.channels[0].out_tangents =
      rows_of_keys({Eigen::Vector3d(3, 4, 0), Eigen::Vector3d(9, 9, 9)});
  // τ = 1/4, h = 2: 54/64·1 + 2·9/64·3 + 10/64·2 + 2·(−3/64)·(−1)
  EXPECT_NEAR(node.at(1.5)(0, 0), (54 + 54 + 20 + 6) / 64.0, 1e-15);
  EXPECT_NEAR(node.at(1.5)(1, 1), 2 * 9 / 64.0 * 4, 1e-15);
  EXPECT_NEAR(node.at(1.5)(2, 2), 2 * -3 / 64.0 * 8, 1e-15);
  EXPECT_EQ(node.at(1)(0, 0), 1);
  EXPECT_EQ(node.at(3)(0, 0), 2);
}

TEST(CharacterPose, CubicIsExactForACubic) {
  // x = t³: tangents 3t²
  OneNode node(ChannelPath::translation, Interpolation::cubic_spline,
               {Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(27, 0, 0)});
  node.clip.channels[0].in_tangents = node.clip.channels[0].out_tangents =
      rows_of_keys({Eigen::Vector3d(3, 0, 0), Eigen::Vector3d(27, 0, 0)});
  for (const double time : {1.1, 1.5, 2.0, 2.7})
    EXPECT_NEAR(node.at(time)(0, 3), time * time * time, 1e-13);
}

TEST(CharacterPose, RotationsTurnAtConstantSpeed) {
  const OneNode node(ChannelPath::rotation, Interpolation::linear, {about_z(10), about_z(130)});
  EXPECT_NEAR(node.angle(0), 10, 1e-12);
  EXPECT_NEAR(node.angle(1.5), 40, 1e-12);
  EXPECT_NEAR(node.angle(2), 70, 1e-12);
  EXPECT_NEAR(node.angle(2.75), 115, 1e-12);
  EXPECT_NEAR(node.angle(3), 130, 1e-12);
}

TEST(CharacterPose, RotationsTakeTheShorterWay) {
  const OneNode node(ChannelPath::rotation, Interpolation::linear, {about_z(10), -about_z(130)});
  EXPECT_NEAR(node.angle(1.5), 40, 1e-12);
}

TEST(CharacterPose, CubicRotationsAreMadeUnit) {
  OneNode node(ChannelPath::rotation, Interpolation::cubic_spline, {about_z(0), about_z(90)});
  node.clip.channels[0].in_tangents = node.clip.channels[0].out_tangents = Matrix::Zero(2, 4);
  // halfway between the quaternions, then unit: by symmetry half the turn
  EXPECT_NEAR(node.angle(2), 45, 1e-12);
  const Eigen::Matrix3d turn = node.at(2).topLeftCorner<3, 3>();
  EXPECT_NEAR(turn.determinant(), 1, 1e-14);
}

TEST(CharacterPose, OneKeyHolds) {
  OneNode node(ChannelPath::rotation, Interpolation::cubic_spline, {about_z(30)});
  node.clip.channels[0].times = {2};
  for (const double time : {0.0, 2.0, 5.0}) EXPECT_NEAR(node.angle(time), 30, 1e-12);
}

TEST(CharacterPose, ChildrenFollowParentsInWhateverOrderTheyStand) {
  Character character;
  character.nodes.resize(3);
  character.nodes[0].parent = 2;
  character.nodes[0].translation = {1, 0, 0};
  character.nodes[2].parent = 1;
  character.nodes[2].rotation = about_z(90);
  character.nodes[2].scale = {2, 1, 1};
  character.nodes[1].translation = {0, 0, 5};
  const CharacterPose pose = rest_pose(character);
  // (1,0,0) scaled to (2,0,0), turned to (0,2,0), moved to (0,2,5)
  EXPECT_NEAR((pose.world_from_node[0].col(3) - Eigen::Vector4d(0, 2, 5, 1)).norm(), 0, 1e-15);
  EXPECT_EQ(pose.morph_weights[0].size(), 0) << "no mesh, no weights";
}

/// A segment from (0,0,0) to (2,0,0), its middle shared by two joints, the second at (1,0,0).
Character segment() {
  Character character;
  character.nodes.resize(3);
  character.nodes[0].mesh = 0;
  character.nodes[0].skin = 0;
  character.nodes[0].translation = {100, 100, 100};
  character.nodes[0].morph_weights = Vector::Constant(1, 0.5);
  character.nodes[2].parent = 1;
  character.nodes[2].translation = {1, 0, 0};
  Skin skin{"", {1, 2}, {Eigen::Matrix4d::Identity(), Eigen::Matrix4d::Identity()}};
  skin.inverse_binds[1](0, 3) = -1;
  character.skins = {skin};
  SurfacePart part;
  part.positions = Positions::Zero(3, 3);
  part.positions.col(0) << 0, 1, 2;
  part.joints.resize(3, 2);
  part.joints << 0, 0, 0, 1, 1, 0;
  part.weights.resize(3, 2);
  part.weights << 1, 0, 0.5, 0.5, 1, 0;
  part.targets = {Positions::Zero(3, 3)};
  part.targets[0](2, 0) = 4;
  character.meshes.resize(1);
  character.meshes[0].parts = {part, part};
  return character;
}

TEST(CharacterPose, SkinsBlendTheirJointsAndForgetTheNode) {
  Character character = segment();
  character.nodes[2].rotation = about_z(90);
  const Positions surface = posed_surface(character, rest_pose(character), 0);
  ASSERT_EQ(surface.rows(), 6) << "both parts, one after the other";
  EXPECT_NEAR((surface.row(0) - Eigen::RowVector3d(0, 0, 0)).norm(), 0, 1e-15);
  EXPECT_NEAR((surface.row(1) - Eigen::RowVector3d(1, 0, 0)).norm(), 0, 1e-15);
  // morphed to x = 2 + 4/2, 3 from its joint, turned upwards
  EXPECT_NEAR((surface.row(2) - Eigen::RowVector3d(1, 3, 0)).norm(), 0, 1e-15);
  EXPECT_EQ(surface.topRows(3), surface.bottomRows(3));
}

TEST(CharacterPose, BlendedMapsAreTheWeightedMeansOfTheJoints) {
  Character character = segment();
  character.nodes[2].rotation = about_z(90);
  const auto maps = handle_maps(character, rest_pose(character), 0);
  ASSERT_EQ(maps.size(), 2u);
  const auto blended = blended_maps(character.meshes[0].parts[0], maps);
  EXPECT_EQ(blended[0], maps[0].topRows<3>());
  EXPECT_NEAR((blended[1] - 0.5 * (maps[0] + maps[1]).topRows<3>()).norm(), 0, 1e-15);
  EXPECT_EQ(blended[2], maps[1].topRows<3>());
}

TEST(CharacterPose, MorphTracksMoveOnlyWhatTheyAnimate) {
  Character character = segment();
  CharacterClip clip;
  clip.channels.resize(1);
  clip.channels[0].path = ChannelPath::weights;
  clip.channels[0].times = {0, 1};
  clip.channels[0].values = rows_of_keys({Vector::Zero(1), Vector::Constant(1, 1)});
  const CharacterPose pose = pose_at(character, clip, 0.25);
  EXPECT_EQ(pose.morph_weights[0][0], 0.25);
  EXPECT_EQ(posed_surface(character, pose, 0)(2, 0), 3);
  EXPECT_EQ(posed_surface(character, rest_pose(character), 0)(2, 0), 4) << "the default weight";
}

TEST(CharacterPose, WithoutASkinTheNodeMovesItsMesh) {
  Character character = segment();
  character.nodes[0].skin = -1;
  const Positions surface = posed_surface(character, rest_pose(character), 0);
  EXPECT_EQ(surface.row(1), Eigen::RowVector3d(101, 100, 100));
  EXPECT_EQ(posed_surface(character, rest_pose(character), 1).rows(), 0) << "no mesh";
}

}  // namespace
}  // namespace descant
