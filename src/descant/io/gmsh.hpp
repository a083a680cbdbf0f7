// io/gmsh.hpp: Gmsh `.msh` files, versions 2.2 and 4.1, as text or binary.

#pragma once

#include <string>
#include <string_view>

#include "descant/mesh/mesh.hpp"

namespace descant {

/// The tetrahedra of a Gmsh mesh; of those with nodes on their edges the corners. Other elements
/// and sections are left out, and so are nodes that no tetrahedron uses; node tags may have gaps.
/// Throws InputError at `place:line` of a text, `place: byte` of a binary file.
Mesh parse_gmsh(std::string_view bytes, const std::string& place);

Mesh read_gmsh_file(const std::string& path);

}  // namespace descant
