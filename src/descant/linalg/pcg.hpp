// linalg/pcg.hpp: conjugate gradients in the null space of a constraint.
//
//   Q x = b on null(Zᵀ),   preconditioned by P, which maps any vector into that null space

#pragma once

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"

namespace descant {

struct PcgOptions {
  double reduction = 1e-8;  ///< of √(rᵀP r), from its start
  int max_iterations = 1000;
};

enum class PcgOutcome { solved, iteration_limit, negative_curvature };

/// Keeps its vectors between calls.
class Pcg {
 public:
  using Operator = FunctionRef<void(const Vector& in, Vector& out)>;

  /// x ← the solution so far, from zero. Q is best given without its part in the range of Z: P
  /// removes that too, but only to the round-off of a residual that then never gets small. At
  /// negative curvature x is the last iterate before it.
  PcgOutcome solve(Operator Q, Operator P, const Vector& b, const PcgOptions& options, Vector& x);

  int iterations() const { return iterations_; }

 private:
  Vector r_, z_, p_, Qp_;
  int iterations_ = 0;
};

/// y = K x for a symmetric K with both triangles stored, on all workers.
void symmetric_product(const SparseMatrix& K, const Vector& x, const Workers& workers, Vector& y);

}  // namespace descant
