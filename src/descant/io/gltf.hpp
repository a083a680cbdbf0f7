// io/gltf.hpp: reads the character in a glTF 2.0 file.

#pragma once

#include "descant/core/log.hpp"
#include "descant/io/gltf_document.hpp"
#include "descant/scene/character.hpp"

namespace descant {

/// The nodes, meshes, skins and clips of a document, checked: every number finite, every reference
/// in range, the nodes a forest, key times increasing. Weights are normalised (with a warning
/// beyond 1e-3). Throws InputError naming `file#/accessors/3` or the like, and the remedy.
Character character_of(const GltfDocument& document, const Log& log);

}  // namespace descant
