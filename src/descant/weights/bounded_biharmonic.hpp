// weights/bounded_biharmonic.hpp: how much each handle moves each vertex (Jacobson et al. 2011).
//
//   w = argmin wᵀ L M⁻¹ L w    subject to  0 ≤ w ≤ 1,  w = 1 at the handle, 0 at the others
//
// one problem a handle, on the rest mesh; rows are then normalised to sum to one.

#pragma once

#include <vector>

#include "descant/mesh/mesh.hpp"

namespace descant {

/// A point, or a segment from `tail` to `head`.
struct WeightHandle {
  Vector tail;  ///< d
  Vector head;  ///< d; empty for a point
};

/// The vertices a handle holds, and how much of each: entry (i, k) of an n×k matrix is 1 where
/// handle k holds vertex i alone, 1/m where m handles hold it alike, 0 where another holds it; rows
/// of vertices that nobody holds are −1.
///
/// A point holds the vertex nearest to it; a bone those within half a mean edge of its segment and
/// those nearest to points along it, unless they are nearer to another handle. A part of the body
/// that no handle touches is held whole by the nearest one.
Matrix held_weights(const Mesh& mesh, const std::vector<WeightHandle>& handles);

/// Weights (n×k, k handles): 0 ≤ w ≤ 1, rows sum to one. Throws InputError where there is no
/// handle, or one with coordinates that are not finite or not d in number.
Matrix bounded_biharmonic_weights(const Mesh& mesh, const std::vector<WeightHandle>& handles);

}  // namespace descant
