// rig/rigid_rig.hpp: a body that turns and travels, and nothing else.
//
//   x ↦ c + t + exp(ω)(x − c)          c the pivot
//
//   3D  p = (ω₁, ω₂, ω₃, t₁, t₂, t₃)   rotation vector [rad], translation [m]
//   2D  p = (θ, t₁, t₂)                angle [rad], translation [m]
//
//   ∂x/∂ω = −[exp(ω)(x − c)] L(ω),  ∂x/∂t = I      L the left Jacobian of the exponential map
//
// The span is the instantaneous twist at the pose, turning about the posed centroid. It has full
// rank also after a whole turn, where L(ω), and with it J, loses some.

#pragma once

#include <memory>

#include "descant/rig/rig.hpp"

namespace descant {

/// Six parameters in 3D, three in 2D. J changes with the pose.
class RigidRig : public Rig {
 public:
  /// @param rest   n×d rest positions
  /// @param pivot  d, the point that ω turns about
  RigidRig(const Positions& rest, ConstVec pivot);

  Index num_params() const override { return dim_ == 3 ? 6 : 3; }
  Index num_dofs() const override { return from_pivot_.size(); }
  Vector displacement(ConstVec p) const override;
  RigJacobian jacobian(ConstVec p) const override;
  bool has_constant_jacobian() const override { return false; }

 private:
  int dim_;
  Positions from_pivot_;     ///< n×d, x − c
  Positions from_centroid_;  ///< n×d, x − x̄
};

std::unique_ptr<Rig> make_rigid_rig(const Positions& rest, ConstVec pivot);

/// p of a rigid map `transform` (d×(d+1)) about `pivot`, with a turn of at most π. Throws
/// InputError for maps that scale, shear or mirror.
Vector rigid_params(const Matrix& transform, ConstVec pivot);

}  // namespace descant
