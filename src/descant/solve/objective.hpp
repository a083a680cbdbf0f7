// solve/objective.hpp: E, what one step minimises over the complementary displacement.
//
//   E(u_c) = Φ(u) + ½κ ‖u − ũ‖²_M + ½(u_c − z)ᵀ B (u_c − z) − uᵀf        u = u_r + u_c
//
//   κ = 1/h² (implicit Euler) or 9/4h² (BDF2);  B = B_s ⊗ I_d damps the complement towards z

#pragma once

#include <array>
#include <vector>

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"
#include "descant/elasticity/elasticity.hpp"

namespace descant {

/// The data of one step's problem. The references are views: their owner outlives it.
struct Objective {
  const Elasticity& elasticity;
  const Vector& mass;           ///< n, lumped [kg]
  const SparseMatrix& damping;  ///< B_s, n×n, symmetric [N/m]; 0×0 for none
  const Workers& workers;
  int dim;
  double kappa;           ///< κ [1/s²]
  const Vector& u_r;      ///< dn
  const Vector& u_tilde;  ///< dn, where inertia alone would go
  const Vector& z;        ///< dn, where damping pulls u_c; unused without damping
  const Vector& f;        ///< dn, external force, frozen over the step [N]; empty for none
};

/// Where E is evaluated.
struct Place {
  Vector u_c;
  Vector u;  ///< u_r + u_c
};

/// Memory that evaluations reuse.
struct ObjectiveScratch {
  Vector u;
  ElementScratch elements;
  std::vector<std::array<double, 3>> sums;
};

/// E and the size of its parts, which sets how much of a rise is round-off.
struct EnergyValue {
  double total = 0;
  double slack = 0;  ///< 1e-14 (|Φ| + |inertia| + |damping| + |work|)
};

/// A place with what is known of E there.
struct Iterate {
  Vector u_c;
  Vector g;  ///< dn, the gradient
  EnergyValue value;
};

EnergyValue energy(const Objective& objective, const Place& at, ObjectiveScratch& scratch);
EnergyValue energy(const Objective& objective, ConstVec u_c, ObjectiveScratch& scratch);
EnergyValue energy(const Objective& objective, ConstVec u_c);

/// E, and its gradient (dn) overwritten.
/// @param reaction  dn, taken from the gradient; empty for none
EnergyValue energy_and_gradient(const Objective& objective, const Place& at, const Vector& reaction,
                                Vector& g, ObjectiveScratch& scratch);
EnergyValue energy_and_gradient(const Objective& objective, ConstVec u_c, Vector& g,
                                ObjectiveScratch& scratch);
EnergyValue energy_and_gradient(const Objective& objective, ConstVec u_c, Vector& g);

/// E and its gradient at at.u_c.
void evaluate(const Objective& objective, Iterate& at, ObjectiveScratch& scratch);

/// What E cannot be below at another place, as far as Φ is convex between the two:
///   E + gᵀδ + ½κ ‖δ‖²_M
double lower_bound(const Objective& objective, const Iterate& at, const Vector& u_c,
                   ObjectiveScratch& scratch);

/// Q = K + κM + B ⊗ I, in the sparsity of the elasticity's pattern.
void hessian(const Objective& objective, ConstVec u_c, Curvature curvature, SparseMatrix& Q);

/// Q += B_s ⊗ I_d, where Q has a d×d block for every entry of B_s.
void add_to_every_coordinate(const SparseMatrix& B_s, int dim, SparseMatrix& Q);

}  // namespace descant
