// prepare/stiffness_factors.hpp: where a character's body is stiffer than its flesh.

#pragma once

#include "descant/meshing/body_mesh.hpp"
#include "descant/prepare/character_rest.hpp"
#include "descant/scene/enrich_settings.hpp"

namespace descant {

/// How many times stiffer than its flesh each element of the body is: as the file's stiffness and
/// its paint ask for, and more where the body is thin.
Vector stiffness_factors(const CharacterRest& rest, const BodyMesh& body,
                         const CharacterSettings& settings);

}  // namespace descant
