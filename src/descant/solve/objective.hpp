// solve/objective.hpp: E, what one step minimises over the complementary displacement.
//
//   E(u_c) = Σ terms + ½κ ‖u − ũ‖²_M + ½(u_c − z)ᵀ B (u_c − z) − uᵀf        u = u_r + u_c
//
//   κ = 1/h² (implicit Euler) or 9/4h² (BDF2);  B = B_s ⊗ I_d damps the complement towards z
//
// The dofs are those of one body, or of several that terms couple, one after another.

#pragma once

#include <array>
#include <span>
#include <vector>

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"
#include "descant/energy/placed_energy.hpp"

namespace descant {

/// A matrix that is kept while its number stays: who has factored it need not look at it again.
struct NumberedMatrix {
  SparseMatrix matrix;
  long number = 0;
};

/// The data of one step's problem. The references are views: their owner outlives it.
struct Objective {
  std::span<const PlacedEnergy> terms;
  long terms_number;             ///< changes where other terms fill other blocks of the Hessian
  const NumberedMatrix& metric;  ///< A_s, n×n: κM + B_s + the terms' share, pinned vertices cut out
  const Vector& mass;            ///< n, lumped [kg]
  const SparseMatrix& damping;  ///< B_s, n×n, symmetric [N/m]; 0×0 for none
  const Workers& workers;
  int dim;
  double kappa;           ///< κ [1/s²]
  const Vector& u_r;      ///< dn
  const Vector& u_tilde;  ///< dn, where inertia alone would go
  const Vector& z;        ///< dn, where damping pulls u_c; unused without damping
  const Vector& f;        ///< dn, external force, frozen over the step [N]; empty for none
};

/// A complementary displacement with the total one.
struct Trial {
  Vector u_c;
  Vector u;  ///< u_r + u_c
};

/// Memory that evaluations reuse.
struct ObjectiveScratch {
  Vector u;
  std::vector<EnergyScratch> terms;
  std::vector<std::array<double, 3>> sums;
};

/// A place with what is known of E there.
struct Iterate {
  Vector u_c;
  Vector g;  ///< dn, the gradient
  EnergyValue value;
};

EnergyValue energy(const Objective& objective, const Trial& at, ObjectiveScratch& scratch);
EnergyValue energy(const Objective& objective, ConstVec u_c, ObjectiveScratch& scratch);
EnergyValue energy(const Objective& objective, ConstVec u_c);

/// E, and its gradient (dn) overwritten.
/// @param reaction  dn, taken from the gradient; empty for none
EnergyValue energy_and_gradient(const Objective& objective, const Trial& at, const Vector& reaction,
                                Vector& g, ObjectiveScratch& scratch);
EnergyValue energy_and_gradient(const Objective& objective, ConstVec u_c, Vector& g,
                                ObjectiveScratch& scratch);
EnergyValue energy_and_gradient(const Objective& objective, ConstVec u_c, Vector& g);

/// E and its gradient at at.u_c.
void evaluate(const Objective& objective, Iterate& at, ObjectiveScratch& scratch);

/// What E cannot be below at another place, as far as the terms are convex between the two:
///   E + gᵀδ + ½κ ‖δ‖²_M
double lower_bound(const Objective& objective, const Iterate& at, const Vector& u_c,
                   ObjectiveScratch& scratch);

/// Q = K + κM + B ⊗ I, K the Hessian of the terms. Keeps the sparsity while the terms stay.
class ObjectiveHessian {
 public:
  /// Overwrites Q. True where its sparsity is not that of the last call.
  bool update(const Objective& objective, ConstVec u_c, Curvature curvature);

  /// Q (dn×dn), both triangles, compressed; its values may be changed.
  SparseMatrix& matrix() { return Q_; }

 private:
  SparseMatrix Q_;
  long terms_number_ = -1;
};

}  // namespace descant
