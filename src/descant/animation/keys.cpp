// animation/keys.cpp: cubic Hermite interpolation with Catmull-Rom tangents, as factors on four
// keys.

#include "descant/animation/keys.hpp"

#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"

namespace descant {
namespace {

KeyBlend single_key(Index key) { return {.first = key, .count = 1, .factor = {1, 0, 0, 0}}; }

/// Adds `weight` times the tangent at key i + side (side 0 or 1) to the factors of keys i−1 … i+2.
/// `gaps` are the times between those four keys; a missing neighbour has gap 0.
void add_tangent(const std::array<double, 3>& gaps, int side, double weight,
                 std::array<double, 4>& factor) {
  const double before = gaps[side], after = gaps[side + 1];
  if (before == 0 || after == 0) return;  // first or last key: the curve comes to rest
  const double slope_before = weight * after / (before + after) / before;
  const double slope_after = weight * before / (before + after) / after;
  factor[side] -= slope_before;
  factor[side + 1] += slope_before - slope_after;
  factor[side + 2] += slope_after;
}

/// The blend at fraction s of the gap between keys i and i+1.
KeyBlend blend_gap(Index i, Index num_keys, const std::array<double, 3>& gaps, double s) {
  // the Hermite basis on the two ends, then the tangents as differences of neighbours
  std::array<double, 4> factor{0, (1 + 2 * s) * (1 - s) * (1 - s), s * s * (3 - 2 * s), 0};
  add_tangent(gaps, 0, gaps[1] * s * (1 - s) * (1 - s), factor);
  add_tangent(gaps, 1, gaps[1] * s * s * (s - 1), factor);

  // leave out the neighbours that do not exist
  const Index first = std::max<Index>(i - 1, 0), last = std::min(i + 2, num_keys - 1);
  KeyBlend blend{.first = first, .count = static_cast<int>(last - first + 1), .factor = {}};
  for (int j = 0; j < blend.count; ++j) blend.factor[j] = factor[first + j - (i - 1)];
  return blend;
}

void check_time(double time) {
  if (!std::isfinite(time)) throw InputError("time", "it is not a finite number");
}

}  // namespace

KeyBlend blend_keys(const std::vector<double>& times, double time) {
  check_time(time);
  const Index num_keys = static_cast<Index>(times.size());
  if (time <= times.front()) return single_key(0);
  if (time >= times.back()) return single_key(num_keys - 1);

  const Index i = std::upper_bound(times.begin(), times.end(), time) - times.begin() - 1;
  const double gap = times[i + 1] - times[i];
  const std::array<double, 3> gaps{i > 0 ? times[i] - times[i - 1] : 0, gap,
                                   i + 2 < num_keys ? times[i + 2] - times[i + 1] : 0};
  return blend_gap(i, num_keys, gaps, (time - times[i]) / gap);
}

KeyBlend blend_uniform_keys(Index num_keys, double time) {
  check_time(time);
  const double last = static_cast<double>(num_keys - 1);
  if (time <= 0) return single_key(0);
  if (time >= last) return single_key(num_keys - 1);

  // a frame's time is frame/fps, rounded: give the row itself there
  const double nearest = std::round(time);
  if (std::abs(time - nearest) <= 1e-12 * last) return single_key(static_cast<Index>(nearest));

  const Index i = static_cast<Index>(std::floor(time));
  const std::array<double, 3> gaps{i > 0 ? 1. : 0., 1., i + 2 < num_keys ? 1. : 0.};
  return blend_gap(i, num_keys, gaps, time - static_cast<double>(i));
}

Vector blended_row(const Matrix& keys, const KeyBlend& blend) {
  if (blend.count == 1) return keys.row(blend.first).transpose();
  Vector sum = Vector::Zero(keys.cols());
  for (int j = 0; j < blend.count; ++j)
    sum += blend.factor[j] * keys.row(blend.first + j).transpose();
  return sum;
}

Eigen::Vector4d blended_quaternion(const Matrix& keys, const KeyBlend& blend) {
  // walk over the keys, turning each to the side of the one before
  Eigen::Vector4d sum = Eigen::Vector4d::Zero(), previous;
  double sign = 1;
  for (int j = 0; j < blend.count; ++j) {
    const Eigen::Vector4d key = keys.row(blend.first + j).transpose().normalized();
    if (j > 0 && previous.dot(key) < 0) sign = -sign;
    sum += sign * blend.factor[j] * key;
    previous = key;
  }
  // keys half a turn apart may cancel: any of them is as good as another
  const double length = sum.norm();
  return length > 1e-9 ? Eigen::Vector4d(sum / length) : previous;
}

}  // namespace descant
