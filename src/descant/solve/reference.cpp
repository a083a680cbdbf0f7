// solve/reference.cpp: what the authors' program does, as the baseline to be measured against.
//
//   [Q  Z ] [δ]   [−g]
//   [Zᵀ −ε] [λ] = [ 0]        Eigen's SimplicialLDLT, factored anew in every iteration
//
// stopped at g·δ > −1e-6. Derivatives, rank and the final projection are ours; ε (far below Q's
// scale) keeps the pivots of the zero block away from zero.

#include <Eigen/SparseCholesky>
#include <cmath>

#include "descant/linalg/constrained_solver.hpp"
#include "descant/solve/line_search.hpp"
#include "descant/solve/solver.hpp"

namespace descant {
namespace {

/// The lower triangle of the whole system.
SparseMatrix kkt_matrix(const SparseMatrix& Q, const SparseMatrix& Z, double epsilon) {
  const Index size = Q.cols(), rank = Z.cols();
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(Q.nonZeros() / 2 + size + Z.nonZeros() + rank);
  for (Index j = 0; j < size; ++j)
    for (SparseMatrix::InnerIterator it(Q, j); it; ++it)
      if (it.row() >= j) entries.emplace_back(it.row(), j, it.value());
  for (Index k = 0; k < rank; ++k) {
    for (SparseMatrix::InnerIterator it(Z, k); it; ++it)
      entries.emplace_back(size + k, it.row(), it.value());
    entries.emplace_back(size + k, size + k, -epsilon);
  }
  SparseMatrix result(size + rank, size + rank);
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

class ReferenceSolver : public Solver {
 public:
  SolveReport minimize(const Objective& objective, const Contract& contract,
                       const SolveOptions& options, Iterate& at) override {
    const SparseMatrix Z = contract.full_basis();
    SolveReport report;
    Vector& u_c = at.u_c;
    const Vector& g = at.g;
    report.status = StepStatus::iteration_limit;
    while (report.iterations < options.max_iterations) {
      if (report.iterations > 0) evaluate(objective, at, scratch_);
      const EnergyValue& value = at.value;
      report.energy = value.total;
      if (options.on_iterate) options.on_iterate(value.total);
      ++report.iterations;

      Vector direction;
      double slope = 0;
      LineSearch search;
      for (Curvature curvature : {Curvature::exact, Curvature::projected}) {
        if (curvature == Curvature::projected) ++report.projected_hessians;
        if (!kkt_direction(objective, contract, Z, u_c, g, curvature, direction)) continue;
        slope = g.dot(direction);
        const bool is_small = slope < 0 && slope > -std::max(options.reference_stop, value.slack());
        if (is_small ||
            is_negligible(largest_movement(direction, objective.dim), options.diagonal)) {
          report.status = StepStatus::converged;
          return report;
        }
        if (slope < 0) search = backtrack(objective, u_c, value, direction, slope, scratch_);
        if (search.step > 0) break;
      }
      if (search.step == 0) {
        report.status = std::isfinite(value.total) ? StepStatus::stalled : StepStatus::not_finite;
        return report;
      }
      u_c = contract.project(u_c + search.step * direction);
      report.energy = search.energy.total;
    }
    return report;
  }

 private:
  static bool kkt_direction(const Objective& objective, const Contract& contract,
                            const SparseMatrix& Z, const Vector& u_c, const Vector& g,
                            Curvature curvature, Vector& direction) {
    ObjectiveHessian hessian;
    hessian.update(objective, u_c, curvature);
    SparseMatrix& Q = hessian.matrix();
    eliminate(contract.pinned_dofs(), Q);
    Vector load = Vector::Zero(Q.cols() + Z.cols());
    for (Index i = 0; i < Q.cols(); ++i)
      if (!contract.pinned_dofs()[i]) load[i] = -g[i];

    // Zᵀ M⁻¹ Z = I, so ZᵀQ⁻¹Z is of the order 1/κ or below
    const double epsilon = 1e-10 / objective.kappa;
    const SparseMatrix system = kkt_matrix(Q, Z, epsilon);
    Eigen::SimplicialLDLT<SparseMatrix> factor(system);
    if (factor.info() != Eigen::Success) return false;
    Vector solution = factor.solve(load);
    solution += factor.solve(load - system.selfadjointView<Eigen::Lower>() * solution);
    direction = contract.project(solution.head(Q.cols()));
    return direction.allFinite();
  }

  ObjectiveScratch scratch_;
};

}  // namespace

std::unique_ptr<Solver> make_reference_solver() { return std::make_unique<ReferenceSolver>(); }

}  // namespace descant
