// rig/linearised_rig.hpp: a rig to first order, exact where it is linear in what moves.
//
//   u_r(p) = u_r(p₀) + J(p₀) (p − p₀)
//
// A rig of blendshapes whose handles never move is such a one: its J is then built once.

#pragma once

#include <memory>

#include "descant/rig/rig.hpp"

namespace descant {

/// Its rest parameters are those of `rig`: at rest to first order, exactly so where p₀ is at rest.
std::unique_ptr<Rig> make_linearised_rig(const Rig& rig, const Vector& p0);

}  // namespace descant
