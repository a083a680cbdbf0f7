// mesh/sheet.hpp: a parallelogram cut into a regular grid of triangles.

#pragma once

#include <array>

#include "descant/mesh/mesh.hpp"

namespace descant {

/// The points corner + s u + t v (d), 0 ≤ s, t ≤ 1, cut into `counts` cells along u and v, each of
/// two triangles. Vertices vary fastest along u; triangles turn from u to v.
Mesh sheet_mesh(const Vector& corner, const Vector& u, const Vector& v,
                const std::array<int, 2>& counts);

}  // namespace descant
