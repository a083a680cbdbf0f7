// rig/rigid_deformer.hpp: a turn about a pivot, and a translation.
//
//   x′ = c + t + exp(ω)(x − c)         c the pivot
//
//   3D  p = (ω₁, ω₂, ω₃, t₁, t₂, t₃)   rotation vector [rad], translation [m]
//   2D  p = (θ, t₁, t₂)                angle [rad], translation [m]
//
//   ∂x′/∂ω = −[exp(ω)(x − c)] L(ω),  ∂x′/∂t = I      L the left Jacobian of the exponential map
//   ∂x′/∂x = exp(ω)
//
// The span is the instantaneous twist at the pose, turning about the posed centroid. It has full
// rank also after a whole turn, where L(ω), and with it J, loses some.

#pragma once

#include <memory>

#include "descant/rig/deformer.hpp"

namespace descant {

/// @param pivot  d (2 or 3), the point that ω turns about
std::shared_ptr<const Deformer> make_rigid_deformer(ConstVec pivot);

}  // namespace descant
