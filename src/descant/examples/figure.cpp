// examples/figure.cpp: nodes, weights and channels of the built-in characters.
//
//   w_j ∝ (thickness_j / distance to bone j)⁴, evened out over the surface, the largest four kept

#include "descant/examples/figure.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "descant/animation/keys.hpp"
#include "descant/core/error.hpp"
#include "descant/examples/shapes.hpp"

namespace descant {
namespace {

constexpr double keys_a_second = 30;

/// The dense weights of points (s × bones), by distance and not yet even.
Matrix near_weights(const Positions& points, const std::vector<Bone>& bones) {
  Matrix weights(points.rows(), static_cast<Index>(bones.size()));
  for (Index i = 0; i < points.rows(); ++i)
    for (size_t j = 0; j < bones.size(); ++j) {
      const Point x = points.row(i).transpose();
      const double away = capsule(x, bones[j].tail, bones[j].head, 0) / bones[j].thickness;
      weights(i, j) = 1 / (1e-4 + std::pow(away, 4));
    }
  return weights.rowwise().sum().cwiseInverse().asDiagonal() * weights;
}

/// Each vertex takes over half of its neighbours' mean, a few times.
void even_out(const Elements& triangles, Matrix& weights) {
  constexpr int num_rounds = 6;
  for (int round = 0; round < num_rounds; ++round) {
    Matrix sums = Matrix::Zero(weights.rows(), weights.cols());
    Vector counts = Vector::Zero(weights.rows());
    for (Index t = 0; t < triangles.rows(); ++t)
      for (int c = 0; c < 3; ++c) {
        const int from = triangles(t, c), to = triangles(t, (c + 1) % 3);
        sums.row(from) += weights.row(to);
        counts[from] += 1;
      }
    weights = 0.5 * weights + 0.5 * (counts.cwiseInverse().asDiagonal() * sums);
  }
}

/// The four largest weights of a row, in order, small ones dropped, summing to one in float32.
void keep_four(const Matrix& dense, SurfacePart& part) {
  constexpr double least = 0.02;
  part.joints = Elements::Zero(dense.rows(), 4);
  part.weights = Matrix::Zero(dense.rows(), 4);
  for (Index i = 0; i < dense.rows(); ++i) {
    std::vector<int> order(dense.cols());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return dense(i, a) > dense(i, b); });
    for (int k = 0; k < std::min<int>(4, static_cast<int>(order.size())); ++k) {
      if (k > 0 && dense(i, order[k]) < least) break;
      part.joints(i, k) = order[k];
      part.weights(i, k) = dense(i, order[k]);
    }
    part.weights.row(i) /= part.weights.row(i).sum();
  }
}

SurfacePart part_of(const Shell& shell) {
  SurfacePart part;
  part.positions = shell.positions;
  part.normals = shell.normals;
  part.triangles = shell.triangles;
  return part;
}

std::vector<double> key_times(double seconds) {
  const int last = static_cast<int>(std::lround(seconds * keys_a_second));
  std::vector<double> times;
  for (int key = 0; key <= last; ++key) times.push_back(key / keys_a_second);
  return times;
}

}  // namespace

int Figure::node_named(const std::string& name) const {
  const auto& nodes = figure_.character.nodes;
  for (size_t n = 0; n < nodes.size(); ++n)
    if (nodes[n].name == name) return static_cast<int>(n);
  throw BugError("internal error: a figure has no node called " + name);
}

int Figure::add_node(const std::string& name, const std::string& parent, const Point& translation) {
  CharacterNode node;
  node.name = name;
  node.parent = parent.empty() ? -1 : node_named(parent);
  node.translation = translation;
  figure_.character.nodes.push_back(node);
  return static_cast<int>(figure_.character.nodes.size()) - 1;
}

void Figure::add_skeleton(const std::vector<Bone>& bones) {
  bones_ = bones;
  Skin skin{.name = figure_.character.name, .joints = {}, .inverse_binds = {}};
  add_node("armature", "", Point::Zero());
  for (const Bone& bone : bones) {
    Point origin = Point::Zero();
    for (const Bone& other : bones)
      if (other.name == bone.parent) origin = other.tail;
    const std::string parent = bone.parent.empty() ? "armature" : bone.parent;
    skin.joints.push_back(add_node(bone.name, parent, bone.tail - origin));
    Eigen::Matrix4d inverse_bind = Eigen::Matrix4d::Identity();
    inverse_bind.topRightCorner<3, 1>() = -bone.tail;
    skin.inverse_binds.push_back(inverse_bind);
  }
  figure_.character.skins.push_back(skin);
}

