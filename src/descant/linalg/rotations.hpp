// linalg/rotations.hpp: the rotations nearest to many small matrices at once.

#pragma once

#include "descant/core/types.hpp"

namespace descant {

/// Overwrites matrices by the rotations nearest to them (inverted and degenerate ones included).
/// They lie in blocks of eight, side by side: entry (r, c) of matrix i is at
/// A[8 (d²·(i/8) + r + d·c) + i%8], and A is aligned to 64 bytes. Without full rank, some rotation
/// that is nearest; anything where A is not finite.
template <int d>
void nearest_rotations(Index num_blocks, double* A);

template <>
void nearest_rotations<2>(Index num_blocks, double* A);
template <>
void nearest_rotations<3>(Index num_blocks, double* A);

}  // namespace descant
