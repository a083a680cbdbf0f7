// mesh/mesh.hpp: a simulation mesh: triangles in the plane, or tetrahedra in space.

#pragma once

#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// Rest positions and simplices. Elements are positively oriented once `checked` has passed.
struct Mesh {
  Positions vertices;  ///< n×d rest positions [m]
  Elements elements;   ///< num_elements × (d+1)

  int dim() const { return static_cast<int>(vertices.cols()); }
  Index num_vertices() const { return vertices.rows(); }
  Index num_elements() const { return elements.rows(); }
  Index num_dofs() const { return vertices.size(); }
};

/// The diagonal of the bounding box [m]: the ruler for tolerances.
double diagonal(const Mesh& mesh);

}  // namespace descant
