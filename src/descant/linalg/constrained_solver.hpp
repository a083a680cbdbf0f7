// linalg/constrained_solver.hpp: quadratic minimisation under linear constraints.
//
//   x = argmin ½ xᵀQx − bᵀx   s.t.  Zᵀx = 0
//     = Q⁻¹ (b − Z λ),   S λ = Zᵀ Q⁻¹ b,   S = Zᵀ Q⁻¹ Z = YᵀY,   Y = L⁻¹ P Z
//
// Forward solves only: Q⁻¹Z is never formed.

#pragma once

#include <Eigen/Cholesky>

#include "descant/linalg/sparse_cholesky.hpp"

namespace descant {

/// Many such problems with matrices of one sparsity.
class ConstrainedSolver {
 public:
  /// @param pattern  sparsity of Q, both triangles, compressed
  ConstrainedSolver(const SparseMatrix& pattern, const Workers& workers);

  /// Takes Q and Z (size × rank, full column rank). False where Q is not positive definite or Z is
  /// not of full rank; no solve is allowed then.
  [[nodiscard]] bool factorize(const SparseMatrix& Q, const SparseMatrix& Z);

  Vector solve(ConstVec b) const;

 private:
  SparseCholesky cholesky_;
  Workers workers_;
  Matrix Y_;
  Eigen::LLT<Matrix> schur_;
};

/// Cuts pinned unknowns out of Q, whose sparsity stays: their rows and columns become those of the
/// identity times the mean diagonal. Right-hand sides must be zero there.
void eliminate(const std::vector<bool>& pinned, SparseMatrix& Q);

}  // namespace descant
