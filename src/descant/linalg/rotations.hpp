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

/// Matrices A = I + Σ_k u_k c_kᵀ in blocks of eight, as many terms in each matrix of a block;
/// arrays hold a number of each matrix of a block side by side, aligned to 64 bytes.
struct SumBlocks {
  const Index* first_term;  ///< of each block, and the end
  const int* dofs;          ///< 8 a term: where u_k begins in u
  const double* c;          ///< 8 d a term
};

/// Writes the rotations nearest to the matrices of blocks [begin, end) to R, laid out as above from
/// block `begin` on.
template <int d>
void rotations_of_sums(const SumBlocks& sums, Index begin, Index end, const double* u, double* R);

template <>
void rotations_of_sums<2>(const SumBlocks&, Index begin, Index end, const double* u, double* R);
template <>
void rotations_of_sums<3>(const SumBlocks&, Index begin, Index end, const double* u, double* R);

}  // namespace descant
