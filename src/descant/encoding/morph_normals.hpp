// encoding/morph_normals.hpp: how the normals of a surface turn as a morph target moves it.

#pragma once

#include "descant/scene/character.hpp"

namespace descant {

/// NORMAL deltas (s×3) of a part whose vertices move by `deltas` (s×3): each normal of the file
/// turned as the surface around it turns. Empty where the part has no normals.
Positions normal_deltas(const SurfacePart& part, const Positions& deltas);

}  // namespace descant
