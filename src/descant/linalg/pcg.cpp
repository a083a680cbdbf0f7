// linalg/pcg.cpp: preconditioned conjugate gradients.

#include "descant/linalg/pcg.hpp"

namespace descant {

PcgOutcome Pcg::solve(Operator Q, Operator P, const Vector& b, const PcgOptions& options,
                      Vector& x) {
  x.setZero(b.size());
  r_ = b;
  P(r_, z_);
  p_ = z_;
  double rho = r_.dot(z_);
  const double goal = options.reduction * options.reduction * rho;
  for (iterations_ = 0; iterations_ < options.max_iterations; ++iterations_) {
    if (!(rho > goal)) return PcgOutcome::solved;
    Q(p_, Qp_);
    const double curvature = p_.dot(Qp_);
    if (!(curvature > 0)) return PcgOutcome::negative_curvature;
    const double step = rho / curvature;
    x += step * p_;
    r_ -= step * Qp_;
    P(r_, z_);
    const double next = r_.dot(z_);
    p_ = z_ + (next / rho) * p_;
    rho = next;
  }
  return PcgOutcome::iteration_limit;
}

void symmetric_product(const SparseMatrix& K, const Vector& x, const Workers& workers, Vector& y) {
  constexpr Index chunk = 512;
  y.resize(K.cols());
  workers.for_ranges(K.cols(), chunk, [&](Index begin, Index end) {
    for (Index j = begin; j < end; ++j) {
      double sum = 0;
      for (SparseMatrix::InnerIterator it(K, j); it; ++it) sum += it.value() * x[it.row()];
      y[j] = sum;
    }
  });
}

}  // namespace descant
