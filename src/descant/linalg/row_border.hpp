// linalg/row_border.hpp: few constraints that reach everywhere, beside whatever solves A x = b.
//
//   P b = A⁻¹b − W S⁻¹ Wᵀb,   W = A⁻¹ Z,   S = Zᵀ W
//
// W is as long as x and a few numbers wide: it is read along with b and with x, in their order,
// which costs less than carrying the constraints through the solver does.

#pragma once

#include <Eigen/Cholesky>
#include <optional>
#include <vector>

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"
#include "descant/linalg/aligned.hpp"
#include "descant/linalg/row_block.hpp"

namespace descant {

/// W and S for one Z.
struct RowBorder {
  int num_columns = 0;
  AlignedVector<double> W;  ///< by rows, in the order of the solver
  Eigen::LLT<Matrix> S;

  /// Numbers in a sum of Wᵀb.
  Index sum_size() const;

  /// sum += Wᵀb over some rows in the order of the solver; `b` begins with the first of them.
  void add_products(Index begin, Index end, const double* b, double* sum) const;

  /// sum ← S⁻¹ sum
  void solve(double* sum) const;

  /// y = x − W μ over some rows; x and y begin with the first of them, and may be the same.
  void subtract(Index begin, Index end, const double* mu, const double* x, double* y) const;

  Index memory_bytes() const;
};

/// Nothing where S is not (numerically) positive definite: columns of Z depend on each other.
/// @param Z      n×k
/// @param order  unknown of each row, as the solver orders them
/// @param solve  x = A⁻¹ b for up to three right-hand sides
std::optional<RowBorder> row_border(
    const SparseMatrix& Z, const std::vector<int>& order,
    FunctionRef<void(RowBlock<const double>, RowBlock<double>)> solve);

}  // namespace descant
