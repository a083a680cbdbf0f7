// io/medit.hpp: Medit ASCII `.mesh` files.
//
//   Dimension 3, Vertices n: x y z ref, Tetrahedra t: i j k l ref, Triangles …   (1-based)

#pragma once

#include <string>
#include <string_view>

#include "descant/mesh/mesh.hpp"

namespace descant {

/// The simulation mesh in a Medit text: its tetrahedra, or where it has none its triangles, which
/// must then lie in a plane z = constant. Triangles beside tetrahedra are left out, as is every
/// section not named above. Throws InputError at `place:line`.
Mesh parse_medit(std::string_view text, const std::string& place);

Mesh read_medit_file(const std::string& path);

/// Text that `parse_medit` reads back to the same bits.
std::string medit_text(const Mesh& mesh);

void write_medit_file(const std::string& path, const Mesh& mesh);

}  // namespace descant
