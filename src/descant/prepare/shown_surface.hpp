// prepare/shown_surface.hpp: the part of a simulation mesh that is seen.
//
//   3D  vertices on the boundary, in vertex order; the boundary triangles, outward
//   2D  all vertices; the elements themselves

#pragma once

#include <vector>

#include "descant/mesh/mesh.hpp"

namespace descant {

struct ShownSurface {
  std::vector<int> vertices;  ///< simulation vertices that are shown
  Elements triangles;         ///< numbers into `vertices`

  /// Their positions (shown × d) at displacement u (dn) from the rest positions of `mesh`.
  Positions positions(const Mesh& mesh, ConstVec u) const;
};

ShownSurface shown_surface(const Mesh& mesh);

}  // namespace descant
