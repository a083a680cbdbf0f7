// mesh/lattice.hpp: a body from a distance function, by stuffing its inside with a lattice.
//
// Isosurface stuffing (Labelle & Shewchuk 2007): a body-centred cubic lattice of tetrahedra (in the
// plane, of equilateral triangles); vertices near the surface are pulled onto it, edges that still
// cross it are cut. The surface is followed, and no angle is small: at least 10° between the faces
// of a tetrahedron, 15° in a triangle, wherever the surface is smooth at the scale of a cell.

#pragma once

#include <functional>

#include "descant/mesh/mesh.hpp"

namespace descant {

/// Negative inside the body, positive outside; any continuous function will do.
using Distance = std::function<double(const Vector& x)>;

/// The part of the box from `min` to `max` (d) where `distance` is negative, in cells of size
/// `cell` [m]. A body that reaches out of the box is closed within a cell of it. Throws InputError
/// where nothing is inside.
Mesh lattice_body(const Distance& distance, const Vector& min, const Vector& max, double cell);

}  // namespace descant
