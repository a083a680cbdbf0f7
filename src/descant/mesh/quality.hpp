// mesh/quality.hpp: how well shaped elements are.

#pragma once

#include "descant/mesh/mesh.hpp"

namespace descant {

/// The smallest angle of element e: between two edges of a triangle, two faces of a tetrahedron
/// [degrees].
double smallest_angle(const Mesh& mesh, Index e);

/// The smallest over all elements [degrees].
double smallest_angle(const Mesh& mesh);

}  // namespace descant
