// force/gravity.hpp: weight.
//
//   f[d·i + a] = mᵢ g_a

#pragma once

#include "descant/core/types.hpp"

namespace descant {

/// The weight of each vertex, interleaved (dn) [N].
///
/// @param mass     n, lumped mass of each vertex [kg]
/// @param dim      d
/// @param gravity  d [m/s²]
Vector gravity_force(ConstVec mass, int dim, ConstVec gravity);

}  // namespace descant
