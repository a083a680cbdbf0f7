// solve/contract_metric.hpp: the metric P of whichever objective and contract are in force.

#pragma once

#include <memory>
#include <optional>

#include "descant/contract/contract.hpp"
#include "descant/linalg/constrained_metric.hpp"
#include "descant/solve/objective.hpp"

namespace descant {

/// Keeps the factor of A while it stays the same, and P while the contract does. One thread at a
/// time.
class ContractMetric {
 public:
  ContractMetric(MetricKind kind, int dim, const Workers& workers);

  /// Makes P that of A = `metric` and `contract`. False where the Schur complement cannot be
  /// factored. Throws InputError where A is not positive definite.
  [[nodiscard]] bool follow(const NumberedMatrix& metric, const Contract& contract);

  /// w = P g.
  void apply(const Vector& g, Vector& w) { metric_->apply(g, w); }

 private:
  MetricKind kind_;
  int dim_;
  Workers workers_;
  std::optional<ConstrainedMetric> metric_;
  long number_ = -1;
  std::shared_ptr<const ConstraintBasis> basis_;
};

}  // namespace descant
