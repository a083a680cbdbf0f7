// animation/joint.cpp: forward kinematics.

#include "descant/animation/joint.hpp"

#include <Eigen/Geometry>

#include "descant/core/error.hpp"

namespace descant {

Matrix own_map(const JointPose& pose, ConstVec pivot) {
  const Index dim = pivot.size();
  const Eigen::Quaterniond q(pose.rotation);  // (x, y, z, w)
  Matrix A = q.toRotationMatrix().topLeftCorner(dim, dim);
  A *= pose.scale.head(dim).asDiagonal();
  Matrix T(dim, dim + 1);
  T.leftCols(dim) = A;
  T.col(dim) = pivot + pose.translation.head(dim) - A * pivot;
  return T;
}

std::vector<int> parents_first(const std::vector<int>& parents, const std::string& place,
                               const std::function<std::string(int joint)>& called) {
  const int num_joints = static_cast<int>(parents.size());
  std::vector<bool> is_placed(parents.size(), false);
  std::vector<int> order;
  order.reserve(parents.size());
  for (int j = 0; j < num_joints; ++j) {
    // climb to the first ancestor that has its place already
    std::vector<int> chain;
    for (int up = j; up != -1 && !is_placed[up]; up = parents[up]) {
      const int parent = parents[up];
      if (parent < -1 || parent >= num_joints)
        throw InputError(
            place, called(up) + " has parent " + std::to_string(parent),
            "Parents are numbered 0 to " + std::to_string(num_joints - 1) + "; -1 is a root");
      chain.push_back(up);
      if (static_cast<int>(chain.size()) > num_joints)
        throw InputError(place, called(up) + " is its own ancestor",
                         "Make one handle of the loop a root");
    }
    // then descend again
    for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
      is_placed[*it] = true;
      order.push_back(*it);
    }
  }
  return order;
}

std::vector<Matrix> carried_maps(std::vector<Matrix> own, const std::vector<int>& parents,
                                 const std::vector<int>& order) {
  std::vector<Matrix> maps = std::move(own);
  for (const int j : order) {
    if (parents[j] < 0) continue;
    // carried by the parent: x ↦ A_parent (A x + b) + b_parent
    const Matrix& parent = maps[parents[j]];
    const Index dim = parent.rows();
    maps[j] = (parent.leftCols(dim) * maps[j]).eval();
    maps[j].col(dim) += parent.col(dim);
  }
  return maps;
}

}  // namespace descant
