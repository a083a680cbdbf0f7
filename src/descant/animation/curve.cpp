// animation/curve.cpp: the four ways from one key to the next.

#include "descant/animation/curve.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "descant/animation/keys.hpp"

namespace descant {
namespace {

/// Between keys `key` and `key` + 1, at `fraction`; at a key alone where `fraction` is 0.
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

Vector hermite(const Curve& curve, const KeyPlace& at) {
  const double t = at.fraction, t2 = t * t, t3 = t2 * t;
  return (2 * t3 - 3 * t2 + 1) * curve.values.row(at.key) +
         at.gap * (t3 - 2 * t2 + t) * curve.out_tangents.row(at.key) +
         (3 * t2 - 2 * t3) * curve.values.row(at.key + 1) +
         at.gap * (t3 - t2) * curve.in_tangents.row(at.key + 1);
}

/// At a key, or where the curve stays at one until the next.
bool is_held(const Curve& curve, const KeyPlace& at) {
  return at.fraction == 0 || curve.interpolation == Interpolation::step;
}

}  // namespace

Vector value_at(const Curve& curve, double time) {
  if (curve.interpolation == Interpolation::catmull_rom)
    return blended_row(curve.values, blend_keys(curve.times, time));
  const KeyPlace at = place_of(curve.times, time);
  const Vector here = curve.values.row(at.key);
  if (is_held(curve, at)) return here;
  if (curve.interpolation == Interpolation::cubic_spline) return hermite(curve, at);
  const Vector next = curve.values.row(at.key + 1);
  return here + at.fraction * (next - here);
}

Eigen::Vector4d rotation_at(const Curve& curve, double time) {
  if (curve.interpolation == Interpolation::catmull_rom)
    return blended_quaternion(curve.values, blend_keys(curve.times, time));
  const KeyPlace at = place_of(curve.times, time);
  const Vector here = curve.values.row(at.key);
  if (is_held(curve, at)) return unit(here);
  if (curve.interpolation == Interpolation::cubic_spline) return unit(hermite(curve, at));
  const Vector next = curve.values.row(at.key + 1);
  const Eigen::Quaterniond from(unit(here)), to(unit(next));
  return from.slerp(at.fraction, to).normalized().coeffs();
}

}  // namespace descant
