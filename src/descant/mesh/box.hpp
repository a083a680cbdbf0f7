// mesh/box.hpp: a box cut into a regular grid of simplices.

#pragma once

#include <vector>

#include "descant/mesh/mesh.hpp"

namespace descant {

/// The box from `min` to `max` (d), cut into `counts` (d) cells along each axis, each of 2
/// triangles or 6 tetrahedra around its diagonal. The first coordinate varies fastest; elements are
/// positive.
Mesh box_mesh(const Vector& min, const Vector& max, const std::vector<int>& counts);

}  // namespace descant
