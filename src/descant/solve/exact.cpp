// solve/exact.cpp: Newton on Q = K + κM with a Schur complement for the contract.
//
//   δ = argmin ½ δᵀQδ + gᵀδ   s.t.  Zᵀδ = 0          u_c ← u_c + t δ
//
// K is taken as it is while Q factors, and made positive definite element by element otherwise.

#include <cmath>
#include <optional>

#include "descant/linalg/constrained_solver.hpp"
#include "descant/solve/line_search.hpp"
#include "descant/solve/solver.hpp"

namespace descant {
namespace {

class ExactSolver : public Solver {
 public:
  explicit ExactSolver(const Workers& workers) : workers_(workers) {}

  SolveReport minimize(const Objective& objective, const Contract& contract,
                       const SolveOptions& options, Iterate& at) override {
    const SparseMatrix Z = contract.full_basis();
    SolveReport report;
    Vector& u_c = at.u_c;
    const Vector& g = at.g;
    for (;; evaluate(objective, at, scratch_)) {
      const EnergyValue& value = at.value;
      report.energy = value.total;
      if (!std::isfinite(value.total)) return report;
      if (options.on_iterate) options.on_iterate(value.total);
      report.status = StepStatus::iteration_limit;
      if (report.iterations == options.max_iterations) return report;
      ++report.iterations;

      // descend along K itself; where that leads nowhere, along its positive part
      LineSearch search;
      Vector direction;
      for (Curvature curvature : {Curvature::exact, Curvature::projected}) {
        if (curvature == Curvature::projected) ++report.projected_hessians;
        if (!newton_direction(objective, contract, Z, u_c, g, curvature, direction)) continue;
        const double slope = g.dot(direction);
        if (std::abs(slope) <= value.slack() ||
            is_negligible(largest_movement(direction, objective.dim), options.diagonal))
          return finished(report, StepStatus::converged);
        if (slope > 0) continue;
        search = backtrack(objective, u_c, value, direction, slope, scratch_);
        if (search.step > 0) break;
      }
      if (search.step == 0) return finished(report, StepStatus::stalled);

      u_c = contract.project(u_c + search.step * direction);
      report.energy = search.energy.total;
      const double moved = search.step * largest_movement(direction, objective.dim);
      if (search.step == 1 && moved <= options.tolerance * options.diagonal)
        return finished(report, StepStatus::converged);
    }
  }

 private:
  static SolveReport finished(SolveReport report, StepStatus status) {
    report.status = status;
    return report;
  }

  /// False where Q does not factor.
  bool newton_direction(const Objective& objective, const Contract& contract, const SparseMatrix& Z,
                        const Vector& u_c, const Vector& g, Curvature curvature,
                        Vector& direction) {
    const bool is_new = hessian_.update(objective, u_c, curvature);
    if (is_new) constrained_.emplace(hessian_.matrix(), workers_);
    eliminate(contract.pinned_dofs(), hessian_.matrix());
    if (!constrained_->factorize(hessian_.matrix(), Z)) return false;
    Vector load = -g;
    contract.clear_pinned(load);
    direction = contract.project(constrained_->solve(load));
    return direction.allFinite();
  }

  Workers workers_;
  ObjectiveHessian hessian_;
  std::optional<ConstrainedSolver> constrained_;
  ObjectiveScratch scratch_;
};

}  // namespace

std::unique_ptr<Solver> make_exact_solver(const Workers& workers) {
  return std::make_unique<ExactSolver>(workers);
}

}  // namespace descant
