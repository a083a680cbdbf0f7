// simulation/frequency.hpp: how fast a body wobbles, measured so that an artist can mean it.
//
//   x      static response of the complement (D = I) to white loads: (K + σM) x = M^½ ξ, C x = 0
//   ωᵢ⁴ = 1 / (M_tot · E|xᵢ|²)                local frequency of vertex i
//   body   mass-weighted median of ωᵢ/2π, over 0.65: a compact body gets its lowest mode
//   lowest eigenvalue of K φ = ω² M φ on C φ = 0
//
// The lowest mode alone is the wrong ruler: on a fish it is a fin tip.

#pragma once

#include "descant/contract/contract.hpp"
#include "descant/core/parallel.hpp"
#include "descant/energy/placed_energy.hpp"

namespace descant {

struct Frequencies {
  double body = 0;          ///< [Hz]
  double lowest = 0;        ///< [Hz]; 0 where the eigensolver did not converge
  double metric_ratio = 1;  ///< xᵀLx / xᵀKx over the responses: how much stiffer the metric is
};

struct FrequencyProblem {
  std::span<const PlacedEnergy> terms;   ///< of E, of one body
  const Contract& contract;              ///< at rest, with D = I
  const Vector& mass;                    ///< dn [kg]
  const SparseMatrix& stiffness_metric;  ///< L, n×n
  int dim;
  unsigned seed;
};

/// At rest. Throws InputError where stiffness and mass are too far apart to compute with.
Frequencies measure_frequencies(const FrequencyProblem& problem, const Workers& workers);

}  // namespace descant
