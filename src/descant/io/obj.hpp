// io/obj.hpp: Wavefront OBJ surfaces.
//
//   v x y z,  f a b c …  with a = v, v/vt, v//vn or v/vt/vn, 1-based, negative from the end

#pragma once

#include <string>
#include <string_view>

#include "descant/mesh/mesh.hpp"
#include "descant/mesh/surface.hpp"

namespace descant {

/// Vertices and faces of an OBJ text, polygons cut into fans; all else is left out. Throws
/// InputError at `place:line`.
Surface parse_obj(std::string_view text, const std::string& place);

Surface read_obj_file(const std::string& path);

/// The plane mesh a flat surface is. Throws InputError at `place` unless every z is the same.
Mesh planar_mesh(const Surface& surface, const std::string& place);

/// OBJ text of points (n×3, or n×2 written with z = 0) and 0-based triangles.
std::string obj_text(const Positions& vertices, const Elements& triangles);

void write_obj_file(const std::string& path, const Positions& vertices, const Elements& triangles);

}  // namespace descant
