// mesh/check.hpp: turns away meshes nothing can be computed on.

#pragma once

#include <string>

#include "descant/core/log.hpp"
#include "descant/mesh/mesh.hpp"

namespace descant {

/// The mesh, fit to simulate: every element of a solid positively oriented (reoriented with a
/// warning where that is enough), chains and sheets as they are. Throws InputError at `place` for
/// an empty mesh, a coordinate that is not finite, a vertex number out of range, an element with a
/// repeated vertex or no volume (area, length), a vertex in no element; the message names the first
/// such vertex or element (0-based).
Mesh checked(Mesh mesh, const std::string& place, const Log& log);

}  // namespace descant
