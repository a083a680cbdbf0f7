// bench/bench_plane.cpp: the paper's examples in the plane, by size.

#include <cmath>

#include "descant/bench/bench_bodies.hpp"
#include "descant/examples/shapes.hpp"
#include "descant/mesh/lattice.hpp"

namespace descant::bench_bodies {
namespace {

using V2 = Eigen::Vector2d;

Positions points(std::initializer_list<V2> list) {
  Positions result(static_cast<Index>(list.size()), 2);
  Index row = 0;
  for (const V2& point : list) result.row(row++) = point.transpose();
  return result;
}

}  // namespace

BenchShape roller_coaster() {
  // a car: a rounded box that dips at the front
  const auto car = [](const Vector& x) {
    return smooth_union(capsule(x, V2(-0.6, -0.2), V2(0.6, -0.25), 0.35),
                        ball(x, V2(-0.5, 0.2), 0.4), 0.2);
  };
  return affine_shape(lattice_body(car, V2(-1, -0.65), V2(1, 0.65), 0.28));
}

BenchShape bird() {
  const auto shape = [](const Vector& x) {
    const double body = ellipsoid(x, V2(-0.15, -0.1), V2(0.6, 0.5));
    const double upper = cone(x, V2(0.3, 0.05), V2(0.95, 0.2), 0.2, 0.06);
    const double lower = cone(x, V2(0.3, -0.15), V2(0.95, -0.35), 0.18, 0.06);
    const double tail = cone(x, V2(-0.6, 0), V2(-1, 0.35), 0.15, 0.1);
    return smooth_union(smooth_union(body, std::min(upper, lower), 0.1), tail, 0.1);
  };
  return points_shape(lattice_body(shape, V2(-1.1, -0.7), V2(1.1, 0.7), 0.0522),
                      points({{-0.2, -0.1}, {0.65, 0.13}, {0.65, -0.25}}));
}

BenchShape worm() {
  const auto shape = [](const Vector& x) {
    return capsule(x, V2(-0.85, 0), V2(0.85, 0), 0.15 + 0.015 * std::cos(20 * x[0]));
  };
  return affine_shape(lattice_body(shape, V2(-1.1, -0.25), V2(1.1, 0.25), 0.0428));
}

BenchShape daisy() {
  // a stem along x and a head with seven petals
  const auto shape = [](const Vector& x) {
    const double stem = capsule(x, V2(-1, 0), V2(0.4, 0), 0.07);
    const V2 from_head(x[0] - 0.6, x[1]);
    const double angle = std::atan2(from_head[1], from_head[0]);
    const double head = 0.7 * (from_head.norm() - (0.37 + 0.07 * std::cos(7 * angle)));
    return smooth_union(stem, head, 0.08);
  };
  return curve_shape(lattice_body(shape, V2(-1.15, -0.55), V2(1.15, 0.55), 0.0337));
}

BenchShape walrus() {
  const auto shape = [](const Vector& x) {
    const double body = ellipsoid(x, V2(0, -0.1), V2(0.75, 0.55));
    const double head = ball(x, V2(0.45, 0.45), 0.35);
    const double flipper = cone(x, V2(0.2, -0.5), V2(0.6, -0.85), 0.16, 0.1);
    const double tail = cone(x, V2(-0.6, -0.2), V2(-0.95, -0.55), 0.2, 0.12);
    return smooth_union(smooth_union(body, head, 0.15), std::min(flipper, tail), 0.1);
  };
  return lattice_shape(lattice_body(shape, V2(-1.2, -1.1), V2(1.2, 1), 0.038));
}

BenchShape hedgehog() {
  const auto shape = [](const Vector& x) {
    const double body = ellipsoid(x, V2(0, 0), V2(0.7, 0.5));
    const double nose = cone(x, V2(0.6, -0.1), V2(1, -0.2), 0.2, 0.08);
    double spikes = INFINITY;
    for (int k = 0; k < 9; ++k) {
      const double angle = (35 + 18 * k) * M_PI / 180;
      const V2 out(std::cos(angle), std::sin(angle));
      spikes = std::min(spikes, cone(x, V2(0.55 * out[0], 0.38 * out[1]),
                                     V2(0.95 * out[0], 0.78 * out[1]), 0.09, 0.03));
    }
    return smooth_union(smooth_union(body, nose, 0.1), spikes, 0.04);
  };
  return points_shape(lattice_body(shape, V2(-1.1, -0.6), V2(1.15, 0.9), 0.035),
                      points({{0, 0}, {0.8, -0.15}, {-0.5, 0.15}, {0.1, 0.5}}));
}

BenchShape amoeba() {
  const auto shape = [](const Vector& x) {
    double body = ball(x, V2(0, 0), 0.55);
    for (int k = 0; k < 5; ++k) {
      const double angle = 2 * M_PI * k / 5 + 0.4;
      const double reach = 0.75 + 0.1 * (k % 3);
      body = smooth_union(
          body,
          cone(x, V2(0, 0), reach * V2(std::cos(angle), std::sin(angle)), 0.3, 0.12 + 0.02 * k),
          0.15);
    }
    return body;
  };
  return affine_shape(lattice_body(shape, V2(-1.2, -1.2), V2(1.2, 1.2), 0.0206));
}

}  // namespace descant::bench_bodies
