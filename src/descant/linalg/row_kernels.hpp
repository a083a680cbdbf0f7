// linalg/row_kernels.hpp: sweeps over a sparse matrix with a few right-hand sides, in SIMD lanes.
//
// Vectors are tables of rows, four numbers each: one for every right-hand side. Entries are kept in
// single precision and summed in double.

#pragma once

#include "descant/core/types.hpp"
#include "descant/linalg/aligned.hpp"

namespace descant {

constexpr int row_width = 4;  ///< numbers in a row

/// A symmetric matrix cut into blocks of neighbouring rows, as Gauss–Seidel sweeps see it: within a
/// block one row after the other, between blocks as they were. The entries of a row beside the
/// diagonal stand in three runs: those before it in the block, those of other blocks, those after
/// it in the block.
struct SweepRows {
  explicit SweepRows(Index num_rows) : begin(3 * num_rows + 1, 0) {}
  Index bytes() const;

  AlignedVector<int> begin;  ///< where each run begins, three a row, and the end
  AlignedVector<int> column;
  AlignedVector<float> value;
  AlignedVector<double> diagonal;
  AlignedVector<double> inverse;  ///< 1 / d, d as large as sweeps over blocks need it
};

/// Any sparse matrix, row by row.
struct SparseRows {
  /// @param transposed  Aᵀ, whose columns are the rows
  explicit SparseRows(const SparseMatrix& transposed);
  Index bytes() const;

  AlignedVector<int> begin;  ///< of each row, and the end
  AlignedVector<int> column;
  AlignedVector<float> value;
};

/// y += A x over a range of rows.
void add_product(const SparseRows& A, Index begin, Index end, const double* x, double* y);

/// x = (L + d)⁻¹ b over one block. b holds the rows of the block.
void sweep_forward(const SweepRows& A, Index begin, Index end, const double* b, double* x);

/// r = b − A x = (d − D − Lᵀ) x over a range of rows, where x came of sweeping forward over all
/// blocks; what other blocks add counts to Lᵀ.
void residual_after_sweep(const SweepRows& A, Index begin, Index end, const double* x, double* r);

/// y = x + (Lᵀ + d)⁻¹ (b − A x) over one block. b and y hold the rows of the block.
void sweep_backward(const SweepRows& A, Index begin, Index end, const double* b, const double* x,
                    double* y);

/// sum (k rows) += Wᵀ x over some rows of x; W has k numbers for each of them.
void add_transposed_rows(int k, Index num_rows, const double* W, const double* x, double* sum);

/// y = x − W μ over some rows; y may be x.
void subtract_rows(int k, Index num_rows, const double* W, const double* mu, const double* x,
                   double* y);

}  // namespace descant
