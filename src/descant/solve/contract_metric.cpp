// solve/contract_metric.cpp: redoes the factor where the metric has changed, its border where the
// contract has.

#include "descant/solve/contract_metric.hpp"

namespace descant {

ContractMetric::ContractMetric(MetricKind kind, int dim, const Workers& workers)
    : kind_(kind), dim_(dim), workers_(workers) {}

bool ContractMetric::follow(const NumberedMatrix& metric, const Contract& contract) {
  if (number_ != metric.number) {
    metric_.emplace(std::make_shared<const ScalarMetric>(metric.matrix, dim_, workers_, kind_));
    number_ = metric.number;
    basis_.reset();
  }
  if (basis_ == contract.basis()) return true;
  basis_ = contract.basis();
  const bool is_factored =
      metric_->constrain(basis_->Z, basis_->is_split ? BasisLayout::split : BasisLayout::general);
  if (!is_factored) basis_.reset();
  return is_factored;
}

}  // namespace descant
