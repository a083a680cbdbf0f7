// linalg/sparse_cholesky.hpp: P A Pᵀ = L Lᵀ of a sparse positive definite matrix, checked.

#pragma once

#include <Eigen/SparseCholesky>
#include <vector>

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"

namespace descant {

/// Cholesky of many matrices of one sparsity: the order and the symbolic part are found once.
class SparseCholesky {
 public:
  /// @param pattern  square, both triangles, compressed; later matrices have the same sparsity
  explicit SparseCholesky(const SparseMatrix& pattern);

  /// False where A is not (numerically) positive definite; no solve is allowed then.
  [[nodiscard]] bool factorize(const SparseMatrix& A);

  /// A⁻¹ b.
  Vector solve(ConstVec b) const;

  /// L⁻¹ P b, and the way back, Pᵀ L⁻ᵀ y: together A⁻¹.
  Vector half_solve(ConstVec b) const;
  Vector half_solve_transposed(ConstVec y) const;

  /// L⁻¹ P B for sparse B (size × k), a few columns at a time on all workers.
  Matrix half_solve(const SparseMatrix& B, const Workers& workers) const;

 private:
  std::vector<int> order_;     ///< order_[k]: unknown eliminated k-th
  std::vector<int> position_;  ///< its inverse
  std::vector<Index> source_;  ///< entry of A behind each entry of permuted_
  SparseMatrix permuted_;      ///< lower triangle of P A Pᵀ
  Eigen::SimplicialLLT<SparseMatrix, Eigen::Lower, Eigen::NaturalOrdering<int>> factor_;
};

}  // namespace descant
