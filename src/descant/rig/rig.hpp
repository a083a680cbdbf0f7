// rig/rig.hpp: the artist's half of the motion.
//
//   u_r : ℝᵐ → ℝᵈⁿ    rig parameters p to vertex displacements from rest
//   J = ∂u_r/∂p       dn × m

#pragma once

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"
#include "descant/linalg/rig_jacobian.hpp"

namespace descant {

/// A rest shape and a differentiable way to move it, driven by a few parameters.
///
/// Posing is a pure function: a Rig is immutable once built, so one instance serves every frame,
/// thread and finite-difference probe. It knows nothing of files, viewers or time.
class Rig {
 public:
  virtual ~Rig() = default;
  virtual int dim() const = 0;                         ///< d
  virtual Index num_params() const = 0;                ///< m
  virtual Index num_dofs() const = 0;                  ///< dn
  virtual Vector rest_params() const = 0;              ///< m, where u_r = 0
  virtual Vector displacement(ConstVec p) const = 0;   ///< u_r(p)
  virtual RigJacobian jacobian(ConstVec p) const = 0;  ///< dense, sparse, or J_s ⊗ I_d
  virtual bool has_constant_jacobian() const = 0;      ///< J may be built once

  /// How much each handle moves each vertex: n×k, rows sum to one. One handle unless there are
  /// more.
  virtual Matrix influences() const { return Matrix::Ones(num_dofs() / dim(), 1); }

  /// u_r(p) into memory that is there already, for a rig that can do without new, or that can
  /// share the work among threads.
  virtual void pose(ConstVec p, const Workers&, Vector& u_r) const { u_r = displacement(p); }
};

}  // namespace descant
