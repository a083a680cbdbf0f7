// rig/rotation.hpp: rotations by their rotation vector ω (axis times angle θ = |ω| [rad]).
//
//   exp(ω)  = I + sin θ/θ [ω] + (1 − cos θ)/θ² [ω]²                 [ω] y = ω × y
//   L(ω)    = I + (1 − cos θ)/θ² [ω] + (θ − sin θ)/θ³ [ω]²          left Jacobian
//   d(exp(ω) y) = (L dω) × (exp(ω) y)
//
// All are smooth at ω = 0 and are computed so. In 2D ω is one angle.

#pragma once

#include "descant/core/types.hpp"

namespace descant {

/// [ω], the matrix of ω × ·.
Mat<3> cross_matrix(const Vec<3>& omega);

/// exp(ω) − I: exactly zero at ω = 0, and keeps its digits near it.
Mat<3> exp_minus_identity(const Vec<3>& omega);

/// L(ω). Singular where θ is a whole number of turns, but zero.
Mat<3> left_jacobian(const Vec<3>& omega);

/// The shortest ω with exp(ω) = R, |ω| ≤ π. At half a turn either sign of the axis is right.
Vec<3> rotation_vector(const Mat<3>& R);

}  // namespace descant
