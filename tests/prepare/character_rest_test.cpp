// tests/prepare/character_rest_test.cpp: a body at the size it is shown at, posed as the file
// says.

#include "descant/prepare/character_rest.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "descant/core/error.hpp"
#include "support/box_character.hpp"

namespace descant::test {
namespace {

constexpr double tight = 1e-12;

Character boxes() {
  Character character = two_joints();
  add_box(character, moved(box_surface({1, 1, 1}), {0, 0.5, 0}), 0);
  add_box(character, moved(box_surface({1, 1, 1}), {0, 1.5, 0}), 1);
  return character;
}

CharacterRest rest_of(const Character& character) {
  return character_rest(character, character_groups(character, {0}).at(0), {0}, "boxes");
}

/// Σ_j w_j T_j X: what the handles make of the rest surface.
Positions posed(const CharacterRest& rest, const CharacterPose& pose) {
  const std::vector<Matrix> T = handle_transforms(rest, pose);
  Positions result = Positions::Zero(rest.surface.vertices.rows(), 3);
  for (Index i = 0; i < result.rows(); ++i)
    for (size_t j = 0; j < T.size(); ++j)
      result.row(i) += rest.weights(i, j) *
                       (T[j] * rest.surface.vertices.row(i).transpose().homogeneous()).transpose();
  return result;
}

void expect_posed_as_shown(const Character& character) {
  const CharacterRest rest = rest_of(character);
  for (double time : {0.0, 0.3, 0.5, 1.0}) {
    const CharacterPose pose = pose_at(character, character.clips[0], time);
    const Positions shown = posed_surfaces(character, pose, rest.group.nodes);
    EXPECT_LE((posed(rest, pose) - shown).cwiseAbs().maxCoeff(), tight * shown.norm()) << time;
  }
}

TEST(CharacterRest, HandlesPoseItAsTheFileShowsIt) { expect_posed_as_shown(boxes()); }

TEST(CharacterRest, ScalesInTheBindsDoNotChangeItsSize) {
  Character character = boxes();
  // modelled in centimetres and lying down, shown in metres and upright
  Eigen::Matrix4d upright = Eigen::Matrix4d::Zero();
  upright(0, 0) = upright(1, 2) = 0.01, upright(2, 1) = -0.01, upright(3, 3) = 1;
  for (CharacterMesh& mesh : character.meshes)
    mesh.parts[0].positions =
        (mesh.parts[0].positions * upright.topLeftCorner<3, 3>().inverse().transpose()).eval();
  for (Eigen::Matrix4d& bind : character.skins[0].inverse_binds) bind = (bind * upright).eval();
  const CharacterRest rest = rest_of(character), plain = rest_of(boxes());
  EXPECT_NEAR(diagonal(rest.surface), diagonal(plain.surface), 1e-9);
  expect_posed_as_shown(character);
}

TEST(CharacterRest, PartsWithoutASkinFollowTheirNode) {
  Character character = boxes();
  // the upper box hangs on the head itself
  character.nodes[3].skin = -1, character.nodes[3].parent = 1;
  SurfacePart& part = character.meshes[1].parts[0];
  part.positions.col(1).array() -= 1;
  part.joints.resize(0, 0), part.weights.resize(0, 0);
  expect_posed_as_shown(character);
}

TEST(CharacterRest, ASizeOfNothingIsAnInputError) {
  Character character = boxes();
  for (Eigen::Matrix4d& bind : character.skins[0].inverse_binds) bind.topRows<3>().setZero();
  EXPECT_THROW(rest_of(character), InputError);
}

}  // namespace
}  // namespace descant::test
