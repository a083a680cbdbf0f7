// prepare/rig_kinds.hpp: the kinds of rigs that scenes may ask for.

#pragma once

#include "descant/scene/rig_registry.hpp"

namespace descant {

/// affine, rigid and lbs: a row each. More of one's own: `builtin_rigs().with(row)`.
RigRegistry builtin_rigs();

}  // namespace descant
