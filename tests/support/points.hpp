// tests/support/points.hpp: seeded random numbers and points, the same on every machine.

#pragma once

#include <random>

#include "descant/core/types.hpp"

namespace descant {

/// Numbers in [−1, 1], rows × cols.
inline Matrix random_matrix(Index rows, Index cols, unsigned seed) {
  std::mt19937 generator(seed);
  Matrix values(rows, cols);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j) values(i, j) = generator() / 2147483647.5 - 1;
  return values;
}

/// n points of the box [−1, 1]ᵈ, moved by `offset` along every axis.
inline Positions scattered_points(Index n, int dim, double offset = 0) {
  return random_matrix(n, dim, 7).array() + offset;
}

/// n×k skinning weights: positive, rows sum to one.
inline Matrix random_weights(Index n, Index k) {
  Matrix weights = (random_matrix(n, k, 11).array() + 1.1).matrix();
  for (Index i = 0; i < n; ++i) weights.row(i) /= weights.row(i).sum();
  return weights;
}

}  // namespace descant
