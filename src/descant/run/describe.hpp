// run/describe.hpp: what is in a file, in words: `descant info`.

#pragma once

#include <string>
#include <vector>

#include "descant/core/log.hpp"
#include "descant/mesh/mesh.hpp"
#include "descant/scene/character.hpp"
#include "descant/scene/rig_registry.hpp"

namespace descant {

/// Lines about a character (`.glb`, `.gltf`), a scene with rigs of the kinds of `rigs`, a published
/// example, a `.mesh`, a `.obj` or a `.npy`. Throws InputError.
std::string describe_file(const std::string& path, const RigRegistry& rigs, const Log& log);

/// The same with the built-in kinds of rigs.
std::string describe_file(const std::string& path, const Log& log);

/// Lines about a character: its meshes as they are shown, its skins, its clips.
std::string character_text(const Character& character);

/// "24 joints: hip, spine, …": all of the names, wrapped under the second column of the lines.
std::string all_named(const std::vector<std::string>& names, const std::string& one);

/// "[0, 1] × [2, 3.5]": the extent of points along each axis.
std::string box_text(const Positions& points);

/// How good the rest elements are: 1 for a regular simplex, 0 for a flat one (n_e).
///
///   3D  6√2 vol / ℓ³     2D  4/√3 area / ℓ²     ℓ the root mean square edge
Vector element_quality(const Mesh& mesh);

/// True where every edge of a surface (3D) is shared by exactly two triangles.
bool is_closed(const Elements& triangles);

}  // namespace descant
