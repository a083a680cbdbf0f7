// linalg/constrained_solver.cpp: the Schur complement of a factored matrix.

#include "descant/linalg/constrained_solver.hpp"

namespace descant {

ConstrainedSolver::ConstrainedSolver(const SparseMatrix& pattern, const Workers& workers)
    : cholesky_(pattern), workers_(workers) {}

bool ConstrainedSolver::factorize(const SparseMatrix& Q, const SparseMatrix& Z) {
  if (!cholesky_.factorize(Q)) return false;
  Y_ = cholesky_.half_solve(Z, workers_);
  if (Y_.cols() == 0) return true;
  Matrix S = Matrix::Zero(Y_.cols(), Y_.cols());
  S.selfadjointView<Eigen::Lower>().rankUpdate(Y_.transpose());
  schur_.compute(S);
  return schur_.info() == Eigen::Success;
}

Vector ConstrainedSolver::solve(ConstVec b) const {
  Vector y = cholesky_.half_solve(b);
  if (Y_.cols() > 0) {
    const Vector lambda = schur_.solve(Y_.transpose() * y);
    y.noalias() -= Y_ * lambda;
  }
  return cholesky_.half_solve_transposed(y);
}

void eliminate(const std::vector<bool>& pinned, SparseMatrix& Q) {
  const double scale = Q.diagonal().mean();
  for (Index j = 0; j < Q.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(Q, j); it; ++it)
      if (pinned[it.row()] || pinned[j]) it.valueRef() = it.row() == j ? scale : 0;
}

}  // namespace descant
