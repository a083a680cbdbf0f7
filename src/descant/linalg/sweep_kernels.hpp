// linalg/sweep_kernels.hpp: sweeps over a sparse matrix with a few right-hand sides, in SIMD lanes.
//
// Vectors are tables of rows, four numbers each: one for every right-hand side. All is in single
// precision: what asks for such sweeps asks for nearly A⁻¹.

#pragma once

#include "descant/linalg/row_block.hpp"
#include "descant/linalg/sweep_rows.hpp"

namespace descant {

/// y = A x over a range of rows, or y += A x.
void set_product(const PaddedRuns<int>& A, Index begin, Index end, const float* x, float* y);
void add_product(const PaddedRuns<int>& A, Index begin, Index end, const float* x, float* y);

/// x = (L + d)⁻¹ b over the block that begins at a row, and what that leaves of the block's own
/// rows: r = b − (L + D + Lᵀ) x. All hold the rows of the block.
void sweep_forward(const SweepRows& A, Index first, const float* b, float* x, float* r);

/// r −= A x over the entries of other blocks. x holds all rows, r those of the block.
void subtract_far(const SweepRows& A, Index first, const float* x, float* r);

/// x += (Lᵀ + d)⁻¹ (b − (L + D + Lᵀ) x) over a block. Both hold the rows of the block.
void sweep_backward(const SweepRows& A, Index first, const float* b, float* x);

}  // namespace descant
