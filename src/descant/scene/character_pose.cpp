// scene/character_pose.cpp: where a character's nodes and vertices are at a time of a clip.

#include "descant/scene/character_pose.hpp"

#include "descant/core/error.hpp"

namespace descant {

namespace {

// The pose of nodes whose own transforms are set.
CharacterPose pose_of(const std::vector<CharacterNode>& nodes) {
  std::vector<int> parents;
  std::vector<Matrix> own;
  for (const CharacterNode& node : nodes) {
    parents.push_back(node.parent);
    own.push_back(own_map(node, Eigen::Vector3d::Zero()));
  }
  const std::vector<int> order =
      parents_first(parents, "nodes", [](int node) { return "node " + std::to_string(node); });

  CharacterPose pose;
  pose.world_from_node.assign(nodes.size(), Eigen::Matrix4d::Identity());
  const std::vector<Matrix> maps = carried_maps(std::move(own), parents, order);
  for (std::size_t n = 0; n < nodes.size(); ++n) pose.world_from_node[n].topRows<3>() = maps[n];
  for (const CharacterNode& node : nodes)
    pose.morph_weights.push_back(node.mesh >= 0 ? node.morph_weights : Vector());
  return pose;
}

}  // namespace

CharacterPose rest_pose(const Character& character) { return pose_of(character.nodes); }

CharacterPose pose_at(const Character& character, const CharacterClip& clip, double time) {
  std::vector<CharacterNode> nodes = character.nodes;
  for (const Channel& channel : clip.channels) {
    CharacterNode& node = nodes[static_cast<std::size_t>(channel.node)];
    if (channel.path == ChannelPath::weights)
      node.morph_weights = value_at(channel, time);
    else
      set_pose(channel, time, node);
  }
  return pose_of(nodes);
}

std::vector<Eigen::Matrix4d> handle_maps(const Character& character, const CharacterPose& pose,
                                         int node) {
  const CharacterNode& shown = character.nodes[static_cast<std::size_t>(node)];
  if (shown.skin < 0) return {pose.world_from_node[static_cast<std::size_t>(node)]};
  const Skin& skin = character.skins[static_cast<std::size_t>(shown.skin)];
  std::vector<Eigen::Matrix4d> maps;
  for (std::size_t j = 0; j < skin.joints.size(); ++j)
    maps.push_back(pose.world_from_node[static_cast<std::size_t>(skin.joints[j])] *
                   skin.inverse_binds[j]);
  return maps;
}

std::vector<Eigen::Matrix<double, 3, 4>> blended_maps(const SurfacePart& part,
                                                      const std::vector<Eigen::Matrix4d>& maps) {
  using Map = Eigen::Matrix<double, 3, 4>;
  const auto num_vertices = static_cast<std::size_t>(part.positions.rows());

  // one map for all: no skin, or a skin of one joint
  if (part.joints.size() == 0 || maps.size() == 1)
    return std::vector<Map>(num_vertices, maps.front().topRows<3>());

  std::vector<Map> blended(num_vertices, Map::Zero());
  for (Index v = 0; v < part.positions.rows(); ++v)
    for (Index i = 0; i < part.joints.cols(); ++i) {
      if (part.weights(v, i) == 0) continue;
      blended[static_cast<std::size_t>(v)] +=
          part.weights(v, i) * maps[static_cast<std::size_t>(part.joints(v, i))].topRows<3>();
    }
  return blended;
}

Positions morphed_positions(const SurfacePart& part, const Vector& morph_weights) {
  expect_equal(morph_weights.size(), static_cast<Index>(part.targets.size()),
               "morph weights against targets");
  Positions positions = part.positions;
  for (Index k = 0; k < morph_weights.size(); ++k)
    if (morph_weights[k] != 0)
      positions += morph_weights[k] * part.targets[static_cast<std::size_t>(k)];
  return positions;
}

Positions posed_surface(const Character& character, const CharacterPose& pose, int node) {
  const auto number = static_cast<std::size_t>(node);
  if (character.nodes[number].mesh < 0) return Positions(0, 3);
  const CharacterMesh& mesh =
      character.meshes[static_cast<std::size_t>(character.nodes[number].mesh)];
  const std::vector<Eigen::Matrix4d> maps = handle_maps(character, pose, node);
  Index num_vertices = 0;
  for (const SurfacePart& part : mesh.parts) num_vertices += part.positions.rows();

  Positions surface(num_vertices, 3);
  Index row = 0;
  for (const SurfacePart& part : mesh.parts) {
    const Positions morphed = morphed_positions(part, pose.morph_weights[number]);
    const auto blended = blended_maps(part, maps);
    for (Index v = 0; v < morphed.rows(); ++v, ++row) {
      const Eigen::Matrix<double, 3, 4>& map = blended[static_cast<std::size_t>(v)];
      surface.row(row) = (map.leftCols<3>() * morphed.row(v).transpose() + map.col(3)).transpose();
    }
  }
  return surface;
}

Positions posed_surfaces(const Character& character, const CharacterPose& pose,
                         const std::vector<int>& nodes) {
  std::vector<Positions> surfaces;
  Index num_vertices = 0;
  for (const int node : nodes) {
    surfaces.push_back(posed_surface(character, pose, node));
    num_vertices += surfaces.back().rows();
  }
  Positions all(num_vertices, 3);
  Index row = 0;
  for (const Positions& surface : surfaces) {
    all.middleRows(row, surface.rows()) = surface;
    row += surface.rows();
  }
  return all;
}

}  // namespace descant
