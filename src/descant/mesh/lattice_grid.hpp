// mesh/lattice_grid.hpp: the regular lattices that bodies are cut out of.
//
//   space   body-centred cubic: corners and centres of a cubic grid; 4 congruent tetrahedra around
//           every segment between neighbouring centres
//   plane   equilateral triangles

#pragma once

#include <functional>
#include <vector>

#include "descant/mesh/mesh.hpp"

namespace descant {

/// The elements of a lattice that touch the inside of a body, and what is known of their vertices.
struct LatticeGrid {
  Mesh mesh;
  Vector values;                ///< n, the distance function
  std::vector<int> sublattice;  ///< n, 3D: 0 for corners of the cubic grid, 1 for centres
  std::vector<int> parity;      ///< n, 3D: alternates along the edges within a sublattice
};

/// The lattice over the box from `min` to `max` and a cell beyond, symmetric about its centre.
LatticeGrid lattice_grid(const std::function<double(const Vector&)>& distance, const Vector& min,
                         const Vector& max, double cell);

}  // namespace descant
