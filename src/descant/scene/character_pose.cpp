// scene/character_pose.cpp: where a character's nodes and vertices are at a time of a clip.
//
//   cubic spline, τ ∈ [0,1] between keys h apart, values v, out-tangent b, in-tangent a of the next
//
//   p(τ) = (2τ³−3τ²+1) v₀ + h(τ³−2τ²+τ) b₀ + (−2τ³+3τ²) v₁ + h(τ³−τ²) a₁

#include "descant/scene/character_pose.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"

namespace descant {

namespace {

// Between keys `key` and `key` + 1, at `fraction`; at a key alone where `fraction` is 0.
struct KeyPlace {
  Index key = 0;
  double fraction = 0, gap = 0;
};

KeyPlace place_of(const std::vector<double>& times, double time) {
  if (!(time > times.front())) return {};
  const auto last = static_cast<Index>(times.size()) - 1;
  if (time >= times.back()) return {last, 0, 0};
  const Index key = std::upper_bound(times.begin(), times.end(), time) - times.begin() - 1;
  const double start = times[static_cast<std::size_t>(key)];
  const double gap = times[static_cast<std::size_t>(key) + 1] - start;
  return {key, (time - start) / gap, gap};
}

Eigen::Vector4d unit(const Vector& quaternion) {
  const double norm = quaternion.norm();
  return norm > 0 && std::isfinite(norm) ? Eigen::Vector4d(quaternion / norm)
                                         : Eigen::Vector4d(0, 0, 0, 1);
}

Vector hermite(const Channel& channel, const KeyPlace& at) {
  const double t = at.fraction, t2 = t * t, t3 = t2 * t;
  return (2 * t3 - 3 * t2 + 1) * channel.values.row(at.key) +
         at.gap * (t3 - 2 * t2 + t) * channel.out_tangents.row(at.key) +
         (3 * t2 - 2 * t3) * channel.values.row(at.key + 1) +
         at.gap * (t3 - t2) * channel.in_tangents.row(at.key + 1);
}

Vector sample(const Channel& channel, double time) {
  const KeyPlace at = place_of(channel.times, time);
  const Vector here = channel.values.row(at.key);
  const bool is_rotation = channel.path == ChannelPath::rotation;
  if (at.fraction == 0 || channel.interpolation == Interpolation::step)
    return is_rotation ? Vector(unit(here)) : here;
  if (channel.interpolation == Interpolation::cubic_spline) {
    const Vector value = hermite(channel, at);
    return is_rotation ? Vector(unit(value)) : value;
  }
  const Vector next = channel.values.row(at.key + 1);
  if (!is_rotation) return here + at.fraction * (next - here);
  const Eigen::Quaterniond from(unit(here)), to(unit(next));
  return from.slerp(at.fraction, to).normalized().coeffs();
}

Eigen::Matrix4d local_matrix(const CharacterNode& node) {
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  matrix.topLeftCorner<3, 3>() =
      Eigen::Quaterniond(node.rotation).toRotationMatrix() * node.scale.asDiagonal();
  matrix.topRightCorner<3, 1>() = node.translation;
  return matrix;
}

// The pose of nodes whose own transforms are set.
CharacterPose pose_of(const std::vector<CharacterNode>& nodes) {
  CharacterPose pose;
  pose.world_from_node.resize(nodes.size());
  std::vector<char> is_done(nodes.size(), 0);
  std::vector<std::size_t> pending;
  for (std::size_t start = 0; start < nodes.size(); ++start) {
    // up to what is known, then down again
    int at = static_cast<int>(start);
    for (; at >= 0 && !is_done[static_cast<std::size_t>(at)];
         at = nodes[static_cast<std::size_t>(at)].parent)
      pending.push_back(static_cast<std::size_t>(at));
    for (; !pending.empty(); pending.pop_back()) {
      const std::size_t node = pending.back();
      const int parent = nodes[node].parent;
      pose.world_from_node[node] = local_matrix(nodes[node]);
      if (parent >= 0)
        pose.world_from_node[node] =
            pose.world_from_node[static_cast<std::size_t>(parent)] * pose.world_from_node[node];
      is_done[node] = 1;
    }
  }
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
    const Vector value = sample(channel, time);
    switch (channel.path) {
      case ChannelPath::translation:
        node.translation = value;
        break;
      case ChannelPath::rotation:
        node.rotation = value;
        break;
      case ChannelPath::scale:
        node.scale = value;
        break;
      case ChannelPath::weights:
        node.morph_weights = value;
        break;
    }
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
