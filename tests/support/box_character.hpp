// tests/support/box_character.hpp: a character of boxes, each skinned to one of two joints.
//
//   joint 0 at the origin, joint 1 its child, 1 m up; clip "Nod" turns joint 1
//   box k is node 2 + k, follows joint j, and is bound where it stands

#pragma once

#include "descant/scene/character.hpp"
#include "support/surfaces.hpp"

namespace descant::test {

/// The skeleton and its clip, with no box yet.
inline Character two_joints() {
  Character character;
  character.nodes.resize(2);
  character.nodes[0].name = "hip";
  character.nodes[1] = {.name = "head", .parent = 0};
  character.nodes[1].translation = {0, 1, 0};
  Eigen::Matrix4d head_bind = Eigen::Matrix4d::Identity();
  head_bind(1, 3) = -1;
  character.skins.push_back({"skin", {0, 1}, {Eigen::Matrix4d::Identity(), head_bind}});
  Matrix turns(3, 4);
  turns << 0, 0, 0, 1, 0, 0, 0.6, 0.8, 0, 0, 0, 1;
  const Curve curve{.times = {0, 0.5, 1}, .values = turns};
  character.clips.push_back({"Nod", {{curve, 1, ChannelPath::rotation}}, 1});
  return character;
}

/// A box that follows a joint; returns its node.
inline int add_box(Character& character, const Surface& box, int joint) {
  SurfacePart part{.positions = box.vertices, .triangles = box.triangles};
  part.joints = Elements::Constant(box.vertices.rows(), 1, joint);
  part.weights = Matrix::Ones(box.vertices.rows(), 1);
  const int number = static_cast<int>(character.meshes.size());
  character.meshes.push_back({"box", {part}, {}});
  character.nodes.push_back({.name = "box " + std::to_string(number), .mesh = number, .skin = 0});
  return static_cast<int>(character.nodes.size()) - 1;
}

}  // namespace descant::test
