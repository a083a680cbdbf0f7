// rig/blend.hpp: what rigs that blend handles by weights have in common.

#pragma once

#include "descant/core/types.hpp"

namespace descant {

/// Throws InputError unless there is a point, in 2D or 3D, and all are finite.
void check_rest(const Positions& rest);

/// Throws InputError unless `weights` (n×k) has a handle, and rows that sum to one.
void check_weights(const Matrix& weights);

/// The same, and a row for every point.
void check_weights(const Positions& rest, const Matrix& weights);

/// Σ|w| x / Σ|w| of one column of `weights` (n×k), summed about the first point; that point where
/// all weights vanish.
Vector weighted_centroid(const Positions& points, const SparseMatrix& weights, Index handle);

}  // namespace descant
