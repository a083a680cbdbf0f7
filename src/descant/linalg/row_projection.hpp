// linalg/row_projection.hpp: few constraints that reach everywhere, kept whatever solved A x = b.
//
//   P b = x − W S⁻¹ Qᵀx,   x = A⁻¹b,   W = A⁻¹ Q,   S = Qᵀ W,   QᵀQ = I, Q spans Z
//
// Q and W are as long as x and a few numbers wide: to read them once each costs less than to carry
// the constraints through the solver. Qᵀ P b = 0 to round-off however roughly A⁻¹ is known.

#pragma once

#include <Eigen/LU>
#include <optional>
#include <vector>

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"
#include "descant/linalg/aligned.hpp"
#include "descant/linalg/row_block.hpp"

namespace descant {

/// Q, W and S for one Z, with memory to work in.
class RowProjection {
 public:
  /// Nothing where columns of Z depend on each other to the last digits.
  /// @param Z      n×k
  /// @param solve  x = A⁻¹ b for up to three right-hand sides
  static std::optional<RowProjection> make(
      const SparseMatrix& Z, FunctionRef<void(RowBlock<const double>, RowBlock<double>)> solve);

  int num_columns() const { return num_columns_; }
  std::size_t memory_bytes() const;

  /// x ← x − W S⁻¹ Qᵀx; rows of x follow each other closely.
  void apply(RowBlock<double> x, const Workers& workers);

 private:
  Index num_rows_ = 0;
  int num_columns_ = 0;
  AlignedVector<double> Q_, W_;  ///< in tiles
  Eigen::PartialPivLU<Matrix> S_;
  Matrix mu_;
  std::vector<double> partial_;  ///< of Qᵀx, for each chunk
};

}  // namespace descant
