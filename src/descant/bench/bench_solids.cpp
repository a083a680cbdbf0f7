// bench/bench_solids.cpp: the paper's examples in space that move by one map, a grid or a curve.

#include <cmath>

#include "descant/bench/bench_bodies.hpp"
#include "descant/examples/shapes.hpp"
#include "descant/mesh/lattice.hpp"

namespace descant::bench_bodies {
namespace {

using V3 = Eigen::Vector3d;

/// The point with left and right folded together.
V3 folded(const Vector& x) { return {x[0], x[1], std::abs(x[2])}; }

/// @param fillet  at the roots of the fins [m]
double fish_distance(const Vector& x, double fillet) {
  const V3 y = folded(x);
  const double body = ellipsoid(y, V3(0.15, 0, 0), V3(0.75, 0.42, 0.26));
  const double tail = std::min(cone(y, V3(-0.5, 0, 0), V3(-0.9, 0.35, 0), 0.12, 0.09),
                               cone(y, V3(-0.5, 0, 0), V3(-0.9, -0.35, 0), 0.12, 0.09));
  const double top = cone(y, V3(0.2, 0.3, 0), V3(-0.15, 0.6, 0), 0.13, 0.08);
  const double side = cone(y, V3(0.3, -0.1, 0.15), V3(0.05, -0.3, 0.5), 0.1, 0.07);
  return smooth_union(smooth_union(body, tail, 0.12), std::min(top, side), fillet);
}

}  // namespace

BenchShape carpet() {
  const auto sheet = [](const Vector& x) {
    const V3 out = (x.cwiseAbs() - V3(0.5, 0.05, 0.95)).cwiseMax(0);
    return out.norm() - 0.04;
  };
  return lattice_shape(lattice_body(sheet, V3(-0.58, -0.12, -1), V3(0.58, 0.12, 1), 0.24));
}

BenchShape monkey() {
  const auto head = [](const Vector& x) {
    const V3 y = folded(x);
    const double skull = ball(y, V3(0, 0.1, 0), 0.6);
    const double muzzle = ellipsoid(y, V3(0.45, -0.25, 0), V3(0.35, 0.3, 0.4));
    const double ear = ellipsoid(y, V3(-0.05, 0.15, 0.75), V3(0.12, 0.25, 0.25));
    return smooth_union(smooth_union(skull, muzzle, 0.12), ear, 0.08);
  };
  return affine_shape(lattice_body(head, V3(-0.7, -0.7, -1.1), V3(0.9, 0.8, 1.1), 0.137));
}

BenchShape plumber() {
  const auto figure = [](const Vector& x) {
    const V3 y = folded(x);
    const double belly = ellipsoid(y, V3(0, -0.1, 0), V3(0.35, 0.4, 0.36));
    const double head = ball(y, V3(0, 0.6, 0), 0.3);
    const double leg = capsule(y, V3(0, -0.4, 0.18), V3(0, -0.85, 0.22), 0.13);
    const double arm = cone(y, V3(0, 0.1, 0.3), V3(0.1, -0.2, 0.75), 0.13, 0.12);
    return smooth_union(smooth_union(belly, head, 0.1), std::min(leg, arm), 0.08);
  };
  return rigid_shape(lattice_body(figure, V3(-0.45, -1.05, -0.95), V3(0.45, 0.95, 0.95), 0.102));
}

BenchShape bar() {
  const auto box = [](const Vector& x) {
    const V3 out = (x.cwiseAbs() - V3(0.95, 0.15, 0.15)).cwiseMax(0);
    return out.norm() - 0.05;
  };
  return curve_shape(lattice_body(box, V3(-1.05, -0.25, -0.25), V3(1.05, 0.25, 0.25), 0.088));
}

BenchShape cow() {
  const auto shape = [](const Vector& x) {
    const V3 y = folded(x);
    const double body = ellipsoid(y, V3(0, 0.1, 0), V3(0.65, 0.32, 0.3));
    const double head = cone(y, V3(0.65, 0.4, 0), V3(0.95, 0.25, 0), 0.2, 0.13);
    const double front = capsule(y, V3(0.4, 0, 0.17), V3(0.42, -0.6, 0.2), 0.1);
    const double back = capsule(y, V3(-0.42, 0, 0.17), V3(-0.45, -0.6, 0.2), 0.1);
    const double tail = cone(y, V3(-0.6, 0.25, 0), V3(-0.95, -0.2, 0), 0.07, 0.06);
    const double trunk = smooth_union(body, head, 0.15);
    return smooth_union(trunk, std::min({front, back, tail}), 0.08);
  };
  return affine_shape(lattice_body(shape, V3(-1.1, -0.8, -0.5), V3(1.15, 0.7, 0.5), 0.068));
}

BenchShape fish_in_cells(double cell, double fillet) {
  Positions handles(2, 3);
  handles << 0.35, 0, 0, -0.75, 0, 0;
  const auto distance = [fillet](const Vector& x) { return fish_distance(x, fillet); };
  return points_shape(lattice_body(distance, V3(-1.05, -0.6, -0.65), V3(1, 0.75, 0.65), cell),
                      handles);
}

BenchShape fish() { return fish_in_cells(0.0563, 0.08); }

}  // namespace descant::bench_bodies
