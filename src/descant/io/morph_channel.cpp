// io/morph_channel.cpp: one weights channel out of an old one and new, piecewise linear weights.

#include "descant/io/morph_channel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "descant/core/error.hpp"

namespace descant {

namespace {

using RowVector = Eigen::RowVectorXd;

double as_float(double x) { return static_cast<double>(static_cast<float>(x)); }

double float_before(double x) {
  return std::nextafter(static_cast<float>(x), -std::numeric_limits<float>::infinity());
}

// Times closer than this are one and the same key.
double nearness(double time) { return 4 * as_float(std::abs(time)) * 1.2e-7; }

// The last key at or before `time`; −1 before the first.
Index segment_at(const std::vector<double>& times, double time) {
  return std::upper_bound(times.begin(), times.end(), time) - times.begin() - 1;
}

RowVector linear_at(const std::vector<double>& times, const Matrix& values, double time) {
  const Index k = segment_at(times, time);
  if (k < 0) return values.row(0);
  if (k + 1 >= values.rows()) return values.row(values.rows() - 1);
  const double s = (time - times[k]) / (times[k + 1] - times[k]);
  return (1 - s) * values.row(k) + s * values.row(k + 1);
}

RowVector step_at(const Channel& channel, double time) {
  return channel.values.row(std::max<Index>(segment_at(channel.times, time), 0));
}

struct Jet {
  RowVector value, slope;
};

// Strictly between two keys of a cubic spline.
Jet cubic_at(const Channel& channel, Index k, double time) {
  const double h = channel.times[k + 1] - channel.times[k], s = (time - channel.times[k]) / h;
  const RowVector p = channel.values.row(k), q = channel.values.row(k + 1);
  const RowVector a = h * channel.out_tangents.row(k), b = h * channel.in_tangents.row(k + 1);
  const double s2 = s * s, s3 = s2 * s;
  return {(2 * s3 - 3 * s2 + 1) * p + (s3 - 2 * s2 + s) * a + (3 * s2 - 2 * s3) * q + (s3 - s2) * b,
          (6 * (s2 - s) * (p - q) + (3 * s2 - 4 * s + 1) * a + (3 * s2 - 2 * s) * b) / h};
}

// The old times, and of the new ones those that are not near an old one.
std::vector<double> merged_times(const Channel& old, const std::vector<double>& added) {
  std::vector<double> times = old.times;
  const auto add_unless_near = [&](double time) {
    const auto next = std::lower_bound(times.begin(), times.end(), time);
    if (next != times.end() && *next - time <= nearness(time)) return;
    if (next != times.begin() && time - *(next - 1) <= nearness(time)) return;
    times.insert(next, time);
  };
  for (const double time : added) add_unless_near(as_float(time));

  // a jump of a step channel takes one float32 step of time
  if (old.interpolation != Interpolation::step) return times;
  for (Index k = 1; k < old.values.rows(); ++k) {
    const double before = float_before(old.times[k]);
    const auto next = std::lower_bound(times.begin(), times.end(), before);
    if (old.values.row(k) != old.values.row(k - 1) && *next != before) times.insert(next, before);
  }
  return times;
}

// The old columns of a cubic spline at the new times.
void split_cubic(const Channel& old, Channel& result) {
  const Index width = old.values.cols(), last = old.values.rows() - 1;
  for (Index i = 0; i < result.values.rows(); ++i) {
    const double time = result.times[i];
    const Index k = segment_at(old.times, time);
    auto value = result.values.row(i).head(width);
    auto in = result.in_tangents.row(i).head(width), out = result.out_tangents.row(i).head(width);
    if (k < 0 || (k == last && time > old.times[last])) {
      // held before the first and after the last key
      value = old.values.row(std::max<Index>(k, 0));
    } else if (time == old.times[k]) {
      value = old.values.row(k);
      if (k > 0) in = old.in_tangents.row(k);
      if (k < last) out = old.out_tangents.row(k);
    } else {
      const Jet jet = cubic_at(old, k, time);
      value = jet.value;
      in = out = jet.slope;
    }
  }
}

// The new columns of a cubic spline: straight from key to key.
void straight_cubic(Index first, Channel& result) {
  const Index width = result.values.cols() - first;
  for (Index i = 0; i + 1 < result.values.rows(); ++i) {
    const RowVector slope =
        (result.values.row(i + 1).tail(width) - result.values.row(i).tail(width)) /
        (result.times[i + 1] - result.times[i]);
    result.out_tangents.row(i).tail(width) = slope;
    result.in_tangents.row(i + 1).tail(width) = slope;
  }
}

void round_to_float(Channel& channel) {
  for (Matrix* numbers : {&channel.values, &channel.in_tangents, &channel.out_tangents})
    *numbers = numbers->unaryExpr(&as_float).eval();
}

}  // namespace

Channel merged_channel(const Channel& original, const LinearKeys& added) {
  expect_equal(original.times.empty() || added.times.empty(), false, "channels have keys");
  expect_equal(static_cast<Index>(added.times.size()), added.values.rows(), "one row a key");
  Channel old = original;
  for (double& time : old.times) time = as_float(time);
  LinearKeys keys = added;
  for (double& time : keys.times) time = as_float(time);

  const bool is_cubic = old.interpolation == Interpolation::cubic_spline;
  const Index width = old.values.cols(), num_new = keys.values.cols();
  Channel result;
  result.node = old.node;
  result.path = ChannelPath::weights;
  result.interpolation = is_cubic ? Interpolation::cubic_spline : Interpolation::linear;
  result.times = merged_times(old, keys.times);
  const Index num_keys = static_cast<Index>(result.times.size());
  result.values = Matrix::Zero(num_keys, width + num_new);
  for (Index i = 0; i < num_keys; ++i) {
    const double time = result.times[i];
    result.values.row(i).tail(num_new) = linear_at(keys.times, keys.values, time);
    if (old.interpolation == Interpolation::step)
      result.values.row(i).head(width) = step_at(old, time);
    if (old.interpolation == Interpolation::linear)
      result.values.row(i).head(width) = linear_at(old.times, old.values, time);
  }
  if (is_cubic) {
    result.in_tangents = result.out_tangents = Matrix::Zero(num_keys, width + num_new);
    split_cubic(old, result);
    straight_cubic(width, result);
  }
  round_to_float(result);
  return result;
}

Channel widened_channel(const Channel& old, Index num_new) {
  Channel result = old;
  for (Matrix* numbers : {&result.values, &result.in_tangents, &result.out_tangents}) {
    if (numbers->rows() == 0) continue;
    const Index width = numbers->cols();
    numbers->conservativeResize(Eigen::NoChange, width + num_new);
    numbers->rightCols(num_new).setZero();
  }
  round_to_float(result);
  return result;
}

}  // namespace descant
