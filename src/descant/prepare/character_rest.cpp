// prepare/character_rest.cpp: gathers the parts of a body in one space.

#include "descant/prepare/character_rest.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"

namespace descant {
namespace {

const CharacterMesh& mesh_of(const Character& character, int node) {
  return character.meshes[character.nodes[node].mesh];
}

/// The similarity nearest to the mean of the skin matrices, each counted by how much it moves.
Eigen::Matrix4d best_similarity(const Character& character, const std::vector<int>& nodes,
                                const CharacterPose& pose, const std::string& place) {
  Eigen::Matrix4d sum = Eigen::Matrix4d::Zero();
  Eigen::Vector4d middle = Eigen::Vector4d::Zero();
  double total = 0;
  for (int node : nodes) {
    const std::vector<Eigen::Matrix4d> maps = handle_maps(character, pose, node);
    for (const SurfacePart& part : mesh_of(character, node).parts)
      for (Index i = 0; i < part.joints.rows(); ++i) {
        middle += Eigen::Vector3d(part.positions.row(i)).homogeneous();
        total += 1;
        for (Index j = 0; j < part.joints.cols(); ++j)
          sum += part.weights(i, j) * maps[part.joints(i, j)];
      }
  }
  const Eigen::Matrix4d mean = sum / std::max(total, 1.0);
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(mean.topLeftCorner<3, 3>(),
                                              Eigen::ComputeFullU | Eigen::ComputeFullV);
  const double size = std::cbrt(svd.singularValues().prod());
  if (!(size > 0) || !std::isfinite(size))
    throw InputError(place, "the skin has no size in the file's rest pose",
                     "Give its joints a scale that is not zero");
  Eigen::Matrix3d R = svd.matrixU() * svd.matrixV().transpose();
  if (R.determinant() < 0) R -= 2 * svd.matrixU().col(2) * svd.matrixV().col(2).transpose();
  Eigen::Matrix4d S = Eigen::Matrix4d::Identity();
  S.topLeftCorner<3, 3>() = size * R;
  const Eigen::Vector4d center = middle / std::max(total, 1.0);
  S.topRightCorner<3, 1>() = (mean * center - S * center).head<3>();
  return S;
}

/// Where the parts of a body rest.
class Gathering {
 public:
  Gathering(const Character& character, const CharacterGroup& group, const std::vector<int>& clips,
            const std::string& place)
      : character_(character), group_(group), clips_(clips), pose_(descant::rest_pose(character)) {
    is_bound_ = std::all_of(group.nodes.begin(), group.nodes.end(),
                            [&](int node) { return character.nodes[node].skin >= 0; });
    if (is_bound_) S_ = best_similarity(character, group.nodes, pose_, place);
    // skins that were bound in different places have no bind shape in common
    constexpr double alike = 1e-3;
    for (int node : group.nodes)
      if (is_bound_ && group.nodes.size() > 1)
        is_bound_ = best_similarity(character, {node}, pose_, place).isApprox(S_, alike);
    if (!is_bound_) expect_size(place);
  }

  CharacterRest gathered() {
    rest_.group = group_;
    Index num_vertices = 0, num_triangles = 0;
    for (int node : group_.nodes) {
      rest_.first_vertex.push_back(num_vertices);
      for (const SurfacePart& part : mesh_of(character_, node).parts) {
        num_vertices += part.positions.rows();
        num_triangles += part.triangles.rows();
      }
    }
    rest_.first_vertex.push_back(num_vertices);
    rest_.surface.vertices.resize(num_vertices, 3);
    rest_.surface.triangles.resize(num_triangles, 3);
    for (int node : group_.nodes) add_handles(node);
    rest_.weights = Matrix::Zero(num_vertices, static_cast<Index>(rest_.handles.size()));
    for (size_t k = 0; k < group_.nodes.size(); ++k) add_node(k);
    drop_idle_handles();
    for (const CharacterHandle& handle : rest_.handles)
      rest_.is_still =
          rest_.is_still && !is_moved(handle.node) &&
          (pose_.world_from_node[handle.node] * handle.node_from_rest).isIdentity(1e-9);
    return std::move(rest_);
  }

 private:
  void expect_size(const std::string& place) const {
    for (int node : group_.nodes)
      for (const Eigen::Matrix4d& map : handle_maps(character_, pose_, node))
        if (!(std::abs(map.topLeftCorner<3, 3>().determinant()) > 0))
          throw InputError(
              place,
              "node `" + character_.nodes[node].name + "` has no size in the file's rest pose",
              "Give it a scale that is not zero");
  }

  /// node_from_rest of each mover of a node's mesh.
  std::vector<CharacterHandle> handles_of(int node) const {
    const int skin = character_.nodes[node].skin;
    const std::vector<int> movers =
        skin < 0 ? std::vector<int>{node} : character_.skins[skin].joints;
    std::vector<CharacterHandle> handles;
    for (size_t j = 0; j < movers.size(); ++j) {
      const Eigen::Matrix4d node_from_rest =
          is_bound_ ? Eigen::Matrix4d(character_.skins[skin].inverse_binds[j] * S_.inverse())
                    : Eigen::Matrix4d(pose_.world_from_node[movers[j]].inverse());
      handles.push_back({character_.nodes[movers[j]].name, movers[j], node_from_rest});
    }
    return handles;
  }

  /// The number of a handle like this one, or −1.
  int find(const CharacterHandle& wanted) const {
    for (size_t k = 0; k < rest_.handles.size(); ++k) {
      const CharacterHandle& handle = rest_.handles[k];
      const Eigen::Matrix4d difference = handle.node_from_rest - wanted.node_from_rest;
      if (handle.node == wanted.node && difference.norm() <= 1e-6 * wanted.node_from_rest.norm())
        return static_cast<int>(k);
    }
    return -1;
  }

