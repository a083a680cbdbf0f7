// bench/bench_skeleton.cpp: chains of bones, their flesh, weights and motion.

#include "descant/bench/bench_skeleton.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "descant/examples/shapes.hpp"
#include "descant/rig/linear_rig.hpp"

namespace descant {
namespace {

using V3 = Eigen::Vector3d;

constexpr int max_influences = 4;

/// How far x is from the bone's axis, and the radius of the flesh there.
struct Nearness {
  double distance, radius;
};

Nearness nearness(const SwungBone& bone, const V3& x) {
  const V3 along = bone.head - bone.tail;
  const double t = std::clamp((x - bone.tail).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return {(x - bone.tail - t * along).norm(),
          bone.tail_radius + t * (bone.head_radius - bone.tail_radius)};
}

}  // namespace

int Skeleton::add(const BoneChain& chain) {
  const auto at = [&](double s) -> V3 {
    return (1 - s) * (1 - s) * chain.from + 2 * s * (1 - s) * chain.via + s * s * chain.to;
  };
  const auto radius = [&](double s) {
    return chain.from_radius + s * (chain.to_radius - chain.from_radius);
  };
  for (int i = 0; i < chain.count; ++i) {
    const double start = static_cast<double>(i) / chain.count;
    const double end = static_cast<double>(i + 1) / chain.count;
    bones_.push_back({.tail = at(start),
                      .head = at(end),
                      .tail_radius = radius(start),
                      .head_radius = radius(end),
                      .parent = i == 0 ? chain.parent : static_cast<int>(bones_.size()) - 1,
                      .axis = chain.axis.normalized(),
                      .degrees = chain.degrees / chain.count,
                      .hertz = chain.hertz,
                      .phase = chain.phase - chain.lag * i});
  }
  return static_cast<int>(bones_.size()) - 1;
}

Distance Skeleton::flesh(double blend) const {
  return [bones = bones_, blend](const Vector& x) {
    double all = INFINITY;
    for (const SwungBone& bone : bones) {
      const Nearness near = nearness(bone, x);
      const double own = near.distance - near.radius;
      all = std::isfinite(all) ? smooth_union(all, own, blend) : own;
    }
    return all;
  };
}

Matrix Skeleton::weights(const Positions& vertices) const {
  const Index num_bones = static_cast<Index>(bones_.size());
  Matrix weights = Matrix::Zero(vertices.rows(), num_bones);
  for (Index i = 0; i < vertices.rows(); ++i) {
    std::vector<std::pair<double, Index>> closeness;
    for (Index k = 0; k < num_bones; ++k) {
      const Nearness near = nearness(bones_[k], vertices.row(i).transpose());
      const double d = near.distance / near.radius + 0.1;
      closeness.emplace_back(1 / (d * d), k);
    }
    std::sort(closeness.rbegin(), closeness.rend());
    const double least = num_bones > max_influences ? closeness[max_influences].first : 0;
    for (Index j = 0; j < std::min<Index>(max_influences, num_bones); ++j)
      weights(i, closeness[j].second) = closeness[j].first - least;
    weights.row(i) /= weights.row(i).sum();
  }
  return weights;
}

std::vector<Matrix> Skeleton::transforms(double time) const {
  std::vector<Matrix> maps;
  for (const SwungBone& bone : bones_) {
    const double angle = bone.degrees * M_PI / 180 * swing(time, bone.hertz, bone.phase);
    Eigen::Isometry3d own = Eigen::Translation3d(bone.tail) * Eigen::AngleAxisd(angle, bone.axis) *
                            Eigen::Translation3d(-bone.tail);
    if (bone.parent < 0) {
      own.pretranslate(
          V3(0.5 * swing(time, 1), 0.15 * swing(time, 2, 0.3), 0.2 * swing(time, 1.2)));
      maps.push_back(own.matrix().topRows<3>());
      continue;
    }
    maps.push_back(maps[bone.parent] * own.matrix());
  }
  return maps;
}

BenchShape Skeleton::shape(Mesh mesh) const {
  return coarse_shape(std::move(mesh), static_cast<int>(bones_.size()));
}

BenchShape Skeleton::coarse_shape(Mesh mesh, int count) const {
  // bones stand after their parents
  BenchShape shape;
  const Matrix all = weights(mesh.vertices);
  shape.weights = all.leftCols(count);
  for (Index k = count; k < all.cols(); ++k) {
    int heir = static_cast<int>(k);
    while (heir >= count) heir = bones_[heir].parent;
    shape.weights.col(heir) += all.col(k);
  }
  shape.rig = make_skinning_rig(mesh.vertices, shape.weights);
  shape.params = [bones = *this, count](double time) {
    std::vector<Matrix> maps = bones.transforms(time);
    maps.resize(count);
    return affine_params(maps);
  };
  shape.rest_params = affine_params(std::vector<Matrix>(count, Matrix::Identity(3, 4)));
  shape.mesh = std::move(mesh);
  return shape;
}

}  // namespace descant
