// elasticity/elasticity.hpp: Φ, the elastic potential of a body.
//
//   Φ(u) = Σₑ volₑ Ψₑ(F)         F the deformation gradient of u on element e
//   g = ∂Φ/∂u,  K = ∂²Φ/∂u²
//
// Under `Pose::hold` each element is measured against its posed shape F_r, the gradient of u_r, so
// that Φ = 0 wherever u = u_r; under `Pose::relax` u_r plays no part.

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"
#include "descant/elasticity/lame.hpp"
#include "descant/mesh/mesh.hpp"

namespace descant {

enum class LawKind { linear, corotational, arap, stvk, neohookean, stable_neohookean };
enum class VolumeTerm { log, quadratic };  ///< of neohookean: λ/2 (ln J)² or λ/2 (J−1)²
enum class Pose { relax, hold };
enum class Curvature { exact, projected };  ///< K itself, or each element's part made PSD

/// What a body is made of, one entry an element where it varies.
struct Material {
  LawKind law = LawKind::arap;
  VolumeTerm volume = VolumeTerm::log;
  Pose pose = Pose::relax;
  std::vector<Lame> lame = {};  ///< one an element [Pa]
};

/// Memory that evaluations of Φ reuse, so that only the first of them allocates. Owned by the
/// caller, one a thread that calls; what is in it means nothing between calls.
struct ElementScratch {
  std::vector<double> chunk_energies;
  std::vector<double> parts;  ///< of the forces at vertices
};

/// Φ, its gradient and its Hessian. Immutable: one instance serves every thread.
class Elasticity {
 public:
  virtual ~Elasticity() = default;

  /// Φ(u) [J]; +∞ where the law is not defined.
  virtual double energy(ConstVec u, ConstVec u_r, ElementScratch& scratch) const = 0;
  double energy(ConstVec u, ConstVec u_r) const;  ///< with memory of its own

  /// Φ(u), and g (dn) overwritten, in one pass.
  virtual double energy_and_gradient(ConstVec u, ConstVec u_r, Vector& g,
                                     ElementScratch& scratch) const = 0;
  double energy_and_gradient(ConstVec u, ConstVec u_r, Vector& g) const;

  /// K's sparsity: dn×dn, both triangles, compressed, values zero. A block d×d for every pair of
  /// vertices that share an element, diagonal included.
  virtual const SparseMatrix& pattern() const = 0;

  /// Overwrites the values of K, which has the sparsity of `pattern()`.
  virtual void hessian(ConstVec u, ConstVec u_r, Curvature curvature, SparseMatrix& K) const = 0;

  /// The first element whose energy is not finite at u, if any.
  virtual std::optional<Index> first_undefined_element(ConstVec u, ConstVec u_r) const = 0;
};

/// Φ on `mesh`. Throws InputError for `Pose::hold` with a law other than arap and corotational.
std::unique_ptr<Elasticity> make_elasticity(const Mesh& mesh, const Material& material,
                                            const Workers& workers);

}  // namespace descant
