// solve/contract_metric.cpp: redoes the border of the metric where the contract has changed.

#include "descant/solve/contract_metric.hpp"

#include <utility>

namespace descant {

ContractMetric::ContractMetric(std::shared_ptr<const ScalarMetric> metric)
    : metric_(std::move(metric)) {}

bool ContractMetric::follow(const Contract& contract) {
  if (basis_ == contract.basis()) return true;
  basis_ = contract.basis();
  const bool is_factored =
      metric_.constrain(basis_->Z, basis_->is_split ? BasisLayout::split : BasisLayout::general);
  if (!is_factored) basis_.reset();
  return is_factored;
}

}  // namespace descant