  void add_handles(int node) {
    for (const CharacterHandle& handle : handles_of(node))
      if (find(handle) < 0) rest_.handles.push_back(handle);
  }

  void add_node(size_t k) {
    const int node = group_.nodes[k];
    std::vector<int> number;
    for (const CharacterHandle& handle : handles_of(node)) number.push_back(find(handle));
    const std::vector<Eigen::Matrix4d> maps = handle_maps(character_, pose_, node);
    const std::vector<int> played = played_targets(node);
    const Vector still = still_weights(node, played);
    const size_t first_morph = rest_.morphs.size();
    for (int target : played)
      rest_.morphs.push_back({node, target, Positions::Zero(rest_.surface.vertices.rows(), 3)});

    Index first = rest_.first_vertex[k];
    for (const SurfacePart& part : mesh_of(character_, node).parts) {
      const Index count = part.positions.rows();
      const Positions shape = morphed_positions(part, still);
      const std::vector<Eigen::Matrix<double, 3, 4>> rest_from_mesh =
          is_bound_ ? std::vector<Eigen::Matrix<double, 3, 4>>(count, S_.topRows<3>())
                    : blended_maps(part, maps);
      for (Index i = 0; i < count; ++i) {
        rest_.surface.vertices.row(first + i) =
            rest_from_mesh[i] * Eigen::Vector3d(shape.row(i)).homogeneous();
        for (size_t m = 0; m < played.size(); ++m)
          if (part.targets[played[m]].rows() > 0)
            rest_.morphs[first_morph + m].deltas.row(first + i) =
                rest_from_mesh[i].leftCols<3>() * part.targets[played[m]].row(i).transpose();
        if (part.joints.rows() == 0) rest_.weights(first + i, number[0]) = 1;
        for (Index j = 0; j < (part.joints.rows() > 0 ? part.joints.cols() : 0); ++j)
          rest_.weights(first + i, number[part.joints(i, j)]) += part.weights(i, j);
      }
      add_values(part.stiffness, 1, first, rest_.stiffness);
      add_values(part.paint, 0, first, rest_.paint);
      rest_.surface.triangles.middleRows(num_triangles_, part.triangles.rows()) =
          part.triangles.array() + static_cast<int>(first);
      num_triangles_ += part.triangles.rows();
      first += count;
    }
  }

  /// Values of a part's vertices among those of the body, which has `usual` elsewhere.
  void add_values(const Vector& part, double usual, Index first, Vector& all) const {
    if (part.size() == 0) return;
    if (all.size() == 0) all.setConstant(rest_.surface.vertices.rows(), usual);
    all.segment(first, part.size()) = part;
  }

  /// Morph targets of a node whose weights some clip changes.
  std::vector<int> played_targets(int node) const {
    const Vector& usual = character_.nodes[node].morph_weights;
    std::vector<bool> is_played(usual.size(), false);
    for (int clip : clips_)
      for (const Channel& channel : character_.clips[clip].channels) {
        if (channel.node != node || channel.path != ChannelPath::weights) continue;
        for (Index k = 0; k < usual.size(); ++k)
          if ((channel.values.col(k).array() != usual[k]).any()) is_played[k] = true;
      }
    std::vector<int> targets;
    for (int k = 0; k < static_cast<int>(usual.size()); ++k)
      if (is_played[k]) targets.push_back(k);
    return targets;
  }

  /// True where a clip has a say in where a node is.
  bool is_moved(int node) const {
    for (; node >= 0; node = character_.nodes[node].parent)
      for (int clip : clips_)
        for (const Channel& channel : character_.clips[clip].channels)
          if (channel.node == node && channel.path != ChannelPath::weights) return true;
    return false;
  }

  /// The weights that shape the rest: as the file has them, but none of what clips play.
  Vector still_weights(int node, const std::vector<int>& played) const {
    Vector weights = character_.nodes[node].morph_weights;
    for (int target : played) weights[target] = 0;
    return weights;
  }

  /// Joints that move nothing, such as tips and controllers, are no handles.
  void drop_idle_handles() {
    std::vector<CharacterHandle> handles;
    std::vector<Index> kept;
    for (size_t k = 0; k < rest_.handles.size(); ++k) {
      if (!(rest_.weights.col(k).maxCoeff() > 0)) continue;
      handles.push_back(rest_.handles[k]);
      kept.push_back(static_cast<Index>(k));
    }
    rest_.weights = Matrix(rest_.weights(Eigen::all, kept));
    rest_.handles = std::move(handles);
  }

  const Character& character_;
  const CharacterGroup& group_;
  const std::vector<int>& clips_;
  CharacterPose pose_;
  bool is_bound_ = false;
  Eigen::Matrix4d S_ = Eigen::Matrix4d::Identity();
  CharacterRest rest_;
  Index num_triangles_ = 0;
};

}  // namespace

CharacterRest character_rest(const Character& character, const CharacterGroup& group,
                             const std::vector<int>& clips, const std::string& place) {
  return Gathering(character, group, clips, place).gathered();
}

std::vector<Matrix> handle_transforms(const CharacterRest& rest, const CharacterPose& pose) {
  std::vector<Matrix> transforms;
  for (const CharacterHandle& handle : rest.handles)
    transforms.push_back((pose.world_from_node[handle.node] * handle.node_from_rest).topRows<3>());
  return transforms;
}

Vector morph_weights(const CharacterRest& rest, const CharacterPose& pose) {
  Vector weights(rest.morphs.size());
  for (size_t k = 0; k < rest.morphs.size(); ++k)
    weights[k] = pose.morph_weights[rest.morphs[k].node][rest.morphs[k].target];
  return weights;
}

}  // namespace descant
