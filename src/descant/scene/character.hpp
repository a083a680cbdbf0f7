// scene/character.hpp: a rigged character as a glTF file holds it, decoded into plain numbers.
//
//   x_posed = Σ_j w_j world_from_joint_j · inverse_bind_j · (x + Σ_k a_k δ_k)     skinned
//   x_posed = world_from_node · (x + Σ_k a_k δ_k)                                 not skinned
//
// Numbers refer to the file: node 3 here is `nodes[3]` there, and so for meshes, skins and clips.

#pragma once

#include <string>
#include <vector>

#include "descant/animation/channel.hpp"
#include "descant/core/types.hpp"

namespace descant {

/// A node of the tree: its own transform (a matrix in the file is decomposed), mesh and skin.
struct CharacterNode : JointPose {
  std::string name;
  int parent = -1;           ///< -1 for a root
  int mesh = -1, skin = -1;  ///< -1 for none
  Vector morph_weights;      ///< by default: the node's own, else its mesh's, else zeros
};

/// One primitive of a mesh. Primitives that are not triangles have vertices and no triangle.
struct SurfacePart {
  Positions positions;             ///< s×3, in the mesh's own space
  Positions normals;               ///< s×3, or empty
  Elements triangles;              ///< t×3; strips and fans are written out
  Elements joints;                 ///< s×i, numbers into the skin's joints; empty without a skin
  Matrix weights;                  ///< s×i, rows sum to one; empty without a skin
  std::vector<Positions> targets;  ///< one a morph target: s×3, added to the positions
  Vector stiffness;                ///< s factors > 0 (`_DESCANT_STIFFNESS`), or empty
  Vector paint;                    ///< s, brightness of the vertex colours in [0, 1], or empty
};

struct CharacterMesh {
  std::string name;
  std::vector<SurfacePart> parts;  ///< all with the same number of targets
  std::vector<std::string> target_names;
};

struct Skin {
  std::string name;
  std::vector<int> joints;                     ///< nodes
  std::vector<Eigen::Matrix4d> inverse_binds;  ///< one a joint
};

struct Character {
  std::string name;
  std::vector<CharacterNode> nodes;
  std::vector<CharacterMesh> meshes;
  std::vector<Skin> skins;
  std::vector<CharacterClip> clips;
};

}  // namespace descant
