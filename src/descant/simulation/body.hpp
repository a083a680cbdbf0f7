// simulation/body.hpp: everything about a body that no step changes.

#pragma once

#include <memory>
#include <optional>

#include "descant/contract/contract.hpp"
#include "descant/core/parallel.hpp"
#include "descant/elasticity/elasticity.hpp"
#include "descant/mesh/mesh.hpp"
#include "descant/rig/rig.hpp"

namespace descant {

/// What a body is built from.
struct BodyOptions {
  Material material;  ///< with `frequency`, only ratios between moduli matter; without
                      ///< any modulus the body has no elasticity of its own
  std::vector<std::shared_ptr<const Energy>>
      energies{};            ///< further terms of E, of this body alone
  Vector density;            ///< one an element [kg/m³], of sheets [kg/m²], of chains [kg/m]
  Vector mass{};             ///< n [kg], in place of the density; or empty
  Vector leak;               ///< D (n), 0 ≤ dᵢ ≤ 1; empty for D = I
  std::vector<bool> pinned;  ///< n, or empty: where u_c = 0
  std::optional<double> frequency;  ///< [Hz]: scales the material until the body wobbles at this
  double damping_ratio = 0;         ///< at the body's frequency
  double rank_cutoff = 1e-10;
  unsigned seed = 1;  ///< of the loads that measure the frequency
};

/// The immutable model. `simulate` reads it from any thread.
struct Body {
  Mesh mesh;
  std::shared_ptr<const Rig> rig;
  Material material;                                 ///< as scaled to the frequency asked for
  std::vector<std::shared_ptr<const Energy>> terms;  ///< of E: elasticity first, where there is any
  ContractSpace space;                               ///< mass, leak, components, pins
  Vector dof_mass;                                   ///< dn, mass of each dof [kg]
  SparseMatrix stiffness_metric;      ///< the terms' share of the metric at rest, n×n [N/m]: what
                                      ///< damping acts through
  double alpha = 0;                   ///< damping per mass [1/s]
  double beta = 0;                    ///< damping per stiffness [s]
  double body_frequency = 0;          ///< [Hz]; 0 where nothing is free, or nobody asked
  double lowest_frequency = 0;        ///< [Hz]; 0 where it was not found
  std::vector<int> loose_components;  ///< that the rig does not keep from floating away
  std::shared_ptr<const Contract> rest_contract;  ///< C at rest; everywhere, where J is constant
  Workers workers;
};

/// Builds the model and measures how fast it wobbles: always where frequency or damping depend on
/// it, else on bodies of up to 5000 vertices.
Body make_body(Mesh mesh, std::shared_ptr<const Rig> rig, const BodyOptions& options,
               const Workers& workers);

/// Makes the material stiffer or softer until the body, whose frequency is known, wobbles at
/// `frequency` [Hz]. Stiffness goes with its square; the damping ratio stays.
void retune(Body& body, double frequency);

}  // namespace descant
