// rig/blend.cpp: checks of rest points and weights, and their centroids.

#include "descant/rig/blend.hpp"

#include <cmath>
#include <string>

#include "descant/core/error.hpp"

namespace descant {
namespace {

/// Largest error of a row sum that is still called one.
constexpr double weight_sum_tolerance = 1e-3;

}  // namespace

void check_rest(const Positions& rest) {
  if (rest.rows() == 0 || (rest.cols() != 2 && rest.cols() != 3))
    throw InputError("rest positions", "a rig needs at least one point in 2D or 3D");
  if (!rest.allFinite()) throw InputError("rest positions", "a coordinate is not finite");
}

void check_weights(const Positions& rest, const Matrix& weights) {
  if (weights.rows() != rest.rows())
    throw InputError("weights", std::to_string(weights.rows()) + " rows for " +
                                    std::to_string(rest.rows()) + " vertices");
  check_weights(weights);
}

void check_weights(const Matrix& weights) {
  if (weights.cols() == 0) throw InputError("weights", "no column, so no handle");
  for (Index i = 0; i < weights.rows(); ++i) {
    const double error = std::abs(weights.row(i).sum() - 1);
    if (!(error <= weight_sum_tolerance))
      throw InputError("weights", "row " + std::to_string(i) + " does not sum to one",
                       "Divide each row by its sum");
  }
}

Vector weighted_centroid(const Positions& points, const SparseMatrix& weights, Index handle) {
  Vector sum = Vector::Zero(points.cols());
  double total = 0;
  for (SparseMatrix::InnerIterator w(weights, handle); w; ++w) {
    sum += std::abs(w.value()) * (points.row(w.row()) - points.row(0)).transpose();
    total += std::abs(w.value());
  }
  const Vector origin = points.row(0).transpose();
  return total > 0 ? Vector(origin + sum / total) : origin;
}

}  // namespace descant
