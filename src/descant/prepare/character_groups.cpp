// prepare/character_groups.cpp: parts that touch, found on a grid of boxes over the rest pose.

#include "descant/prepare/character_groups.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <unordered_map>

#include "descant/core/disjoint_sets.hpp"
#include "descant/mesh/surface.hpp"
#include "descant/prepare/safe_names.hpp"
#include "descant/scene/character_pose.hpp"

namespace descant {
namespace {

constexpr double near = 0.003;  // of the diagonal of all: parts touch that come about this close

bool has_triangles(const Character& character, int node) {
  const int mesh = character.nodes[node].mesh;
  if (mesh < 0) return false;
  const std::vector<SurfacePart>& parts = character.meshes[mesh].parts;
  return std::any_of(parts.begin(), parts.end(),
                     [](const SurfacePart& part) { return part.triangles.rows() > 0; });
}

/// The nodes whose transforms move a node's mesh.
std::vector<int> movers(const Character& character, int node) {
  const int skin = character.nodes[node].skin;
  return skin < 0 ? std::vector<int>{node} : character.skins[skin].joints;
}

/// Which skeleton each node belongs to: joints of one skin, or of skins that share some, are one;
/// a node without a skin goes with the joint above it, or else with all that has its root.
std::vector<int> skeletons(const Character& character) {
  const size_t count = character.nodes.size();
  DisjointSets sets(count);
  std::vector<bool> is_joint(count, false);
  for (const Skin& skin : character.skins)
    for (int joint : skin.joints) {
      is_joint[joint] = true;
      sets.join(joint, skin.joints[0]);
    }
  std::vector<int> skeleton(count);
  for (size_t i = 0; i < count; ++i) {
    int node = static_cast<int>(i);
    if (character.nodes[i].skin >= 0) node = character.skins[character.nodes[i].skin].joints[0];
    while (!is_joint[node] && character.nodes[node].parent >= 0)
      node = character.nodes[node].parent;
    skeleton[i] = sets.root(node);
  }
  return skeleton;
}

/// Nodes that some channel of the clips, or a parent's, sets in motion.
std::vector<bool> moving_nodes(const Character& character, const std::vector<int>& clips) {
  std::vector<bool> has_channel(character.nodes.size(), false);
  for (int clip : clips)
    for (const Channel& channel : character.clips[clip].channels) {
      const bool is_still =
          channel.values.rows() < 2 || (channel.values.rowwise() - channel.values.row(0)).isZero(0);
      if (!is_still && channel.path != ChannelPath::weights) has_channel[channel.node] = true;
    }
  std::vector<bool> moves(character.nodes.size(), false);
  for (size_t i = 0; i < character.nodes.size(); ++i)
    for (int node = static_cast<int>(i); node >= 0; node = character.nodes[node].parent)
      if (has_channel[node]) moves[i] = true;
  return moves;
}

bool is_morphed(const Character& character, const std::vector<int>& clips, int node) {
  for (int clip : clips)
    for (const Channel& channel : character.clips[clip].channels)
      if (channel.node == node && channel.path == ChannelPath::weights &&
          !(channel.values.rowwise() - channel.values.row(0)).isZero(0))
        return true;
  return false;
}

Surface posed_part(const Character& character, const CharacterPose& pose, int node) {
  Surface surface{posed_surface(character, pose, node), {}};
  Index rows = 0, first = 0;
  const CharacterMesh& mesh = character.meshes[character.nodes[node].mesh];
  for (const SurfacePart& part : mesh.parts) rows += part.triangles.rows();
  surface.triangles.resize(rows, 3);
  rows = 0;
  for (const SurfacePart& part : mesh.parts) {
    surface.triangles.middleRows(rows, part.triangles.rows()) =
        part.triangles.array() + static_cast<int>(first);
    rows += part.triangles.rows();
    first += part.positions.rows();
  }
  return surface;
}

/// A sieve of boxes: which parts pass through each.
class TouchGrid {
 public:
  explicit TouchGrid(double box) : box_(box) {}

  /// Calls meet(other) for every part already there that has a point in or beside a box of this
  /// one, then adds this one.
  template <class Meet>
  void add(int part, const Surface& surface, const Meet& meet) {
    std::set<Box> boxes;
    for (Index t = 0; t < surface.triangles.rows(); ++t) add_triangle(surface, t, boxes);
    for (const Box& box : boxes)
      for (int k = 0; k < 27; ++k) {
        const auto found =
            parts_.find(key({box[0] + k % 3 - 1, box[1] + k / 3 % 3 - 1, box[2] + k / 9 - 1}));
        if (found == parts_.end()) continue;
        for (int other : found->second) meet(other);
      }
    for (const Box& box : boxes) parts_[key(box)].push_back(part);
  }

 private:
  using Box = std::array<long, 3>;

