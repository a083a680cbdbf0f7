// tests/support/thin_meshes.hpp: a chain in the plane and a sheet in space, neither of them
// straight.

#pragma once

#include <cmath>

#include "descant/mesh/chain.hpp"
#include "descant/mesh/sheet.hpp"

namespace descant::testing {

inline Mesh chain_in_the_plane() {
  Positions points(12, 2);
  for (Index i = 0; i < 12; ++i) points.row(i) << 0.1 * std::sin(0.9 * i), 0.2 * i;
  return chain_mesh(points);
}

inline Mesh sheet_in_space() {
  return sheet_mesh(Vec<3>(0, 0, 0), Vec<3>(0.6, 0, 0.1), Vec<3>(0, 0.1, 2), {4, 9});
}

}  // namespace descant::testing
