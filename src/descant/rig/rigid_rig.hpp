// rig/rigid_rig.hpp: a body that turns and travels, and nothing else.
//
//   x ↦ c + t + exp(ω)(x − c)          as rig/rigid_deformer.hpp has it

#pragma once

#include <memory>

#include "descant/rig/chain.hpp"

namespace descant {

/// Six parameters in 3D, three in 2D. J changes with the pose.
/// @param rest   n×d rest positions
/// @param pivot  d, the point that ω turns about
std::unique_ptr<ChainRig> make_rigid_rig(const Positions& rest, ConstVec pivot);

/// p of a rigid map `transform` (d×(d+1)) about `pivot`, with a turn of at most π. Throws
/// InputError for maps that scale, shear or mirror.
Vector rigid_params(const Matrix& transform, ConstVec pivot);

}  // namespace descant
