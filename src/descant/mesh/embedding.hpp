// mesh/embedding.hpp: points carried by a mesh: x = Σ w_i x_i over the corners of one element.

#pragma once

#include "descant/mesh/mesh.hpp"

namespace descant {

/// Which mesh vertices carry which points.
struct Embedding {
  SparseMatrix weights;  ///< s×n, rows sum to one
  Index outside = 0;     ///< points further from the mesh than 1e-3 of its diagonal
};

/// Each point in the element that holds it, else carried along with the nearest point of the mesh:
/// weights lie between 0 and 1. Throws InputError for a point that is not finite.
Embedding embedded(const Mesh& mesh, const Positions& points);

}  // namespace descant
