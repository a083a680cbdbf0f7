// solve/newton_pcg.cpp: Newton's method, each step by conjugate gradients in the null space of C.
//
//   Q δ = −g on null(C),  Q = K + κM + B,  preconditioned by P          u_c ← u_c + t δ
//
// K is taken as it is while it shows no negative curvature, and made positive definite element by
// element otherwise. Steps are solved loosely far from the minimum and tightly near it.

#include <algorithm>
#include <cmath>
#include <utility>

#include "descant/linalg/constrained_solver.hpp"
#include "descant/linalg/pcg.hpp"
#include "descant/solve/contract_metric.hpp"
#include "descant/solve/line_search.hpp"
#include "descant/solve/solver.hpp"

namespace descant {
namespace {

class NewtonPcgSolver : public Solver {
 public:
  NewtonPcgSolver(int dim, const Workers& workers)
      : metric_(MetricKind::full, dim, workers), workers_(workers) {}

  SolveReport minimize(const Objective& objective, const Contract& contract,
                       const SolveOptions& options, Iterate& at) override {
    SolveReport report = descend(objective, contract, options, at);
    contract.project(at.u_c, contract_scratch_);
    return report;
  }

 private:
  SolveReport descend(const Objective& objective, const Contract& contract,
                      const SolveOptions& options, Iterate& at) {
    SolveReport report;
    if (!metric_.follow(objective.metric, contract)) return report;
    double first_size = 0;  // √(gᵀPg) at the start
    Vector &u_c = at.u_c, &g = at.g;
    for (;; evaluate(objective, at, scratch_)) {
      const EnergyValue& value = at.value;
      report.energy = value.total;
      if (!std::isfinite(value.total)) return report;
      if (options.on_iterate) options.on_iterate(value.total);
      report.status = StepStatus::iteration_limit;
      if (report.iterations == options.max_iterations) return report;
      ++report.iterations;
      contract.remove_reaction(g, contract_scratch_);
      metric_.apply(g, direction_);
      const double size = std::sqrt(std::max(0.0, g.dot(direction_)));
      first_size = std::max(first_size, size);
      const PcgOptions accuracy{.reduction = std::min(0.1, size / first_size)};

      LineSearch search;
      bool is_last = false;
      double longest = 0;
      for (Curvature curvature : {Curvature::exact, Curvature::projected}) {
        if (curvature == Curvature::projected) ++report.projected_hessians;
        if (!newton_direction(objective, contract, at, curvature, accuracy)) continue;
        const double slope = g.dot(direction_);
        is_last = is_drowned(slope, value);
        longest = largest_movement(direction_, objective.dim);
        if (is_negligible(longest, options.diagonal))
          return finished(report, StepStatus::converged);
        if (slope > 0) continue;
        search = backtrack(objective, u_c, value, direction_, slope, scratch_);
        if (search.step > 0) break;
      }
      if (search.step == 0 && is_last) return finished(report, StepStatus::converged);
      if (search.step == 0) return finished(report, StepStatus::stalled);

      u_c += search.step * direction_;
      report.energy = search.energy.total;
      // a whole Newton step that short is the way that was left, also where round-off in E cuts it
      if (is_last || longest <= options.tolerance * options.diagonal)
        return finished(report, StepStatus::converged);
    }
  }

  static SolveReport finished(SolveReport report, StepStatus status) {
    report.status = status;
    return report;
  }

  /// False where Q shows negative curvature.
  bool newton_direction(const Objective& objective, const Contract& contract, const Iterate& at,
                        Curvature curvature, const PcgOptions& accuracy) {
    hessian_.update(objective, at.u_c, curvature);
    const SparseMatrix& Q = hessian_.matrix();
    eliminate(contract.pinned_dofs(), hessian_.matrix());
    load_ = -at.g;
    const PcgOutcome outcome = pcg_.solve(
        [&](const Vector& in, Vector& out) {
          symmetric_product(Q, in, workers_, out);
          contract.remove_reaction(out, contract_scratch_);
        },
        [this](const Vector& in, Vector& out) { metric_.apply(in, out); }, load_, accuracy,
        direction_);
    if (outcome == PcgOutcome::negative_curvature || !direction_.allFinite()) return false;
    contract.project(direction_, contract_scratch_);
    return true;
  }

  ContractMetric metric_;
  Workers workers_;
  ObjectiveHessian hessian_;
  Pcg pcg_;
  Vector load_, direction_;
  ObjectiveScratch scratch_;
  ContractScratch contract_scratch_;
};

}  // namespace

std::unique_ptr<Solver> make_newton_pcg_solver(int dim, const Workers& workers) {
  return std::make_unique<NewtonPcgSolver>(dim, workers);
}

}  // namespace descant
