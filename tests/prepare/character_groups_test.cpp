// tests/prepare/character_groups_test.cpp: what touches is one body, what is loose stays apart.

#include "descant/prepare/character_groups.hpp"

#include <gtest/gtest.h>

#include "support/box_character.hpp"

namespace descant::test {
namespace {

Surface box_at(double x, double size) {
  return moved(box_surface(Eigen::RowVector3d::Constant(size)), {x, 1, 0});
}

std::vector<std::vector<int>> nodes_of(const std::vector<CharacterGroup>& groups) {
  std::vector<std::vector<int>> nodes;
  for (const CharacterGroup& group : groups) nodes.push_back(group.nodes);
  return nodes;
}

using Nodes = std::vector<std::vector<int>>;

TEST(CharacterGroups, PartsThatTouchOverlapOrLieInsideAreOneBody) {
  Character character = two_joints();
  add_box(character, box_at(0, 1), 1);
  add_box(character, box_at(1, 1), 1);      // side by side
  add_box(character, box_at(1.7, 1), 1);    // into the last
  add_box(character, box_at(0.1, 0.2), 1);  // wholly inside the first
  EXPECT_EQ(nodes_of(character_groups(character, {0})), (Nodes{{2, 3, 4, 5}}));
}

TEST(CharacterGroups, LoosePartsStayApartAndHaveNamesOfTheirOwn) {
  Character character = two_joints();
  const int first = add_box(character, box_at(0, 1), 1);
  const int second = add_box(character, box_at(1.2, 1), 1);
  character.nodes[first].name = character.nodes[second].name = "a/b";
  const std::vector<CharacterGroup> groups = character_groups(character, {0});
  EXPECT_EQ(nodes_of(groups), (Nodes{{2}, {3}}));
  EXPECT_NE(groups[0].name, groups[1].name);
  EXPECT_EQ(groups[0].name.find('/'), std::string::npos) << "fit for a folder";
}

TEST(CharacterGroups, SkeletonsThatTouchAreNotOneBody) {
  Character character = two_joints();
  add_box(character, box_at(0, 1), 1);
  const int other = add_box(character, box_at(1, 1), 0);
  character.nodes.push_back({.name = "other"});
  character.skins.push_back(
      {"other", {static_cast<int>(character.nodes.size()) - 1}, {Eigen::Matrix4d::Identity()}});
  character.nodes[other].skin = 1;
  Channel channel;
  channel.node = character.skins[1].joints[0];
  channel.times = {0, 1};
  channel.values = Matrix::Random(2, 3);
  character.clips[0].channels.push_back(channel);
  EXPECT_EQ(nodes_of(character_groups(character, {0})), (Nodes{{2}, {3}}));
}

TEST(CharacterGroups, WhatNoClipMovesIsNoBody) {
  Character character = two_joints();
  add_box(character, box_at(0, 1), 0);
  character.nodes[2].skin = -1;  // stands by itself
  character.meshes[0].parts[0].joints.resize(0, 0);
  character.meshes[0].parts[0].weights.resize(0, 0);
  EXPECT_TRUE(character_groups(character, {0}).empty());
  EXPECT_TRUE(character_groups(character, {}).empty());
}

}  // namespace
}  // namespace descant::test
