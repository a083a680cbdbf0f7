// solve/contract_metric.hpp: the metric P of whichever contract is in force.

#pragma once

#include <memory>

#include "descant/contract/contract.hpp"
#include "descant/linalg/constrained_metric.hpp"

namespace descant {

/// Keeps P while the contract stays the same. One thread at a time.
class ContractMetric {
 public:
  explicit ContractMetric(std::shared_ptr<const ScalarMetric> metric);

  /// Makes P that of `contract`. False where its Schur complement cannot be factored.
  [[nodiscard]] bool follow(const Contract& contract);

  /// w = P g.
  void apply(const Vector& g, Vector& w) { metric_.apply(g, w); }

 private:
  ConstrainedMetric metric_;
  std::shared_ptr<const ConstraintBasis> basis_;
};

}  // namespace descant
