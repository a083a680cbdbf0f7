// solve/solver.hpp: a minimiser of E over C u_c = 0.

#pragma once

#include <functional>
#include <memory>

#include "descant/contract/contract.hpp"
#include "descant/linalg/constrained_metric.hpp"
#include "descant/solve/objective.hpp"

namespace descant {

enum class SolverKind { fast, newton_pcg, exact, reference };
enum class StepStatus { converged, iteration_limit, stalled, not_finite };

struct SolveOptions {
  /// Largest vertex movement of the last iteration, over the diagonal; `fast` also stops where the
  /// RMS distance that is left comes to half of it.
  double tolerance = 1e-6;
  double diagonal = 1;  ///< of the rest shape [m]
  int max_iterations = 200;
  double reference_stop = 1e-6;  ///< `reference` stops at g·δ > −this [J], as the authors do
  std::function<void(double energy)> on_iterate;  ///< E of every accepted iterate; may be empty
};

struct SolveReport {
  StepStatus status = StepStatus::not_finite;
  int iterations = 0;
  int projected_hessians = 0;  ///< iterations that needed K made positive definite
  bool fell_back = false;      ///< `fast` stalled, and `newton-pcg` took over
  double energy = 0;           ///< E at the result [J]
};

/// Minimises E from a feasible start, keeping every iterate feasible. Between calls it keeps
/// memory, the sparsity of Q and factors of what has not changed, but no state that changes
/// results.
class Solver {
 public:
  virtual ~Solver() = default;

  /// @param at  in: a feasible start, E finite and its gradient there; out: in u_c the minimiser,
  ///            feasible, and nothing else to be relied on
  virtual SolveReport minimize(const Objective& objective, const Contract& contract,
                               const SolveOptions& options, Iterate& at) = 0;
};

/// L-BFGS around the scalar metric A, handing over to `newton-pcg` where it stalls or has a long
/// way to go.
/// @param kind  how A⁻¹ is applied; may be a rough way
std::unique_ptr<Solver> make_fast_solver(MetricKind kind, int dim, const Workers& workers);

/// Newton by conjugate gradients in the null space of C, preconditioned by the scalar metric.
std::unique_ptr<Solver> make_newton_pcg_solver(int dim, const Workers& workers);

/// Newton with a Schur complement: the yardstick.
std::unique_ptr<Solver> make_exact_solver(const Workers& workers);

/// The full KKT system refactored in every iteration, as the authors' program does: the baseline.
std::unique_ptr<Solver> make_reference_solver();

}  // namespace descant