int Figure::add_mesh(const std::string& name, const std::string& node) {
  const int mesh = static_cast<int>(figure_.character.meshes.size());
  figure_.character.meshes.push_back({.name = name, .parts = {}, .target_names = {}});
  figure_.looks.emplace_back();
  figure_.character.nodes[node_named(node)].mesh = mesh;
  return mesh;
}

int Figure::add_skinned_mesh(const std::string& name) {
  const int node = add_node(name, "", Point::Zero());
  figure_.character.nodes[node].skin = 0;
  return add_mesh(name, name);
}

void Figure::add_part(int mesh, const Shell& shell, const PartLook& look) {
  figure_.character.meshes[mesh].parts.push_back(part_of(shell));
  figure_.looks[mesh].push_back(look);
}

void Figure::add_soft_part(int mesh, const Shell& shell, const PartLook& look) {
  add_part(mesh, shell, look);
  Matrix weights = near_weights(shell.positions, bones_);
  even_out(shell.triangles, weights);
  keep_four(weights, figure_.character.meshes[mesh].parts.back());
}

void Figure::add_stiff_part(int mesh, const Shell& shell, const PartLook& look,
                            const std::string& bone) {
  add_part(mesh, shell, look);
  SurfacePart& part = figure_.character.meshes[mesh].parts.back();
  const auto found = std::find_if(bones_.begin(), bones_.end(),
                                  [&](const Bone& other) { return other.name == bone; });
  part.joints = Elements::Zero(shell.positions.rows(), 4);
  part.joints.col(0).setConstant(static_cast<int>(found - bones_.begin()));
  part.weights = Matrix::Zero(shell.positions.rows(), 4);
  part.weights.col(0).setOnes();
}

void Figure::add_target(int mesh, const std::string& name,
                        const std::function<Point(const Point&)>& moved) {
  CharacterMesh& target = figure_.character.meshes[mesh];
  target.target_names.push_back(name);
  for (CharacterNode& node : figure_.character.nodes)
    if (node.mesh == mesh)
      node.morph_weights = Vector::Zero(static_cast<Index>(target.target_names.size()));
  for (SurfacePart& part : target.parts) {
    Positions& delta = part.targets.emplace_back(part.positions.rows(), 3);
    for (Index i = 0; i < delta.rows(); ++i) {
      const Point x = part.positions.row(i).transpose();
      delta.row(i) = (moved(x) - x).transpose();
    }
  }
}

void Figure::add_clip(const std::string& name, double seconds) {
  figure_.character.clips.push_back({.name = name, .channels = {}, .duration = seconds});
}

Channel& Figure::new_channel(const std::string& node, ChannelPath path, int width) {
  CharacterClip& clip = figure_.character.clips.back();
  Channel& channel = clip.channels.emplace_back();
  channel.node = node_named(node);
  channel.path = path;
  channel.times = key_times(clip.duration);
  channel.values.resize(static_cast<Index>(channel.times.size()), width);
  return channel;
}

void Figure::turn(const std::string& node, const std::function<Point(double)>& degrees) {
  Channel& channel = new_channel(node, ChannelPath::rotation, 4);
  for (size_t key = 0; key < channel.times.size(); ++key) {
    const Point turn = degrees(channel.times[key]) * std::numbers::pi / 180;
    const double angle = turn.norm();
    const Eigen::Quaterniond q(
        Eigen::AngleAxisd(angle, angle > 0 ? Point(turn / angle) : Point::UnitX()));
    channel.values.row(key) = q.coeffs().transpose();
  }
}

void Figure::move(const std::string& node, const std::function<Point(double)>& metres) {
  Channel& channel = new_channel(node, ChannelPath::translation, 3);
  const Point rest = figure_.character.nodes[channel.node].translation;
  for (size_t key = 0; key < channel.times.size(); ++key)
    channel.values.row(key) = (rest + metres(channel.times[key])).transpose();
}

void Figure::weigh(const std::string& node, const std::function<Vector(double)>& weights) {
  Channel& channel = new_channel(node, ChannelPath::weights, static_cast<int>(weights(0).size()));
  for (size_t key = 0; key < channel.times.size(); ++key)
    channel.values.row(key) = weights(channel.times[key]).transpose();
}

double curve(const std::vector<CurvePoint>& points, double time) {
  std::vector<double> times;
  Matrix values(static_cast<Index>(points.size()), 1);
  for (size_t i = 0; i < points.size(); ++i) {
    times.push_back(points[i].time);
    values(i, 0) = points[i].value;
  }
  return blended_row(values, blend_keys(times, time))[0];
}

}  // namespace descant
