// elasticity/elasticity.hpp: Φ, the elastic potential of a body.
//
//   Φ(u) = Σₑ volₑ Ψₑ(F)         F the deformation gradient of u on element e
//   g = ∂Φ/∂u,  K = ∂²Φ/∂u²
//
// Under `Pose::hold` each element is measured against its posed shape F_r, the gradient of u_r, so
// that Φ = 0 wherever u = u_r; under `Pose::relax` u_r plays no part.
//
// Its share of the metric is Σ wₑ volₑ GₑᵀGₑ (elasticity/metric.hpp); under `hold` its bound is the
// largest factor met so far, element by element.

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"
#include "descant/elasticity/lame.hpp"
#include "descant/energy/energy.hpp"
#include "descant/mesh/mesh.hpp"

namespace descant {

enum class LawKind { linear, corotational, arap, stvk, neohookean, stable_neohookean };
enum class VolumeTerm { log, quadratic };  ///< of neohookean: λ/2 (ln J)² or λ/2 (J−1)²
enum class Pose { relax, hold };

/// What a body is made of, one entry an element where it varies.
struct Material {
  LawKind law = LawKind::arap;
  VolumeTerm volume = VolumeTerm::log;
  Pose pose = Pose::relax;
  std::vector<Lame> lame = {};  ///< one an element [Pa]
};

/// Φ as a term of E: it sees the body whose mesh it was made on.
class Elasticity : public BodyEnergy {
 public:
  /// The first element whose energy is not finite at u, if any.
  virtual std::optional<Index> first_undefined_element(ConstVec u, ConstVec u_r) const = 0;

  /// Φ(u) [J]; +∞ where the law is not defined.
  double energy(ConstVec u, ConstVec u_r, EnergyScratch& scratch) const;
  double energy(ConstVec u, ConstVec u_r) const;  ///< with memory of its own

  /// Φ(u), and g (dn) overwritten.
  double energy_and_gradient(ConstVec u, ConstVec u_r, Vector& g, EnergyScratch& scratch) const;
  double energy_and_gradient(ConstVec u, ConstVec u_r, Vector& g) const;

  /// K(u): dn×dn, both triangles.
  SparseMatrix hessian(ConstVec u, ConstVec u_r, Curvature curvature) const;

  std::optional<std::string> why_undefined(const Place& at) const override;

 protected:
  virtual int dim() const = 0;
};

/// Φ on `mesh`. Throws InputError for `Pose::hold` with a law other than arap and corotational.
std::unique_ptr<Elasticity> make_elasticity(const Mesh& mesh, const Material& material,
                                            const Workers& workers);

}  // namespace descant
