// rig/check_jacobian.hpp: does a rig's J differentiate its u_r, and a deformer's derivatives it?
//
//   error = max_j ‖J_j − Δ_j‖∞ / max(‖J_j‖∞, ‖Δ_j‖∞, 10⁻³ max_k ‖J_k‖∞)
//
// with Δ_j the central difference of u_r along parameter j.

#pragma once

#include "descant/rig/deformer.hpp"
#include "descant/rig/rig.hpp"

namespace descant {

/// How far J is from central differences of u_r at p, relative; about 1e-9 for a right one, about 1
/// for a wrong one. Infinite where either is not finite.
///
/// @param scales  m, a change of each parameter that matters; empty for ones
double jacobian_error(const Rig& rig, ConstVec p, const Vector& scales = {});

/// The same of a deformer's ∂x′/∂p.
double by_params_error(const Deformer& deformer, const Positions& x, ConstVec p);

/// The same of a deformer's ∂x′/∂x, for few points (n×d): every coordinate is moved by itself, so a
/// vertex that moves with its neighbours is found too.
double by_points_error(const Deformer& deformer, const Positions& x, ConstVec p);

}  // namespace descant
