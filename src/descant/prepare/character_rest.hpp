// prepare/character_rest.hpp: a body of a character at rest: its surface, handles and morphs.
//
//   X = S x             rest space: the bind shape at the size it is posed at
//   T_j(t) = world_from_joint_j(t) · inverse_bind_j · S⁻¹         what handle j does to rest space
//
// S is the similarity that best matches the skin matrices of the file's rest pose. Inverse binds
// often carry a scale or a change of axes; without S the body would be simulated at another size
// than it is shown at. A body with parts that have no skin, or skins that were bound in different
// places, rests as the file's own rest pose shows it, with T_j(t) = world_from_node_j(t) ·
// world_from_node_j(rest)⁻¹.

#pragma once

#include <string>
#include <vector>

#include "descant/mesh/surface.hpp"
#include "descant/prepare/character_groups.hpp"
#include "descant/scene/character_pose.hpp"

namespace descant {

/// A node that moves some of a body.
struct CharacterHandle {
  std::string name;
  int node = 0;
  Eigen::Matrix4d node_from_rest = Eigen::Matrix4d::Identity();  ///< T(t) = world_from_node(t) ·
};

/// A morph target that some clip plays.
struct CharacterMorph {
  int node = 0, target = 0;
  Positions deltas;  ///< s×3 in rest space; zero on other nodes' vertices
};

struct CharacterRest {
  CharacterGroup group;
  Surface surface;                       ///< vertices of all parts, node by node, part by part
  std::vector<Index> first_vertex;       ///< of each node of the group, and the end
  std::vector<CharacterHandle> handles;  ///< k
  Matrix weights;                        ///< s×k, rows sum to one
  std::vector<CharacterMorph> morphs;
  Vector stiffness;      ///< s, factors; empty where the file gives none
  Vector paint;          ///< s, brightness of the vertex colours in [0, 1]; empty without colours
  bool is_still = true;  ///< all handles stay at rest in every clip: only morphs play
};

/// Throws InputError, naming `place`, where the rest pose has no size.
CharacterRest character_rest(const Character& character, const CharacterGroup& group,
                             const std::vector<int>& clips, const std::string& place);

/// T_j of a pose, each 3×4, and the weights of the morphs.
std::vector<Matrix> handle_transforms(const CharacterRest& rest, const CharacterPose& pose);
Vector morph_weights(const CharacterRest& rest, const CharacterPose& pose);

}  // namespace descant