  void add_triangle(const Surface& surface, Index t, std::set<Box>& boxes) const {
    const Eigen::Vector3d a = surface.vertices.row(surface.triangles(t, 0));
    const Eigen::Vector3d b = surface.vertices.row(surface.triangles(t, 1));
    const Eigen::Vector3d c = surface.vertices.row(surface.triangles(t, 2));
    const double longest = std::max({(b - a).norm(), (c - a).norm(), (c - b).norm()});
    const int steps = std::clamp(static_cast<int>(std::ceil(2 * longest / box_)), 1, 1000);
    for (int i = 0; i <= steps; ++i)
      for (int j = 0; j <= steps - i; ++j) {
        const Eigen::Vector3d x = (a + (b - a) * i / steps + (c - a) * j / steps) / box_;
        boxes.insert({std::lround(x[0]), std::lround(x[1]), std::lround(x[2])});
      }
  }

  static std::size_t key(const Box& box) {
    std::size_t hash = 0;
    for (long x : box) hash = hash * 2097169 + static_cast<std::size_t>(x + 1048576);
    return hash;
  }

  double box_;
  std::unordered_map<std::size_t, std::vector<int>> parts_;
};

Eigen::AlignedBox<double, 3> box_of(const Surface& surface) {
  Eigen::AlignedBox<double, 3> box;
  for (Index i = 0; i < surface.vertices.rows(); ++i)
    box.extend(Eigen::Vector3d(surface.vertices.row(i)));
  return box;
}

/// True where a surface winds around the first vertex of a part (van Oosterom and Strackee 1983).
bool is_inside(const Surface& part, const Surface& surface) {
  const Eigen::Vector3d x = part.vertices.row(part.triangles(0, 0));
  double angle = 0;
  for (Index t = 0; t < surface.triangles.rows(); ++t) {
    const Eigen::Vector3d a = surface.vertices.row(surface.triangles(t, 0)).transpose() - x;
    const Eigen::Vector3d b = surface.vertices.row(surface.triangles(t, 1)).transpose() - x;
    const Eigen::Vector3d c = surface.vertices.row(surface.triangles(t, 2)).transpose() - x;
    const double l = a.norm(), m = b.norm(), n = c.norm();
    angle +=
        2 * std::atan2(a.dot(b.cross(c)), l * m * n + a.dot(b) * n + b.dot(c) * l + c.dot(a) * m);
  }
  return std::abs(angle) > 2 * std::numbers::pi;  // half of a full turn
}

}  // namespace

std::vector<CharacterGroup> character_groups(const Character& character,
                                             const std::vector<int>& clips) {
  // what some clip moves
  const std::vector<bool> moves = moving_nodes(character, clips);
  std::vector<int> nodes;
  for (int node = 0; node < static_cast<int>(character.nodes.size()); ++node) {
    if (!has_triangles(character, node)) continue;
    const std::vector<int> by = movers(character, node);
    if (is_morphed(character, clips, node) ||
        std::any_of(by.begin(), by.end(), [&](int mover) { return moves[mover]; }))
      nodes.push_back(node);
  }

  // where it is
  const CharacterPose pose = rest_pose(character);
  std::vector<Surface> surfaces;
  Eigen::AlignedBox<double, 3> all;
  for (int node : nodes) {
    surfaces.push_back(posed_part(character, pose, node));
    all.extend(box_of(surfaces.back()));
  }

  // parts of one skeleton that touch, or lie within one another
  const std::vector<int> skeleton = skeletons(character);
  DisjointSets sets(nodes.size());
  TouchGrid grid(nodes.empty() ? 1 : std::max(near * all.diagonal().norm(), 1e-300));
  for (size_t i = 0; i < nodes.size(); ++i) {
    const auto is_of_one_skeleton = [&](size_t other) {
      return skeleton[nodes[other]] == skeleton[nodes[i]];
    };
    grid.add(static_cast<int>(i), surfaces[i], [&](int other) {
      if (is_of_one_skeleton(other)) sets.join(static_cast<int>(i), other);
    });
    const Eigen::AlignedBox<double, 3> box = box_of(surfaces[i]);
    for (size_t other = 0; other < i; ++other) {
      const Eigen::AlignedBox<double, 3> its = box_of(surfaces[other]);
      if (is_of_one_skeleton(other) &&
          ((box.contains(its) && is_inside(surfaces[other], surfaces[i])) ||
           (its.contains(box) && is_inside(surfaces[i], surfaces[other]))))
        sets.join(static_cast<int>(i), static_cast<int>(other));
    }
  }

  std::vector<CharacterGroup> groups;
  const std::vector<int> group = sets.numbered();
  SafeNames names;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (group[i] == static_cast<int>(groups.size())) {
      const CharacterNode& node = character.nodes[nodes[i]];
      const std::string& mesh = character.meshes[node.mesh].name;
      groups.push_back({names.add(node.name.empty() ? mesh : node.name, "body"), {}});
    }
    groups[group[i]].nodes.push_back(nodes[i]);
  }
  return groups;
}

}  // namespace descant
