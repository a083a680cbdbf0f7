// bench/bench_body.hpp: the parts that bodies to measure speed on are made of.

#pragma once

#include <functional>
#include <memory>

#include "descant/bench/bench_case.hpp"
#include "descant/elasticity/elasticity.hpp"
#include "descant/rig/rig.hpp"

namespace descant {

/// A shape, its rig, and how the rig moves.
struct BenchShape {
  Mesh mesh;
  std::shared_ptr<const Rig> rig;
  std::function<Vector(double time)> params;  ///< p (m), at rest in the beginning, then for ever
  Vector rest_params;                         ///< m
  Matrix weights;  ///< n×k, of the handles; one column of ones where none
};

/// What it is made of; a modulus of 0 stands for that of the published examples, in 2D or in 3D.
struct BenchMaterial {
  LawKind law = LawKind::arap;
  double young = 0;  ///< [Pa]
  double poisson = 0.4;
  double contrast = 1;  ///< factor on the modulus of the half of the body above its middle
};

/// The shape as a body: leak, density and damping as in the published examples.
BenchProblem bench_problem(const BenchShape& shape, const BenchMaterial& material,
                           const Workers& workers);

/// One affine map (m = 6 or 12), or one rigid motion in space (m = 6), moves the whole shape: to
/// and fro, turning and, where it may, stretching.
BenchShape affine_shape(Mesh mesh);
BenchShape rigid_shape(Mesh mesh);

/// Points of a grid carry the shape, as in a cage: p are their positions. In 2D 3×3 points (m = 18)
/// with quadratic blending; in 3D 2×3 points (m = 18) under a sheet across y.
BenchShape lattice_shape(Mesh mesh);

/// A curve along x carries the shape: J moves with the pose. In 2D three points (m = 6), in 3D four
/// points, each with a twist (m = 16).
BenchShape curve_shape(Mesh mesh);

/// Point handles carry the shape (m = 6 or 12 a point), weights falling off with the distance.
/// The first handle moves about, the others swing with it and beyond.
BenchShape points_shape(Mesh mesh, const Positions& points);

/// sin(2π(hertz·time + phase)), growing from nothing over the first fifth of a second.
double swing(double time, double hertz, double phase = 0);

}  // namespace descant
