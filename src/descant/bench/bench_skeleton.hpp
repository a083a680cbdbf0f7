// bench/bench_skeleton.hpp: bodies grown around bones, skinned as production skins are, and
// swung.
//
//   d_k    distance of a vertex from bone k over the bone's thickness
//   w_k ∝ max(0, 1/d_k² − 1/d₅²)       d₅ that of the fifth nearest bone
//
// so at most four bones move a vertex, and weights are continuous where the four change.

#pragma once

#include <vector>

#include "descant/bench/bench_body.hpp"
#include "descant/mesh/lattice.hpp"

namespace descant {

/// A bone that swings about its tail, carried by its parent.
struct SwungBone {
  Eigen::Vector3d tail, head;
  double tail_radius, head_radius;  ///< of the flesh around it [m]
  int parent;                       ///< -1: the root, which also travels
  Eigen::Vector3d axis;             ///< unit, of its swing
  double degrees;                   ///< to either side
  double hertz, phase;
};

/// Bones one after the other along a curve.
struct BoneChain {
  int parent;                                 ///< bone that carries the first
  int count;                                  ///< bones
  Eigen::Vector3d from, via, to;              ///< ends and control point of a quadratic curve
  double from_radius, to_radius;              ///< [m]
  Eigen::Vector3d axis = {0, 0, 1};           ///< of the swing
  double degrees = 20;                        ///< of all bones together
  double hertz = 1.3, phase = 0, lag = 0.08;  ///< a wave: each bone is `lag` turns behind
};

class Skeleton {
 public:
  /// Adds the chain and returns the number of its last bone.
  int add(const BoneChain& chain);

  const std::vector<SwungBone>& bones() const { return bones_; }

  /// The flesh: cones around the bones, creases filled over `blend` [m].
  Distance flesh(double blend) const;

  /// The flesh of the mesh on these bones: m = 12 a bone.
  BenchShape shape(Mesh mesh) const;

  /// The first `count` bones; what the others carried goes to their nearest ancestor kept.
  BenchShape coarse_shape(Mesh mesh, int count) const;

 private:
  Matrix weights(const Positions& vertices) const;
  std::vector<Matrix> transforms(double time) const;  ///< 3×4 each

  std::vector<SwungBone> bones_;
};

}  // namespace descant
