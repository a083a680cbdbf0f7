// mesh/mesh.hpp: a simulation mesh: cells of dimension k in d-space, 1 ≤ k ≤ d.
//
//   k = d    solids: triangles in the plane, tetrahedra in space
//   k < d    chains of edges, and sheets of triangles in space

#pragma once

#include <string>

#include "descant/core/types.hpp"

namespace descant {

/// Rest positions and simplices. The elements of a solid are positively oriented once `checked` has
/// passed; in chains and sheets neighbours may be oriented either way.
struct Mesh {
  Positions vertices;  ///< n×d rest positions [m]
  Elements elements;   ///< num_elements × (k+1)

  int dim() const { return static_cast<int>(vertices.cols()); }
  int cell_dim() const { return static_cast<int>(elements.cols()) - 1; }  ///< k
  bool is_solid() const { return cell_dim() == dim(); }
  Index num_vertices() const { return vertices.rows(); }
  Index num_elements() const { return elements.rows(); }
  Index num_dofs() const { return vertices.size(); }
};

/// The diagonal of the bounding box [m]: the ruler for tolerances.
double diagonal(const Mesh& mesh);

/// Throws InputError at `place` unless the mesh is a solid: for what chains and sheets do not have.
void expect_solid(const Mesh& mesh, const std::string& place);

}  // namespace descant
