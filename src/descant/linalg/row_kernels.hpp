// linalg/row_kernels.hpp: products of a tall, thin matrix with a few right-hand sides, in SIMD
// lanes.
//
// The matrix W comes in tiles of eight rows, each column of a tile by itself. Right-hand sides come
// interleaved: `dim` numbers a row, 2 or 3.

#pragma once

#include "descant/core/types.hpp"

namespace descant {

constexpr Index rows_of_tile = 8;

/// sum (k×dim, by rows) += Wᵀ x over whole tiles.
void add_transposed_tiles(int k, int dim, Index num_tiles, const double* W, const double* x,
                          double* sum);

/// x −= W μ over whole tiles; μ is k×dim, by rows.
void subtract_tiles(int k, int dim, Index num_tiles, const double* W, const double* mu, double* x);

}  // namespace descant
