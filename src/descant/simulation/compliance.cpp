// simulation/compliance.cpp: static responses, by a factor or by conjugate gradients.

#include "descant/simulation/compliance.hpp"

#include <utility>

#include "descant/core/error.hpp"
#include "descant/linalg/constrained_solver.hpp"
#include "descant/linalg/pcg.hpp"
#include "descant/solve/contract_metric.hpp"

namespace descant {
namespace {

InputError not_factored() {
  return InputError("material", "the stiffness at rest cannot be factored",
                    "Bring stiffness, density and size closer to each other");
}

/// K + σM with pinned dofs cut out.
SparseMatrix shifted(const ComplianceProblem& problem) {
  SparseMatrix result = problem.K;
  result.diagonal() += problem.sigma * problem.mass;
  eliminate(problem.contract.pinned_dofs(), result);
  return result;
}

class DirectCompliance : public Compliance {
 public:
  DirectCompliance(const ComplianceProblem& problem, const Workers& workers)
      : contract_(problem.contract), solver_(problem.K, workers) {
    if (!solver_.factorize(shifted(problem), contract_.full_basis())) throw not_factored();
  }

  Vector response(Vector load) override {
    contract_.clear_pinned(load);
    return contract_.project(solver_.solve(load));
  }

 private:
  const Contract& contract_;
  ConstrainedSolver solver_;
};

/// L + σM, n×n, with pinned vertices cut out.
NumberedMatrix static_metric(const ComplianceProblem& problem) {
  SparseMatrix A_s = problem.stiffness_metric;
  std::vector<bool> pinned(A_s.cols());
  for (Index i = 0; i < A_s.cols(); ++i) {
    A_s.coeffRef(i, i) += problem.sigma * problem.mass[problem.dim * i];
    pinned[i] = problem.contract.pinned_dofs()[problem.dim * i];
  }
  eliminate(pinned, A_s);
  return {std::move(A_s), 0};
}

class IterativeCompliance : public Compliance {
 public:
  IterativeCompliance(const ComplianceProblem& problem, double accuracy, const Workers& workers)
      : contract_(problem.contract),
        accuracy_(accuracy),
        workers_(workers),
        K_(shifted(problem)),
        metric_(MetricKind::full, problem.dim, workers) {
    if (!metric_.follow(static_metric(problem), contract_)) throw not_factored();
  }

  Vector response(Vector load) override {
    contract_.remove_reaction(load, scratch_);
    Vector x;
    pcg_.solve(
        [this](const Vector& in, Vector& out) {
          symmetric_product(K_, in, workers_, out);
          contract_.remove_reaction(out, scratch_);
        },
        [this](const Vector& in, Vector& out) { metric_.apply(in, out); }, load,
        {.reduction = accuracy_}, x);
    return contract_.project(x);
  }

 private:
  const Contract& contract_;
  double accuracy_;
  Workers workers_;
  SparseMatrix K_;
  ContractMetric metric_;
  ContractScratch scratch_;
  Pcg pcg_;
};

}  // namespace

std::unique_ptr<Compliance> make_direct_compliance(const ComplianceProblem& problem,
                                                   const Workers& workers) {
  return std::make_unique<DirectCompliance>(problem, workers);
}

std::unique_ptr<Compliance> make_iterative_compliance(const ComplianceProblem& problem,
                                                      double accuracy, const Workers& workers) {
  return std::make_unique<IterativeCompliance>(problem, accuracy, workers);
}

}  // namespace descant
