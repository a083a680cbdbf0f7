// mesh/surface.hpp: triangles in space as artists draw them: open, cut along seams, in many parts.

#pragma once

#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// A triangle soup. Nothing is promised of it beyond sizes and vertex numbers.
struct Surface {
  Positions vertices;  ///< s×3 [m]
  Elements triangles;  ///< t×3
};

/// The diagonal of the box around the vertices that triangles use [m]; 0 where there are none.
double diagonal(const Surface& surface);

/// The surface with vertices merged where they lie within 1e-6 of the diagonal of one another, and
/// without triangles that have no area then, or that repeat another one. Vertices that no triangle
/// uses are left out.
Surface welded(const Surface& surface);

/// The welded surface turned so that neighbours agree on which side is out, as far as edges are
/// shared by two triangles, and so that parts that are closed by themselves face outward.
Surface oriented(Surface welded_surface);

/// The part each vertex belongs to (s), numbered from 0 in vertex order. Triangles connect their
/// vertices.
std::vector<int> surface_components(const Surface& surface);

/// Vertices − edges + triangles.
Index euler_characteristic(const Surface& surface);

/// True where every edge is passed as often one way as the other: then every point in space is
/// wound around a whole number of times. Meant for surfaces that are welded and oriented.
bool is_closed(const Surface& surface);

/// The volume inside [m³]; parts facing inward count against it. Meaningless for an open surface.
double enclosed_volume(const Surface& surface);

/// The sum of the triangles' areas [m²].
double area(const Surface& surface);

}  // namespace descant
