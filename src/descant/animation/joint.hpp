// animation/joint.hpp: a tree of joints, and where their own motions take them.
//
//   x ↦ c + t + R S (x − c)          a joint's own motion, about its pivot c
//   T_j = T_parent ∘ own motion      forward kinematics
//
// The handles of a scene turn about their tails, and T_j takes points at rest where the joint takes
// them. The nodes of a character have their pivot at 0, and T_j is world_from_node.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// A joint's own motion, relative to its parent. In the plane the third coordinates do not count,
/// and it turns about z.
struct JointPose {
  Eigen::Vector3d translation = Eigen::Vector3d::Zero();
  Eigen::Vector4d rotation = {0, 0, 0, 1};  ///< unit quaternion (x, y, z, w)
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();
};

/// The motion as an affine map, d×(d+1), of a joint that turns about `pivot` (d).
Matrix own_map(const JointPose& pose, ConstVec pivot);

/// Joints in an order where each stands after its parent (-1 for a root). Parents may be given in
/// any order. Throws InputError at `place` where they are no forest; `called` says whose parents.
std::vector<int> parents_first(const std::vector<int>& parents, const std::string& place,
                               const std::function<std::string(int joint)>& called);

/// Forward kinematics: T_j of every joint, each d×(d+1), from the joints' own maps.
/// @param order  as from `parents_first`
std::vector<Matrix> carried_maps(std::vector<Matrix> own, const std::vector<int>& parents,
                                 const std::vector<int>& order);

}  // namespace descant
