// scene/character_pose.hpp: where a character's nodes and vertices are at a time of a clip.
//
//   B(t) x + b(t) = Σ_j w_j world_from_joint_j(t) · inverse_bind_j     a vertex's blended map

#pragma once

#include <vector>

#include "descant/scene/character.hpp"

namespace descant {

/// A pose of the whole tree.
struct CharacterPose {
  std::vector<Eigen::Matrix4d> world_from_node;  ///< one a node
  std::vector<Vector> morph_weights;             ///< one a node; empty where it has no mesh
};

/// The pose as the file stands, no clip playing.
CharacterPose rest_pose(const Character& character);

/// The pose of a clip at `time` [s]; before its first and after its last key, the nearest holds.
/// The glTF rules: step, linear (quaternions by the shorter great arc), cubic Hermite with the
/// file's tangents.
CharacterPose pose_at(const Character& character, const CharacterClip& clip, double time);

/// The maps from a mesh's own space that move a node's mesh: one a joint of its skin,
/// world_from_joint · inverse_bind (the node's own transform does not count, as glTF says);
/// world_from_node alone where it has no skin.
std::vector<Eigen::Matrix4d> handle_maps(const Character& character, const CharacterPose& pose,
                                         int node);

/// Σ_j w_j map_j of every vertex of a part of a node's mesh: 3×4 a vertex.
std::vector<Eigen::Matrix<double, 3, 4>> blended_maps(const SurfacePart& part,
                                                      const std::vector<Eigen::Matrix4d>& maps);

/// x + Σ_k a_k δ_k (s×3): a part's vertices before they are skinned.
Positions morphed_positions(const SurfacePart& part, const Vector& morph_weights);

/// The vertices of a node's whole mesh as shown, parts one after another (s×3).
Positions posed_surface(const Character& character, const CharacterPose& pose, int node);

/// The same of several nodes, one after another.
Positions posed_surfaces(const Character& character, const CharacterPose& pose,
                         const std::vector<int>& nodes);

}  // namespace descant
