// io/skin_weights.cpp: turns away weights no skin can be made of.

#include "descant/io/skin_weights.hpp"

#include <fmt/format.h>

#include <cmath>

#include "descant/core/error.hpp"

namespace descant {

Matrix checked_weights(Matrix weights, const WeightShape& shape, const std::string& place,
                       const Log& log) {
  constexpr double round_off = 1e-6;  // what exporters leave below zero
  constexpr double sum_slack = 1e-4;  // what exporters leave in the sum
  constexpr double least_sum = 1e-6;  // below this a vertex hangs on nothing
  if (weights.rows() != shape.num_vertices || weights.cols() != shape.num_handles)
    throw InputError(
        place,
        fmt::format("holds {} x {} weights, not {} vertices x {} handles", weights.rows(),
                    weights.cols(), shape.num_vertices, shape.num_handles),
        "Weights have one row a vertex and one column a handle, points before bones");

  Index negative = 0, rescaled = 0;
  double worst = 0;
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j) {
      double& w = weights(i, j);
      if (!std::isfinite(w))
        throw InputError(place,
                         fmt::format("vertex {}, handle {}: the weight is not finite", i, j));
      if (w < -round_off) ++negative;
      if (w < 0 && w >= -round_off) w = 0;
    }
    const double sum = weights.row(i).sum();
    if (!(sum > least_sum) || !std::isfinite(sum))
      throw InputError(place, fmt::format("vertex {}: the weights sum to {}", i, sum),
                       "Every vertex needs a weight on some handle");
    if (std::abs(sum - 1) <= sum_slack) continue;
    weights.row(i) /= sum;
    worst = std::max(worst, std::abs(sum - 1));
    ++rescaled;
  }
  if (rescaled > 0)
    warn(log, fmt::format("{}: the weights of {} vertices do not sum to one (off by up to {:.3g}); "
                          "they have been normalised",
                          place, rescaled, worst));
  if (negative > 0) warn(log, fmt::format("{}: {} weights are negative", place, negative));
  return weights;
}

}  // namespace descant
