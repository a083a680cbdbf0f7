// animation/joint_test.cpp: one forward kinematics for handles and for nodes.

#include "descant/animation/joint.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "descant/core/error.hpp"

namespace descant {
namespace {

JointPose some_pose(double angle) {
  JointPose pose;
  pose.translation = {0.3 * angle, -0.2, 0.1};
  pose.rotation =
      Eigen::Quaterniond(Eigen::AngleAxisd(angle, Eigen::Vector3d(1, 2, 2) / 3)).coeffs();
  pose.scale = {1.1, 0.9, 1 + angle / 10};
  return pose;
}

std::string plain_name(int joint) { return "joint " + std::to_string(joint); }

Eigen::Matrix4d square(const Matrix& map) {
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  matrix.topRows<3>() = map;
  return matrix;
}

TEST(Joints, TurnAboutTheirPivots) {
  const JointPose pose = some_pose(0.7);
  const Eigen::Vector3d pivot(1, -2, 3);
  const Matrix map = own_map(pose, pivot);
  // the pivot is translated only
  EXPECT_NEAR((map * pivot.homogeneous() - pivot - pose.translation).norm(), 0, 1e-14);
  EXPECT_NEAR((map.leftCols(3).colwise().norm().transpose() - pose.scale).norm(), 0, 1e-14);
}

// a handle about its tail is a node that hangs where the tail is, seen from the rest pose:
// T_j = world_from_node_j · (x ↦ x − tail)
TEST(Joints, AreTheSameWhetherTheyHangOrTurnAboutATail) {
  const std::vector<Eigen::Vector3d> tails = {{1, 0, 0}, {1, 2, 0}, {1, 2, 5}, {-1, 0, 2}};
  const std::vector<int> parents = {-1, 0, 1, 0};
  std::vector<Matrix> about_tail, hanging;
  for (int j = 0; j < 4; ++j) {
    JointPose pose = some_pose(0.4 + j);
    about_tail.push_back(own_map(pose, tails[j]));
    pose.translation += parents[j] < 0 ? tails[j] : (tails[j] - tails[parents[j]]).eval();
    hanging.push_back(own_map(pose, Eigen::Vector3d::Zero()));
  }
  const std::vector<int> order = parents_first(parents, "here", plain_name);
  const std::vector<Matrix> maps = carried_maps(about_tail, parents, order);
  const std::vector<Matrix> worlds = carried_maps(hanging, parents, order);
  for (int j = 0; j < 4; ++j) {
    Eigen::Matrix4d node_from_rest = Eigen::Matrix4d::Identity();
    node_from_rest.topRightCorner<3, 1>() = -tails[j];
    EXPECT_LE((square(maps[j]) - square(worlds[j]) * node_from_rest).norm(), 1e-14) << j;
  }
}

TEST(Joints, StandAfterTheirParents) {
  const std::vector<int> order = parents_first({2, 0, -1, 1}, "here", plain_name);
  EXPECT_EQ(order, (std::vector<int>{2, 0, 1, 3}));
}

TEST(Joints, ThatAreNoForestAreNamed) {
  for (const std::vector<int>& parents : {std::vector<int>{1, 2, 1}, {0}, {-1, 7}, {-2}}) {
    try {
      parents_first(parents, "here", plain_name);
      ADD_FAILURE() << "no error";
    } catch (const InputError& error) {
      EXPECT_EQ(error.place(), "here");
      EXPECT_NE(std::string(error.what()).find("joint "), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace descant
