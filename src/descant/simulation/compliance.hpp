// simulation/compliance.hpp: how far a body at rest gives way to a static load.
//
//   x = argmin ½ xᵀ(K + σM)x − bᵀx   s.t.  C x = 0        σ far below the stiffness

#pragma once

#include <memory>

#include "descant/contract/contract.hpp"
#include "descant/core/parallel.hpp"

namespace descant {

struct ComplianceProblem {
  const SparseMatrix& K;                 ///< dn×dn, at rest, positive semi-definite
  const Vector& mass;                    ///< dn [kg]
  const SparseMatrix& stiffness_metric;  ///< L, n×n: at least as stiff as K
  const Contract& contract;
  int dim;
  double sigma;  ///< σ [1/s²]
};

class Compliance {
 public:
  virtual ~Compliance() = default;

  /// x for one load; entries of pinned dofs are ignored.
  virtual Vector response(Vector load) = 0;
};

/// By a factor of K: as accurate as it gets, but large bodies have large factors. Throws InputError
/// where K cannot be factored.
std::unique_ptr<Compliance> make_direct_compliance(const ComplianceProblem& problem,
                                                   const Workers& workers);

/// By conjugate gradients in the scalar metric L + σM, to a relative error of about `accuracy`.
std::unique_ptr<Compliance> make_iterative_compliance(const ComplianceProblem& problem,
                                                      double accuracy, const Workers& workers);

}  // namespace descant
