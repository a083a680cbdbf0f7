// simulation/cell_rotation.hpp: how the cells of chains and sheets turn, which have no volume.
//
//   chain   the smallest rotation from the edge's direction at rest to its posed one
//   sheet   of the frame (edge, in-plane normal to it, normal) at rest to the posed one

#pragma once

#include "descant/mesh/mesh.hpp"

namespace descant {

/// Overwrites `rotations` (d × dn) by one d×d rotation a vertex: nearest to the mean of those of
/// the cells around it, weighted by their length or area. Cells that a pose flattens do not count.
void rotate_by_cells(const Mesh& mesh, ConstVec u_r, Matrix& rotations);

}  // namespace descant
