// elasticity/block_pattern.hpp: where each element's part of K goes.
//
// K has a d×d block for every pair of vertices that share an element. A corner is a vertex of an
// element, numbered e(d+1) + a. Each vertex gathers from its own corners in element order, so that
// threads never write to the same place and sums do not depend on their number.

#pragma once

#include <span>
#include <vector>

#include "descant/mesh/mesh.hpp"

namespace descant {

/// The corners at each vertex: entries first[v] … first[v+1] of `corners`, ascending.
struct Incidence {
  std::vector<Index> first;    ///< n+1
  std::vector<Index> corners;  ///< num_elements (d+1)
};

Incidence vertex_corners(const Mesh& mesh);

/// Which vertices share an element, and for each pair of corners of an element the block it adds
/// to.
struct BlockPattern {
  std::vector<Index> first;     ///< n+1
  std::vector<int> neighbours;  ///< of vertex v, itself among them: entries first[v] … first[v+1]
  std::vector<int>
      slot;  ///< entry (e(d+1) + b)(d+1) + a: which block of the column of b is a's row

  std::span<const int> rows(Index v) const {
    return {neighbours.data() + first[v], static_cast<size_t>(first[v + 1] - first[v])};
  }
};

BlockPattern block_pattern(const Mesh& mesh, const Incidence& incidence);

}  // namespace descant
