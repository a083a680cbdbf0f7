// rig/vertex_blocks.hpp: one d×d matrix per vertex, side by side (d × dn), and its products.
//
//   diag(B₁ … B_n) A          A a Jacobian (dn×m), or blocks again

#pragma once

#include <vector>

#include "descant/linalg/rig_jacobian.hpp"

namespace descant {

/// B₁ … B_n all the same.
Matrix equal_blocks(const Matrix& block, Index num_vertices);

/// The blocks BᵢAᵢ.
Matrix blocks_times(const Matrix& B, const Matrix& A);

/// diag(B) J, its span alike: sparse unless J is dense. Which entries are stored depends on those
/// of J alone, so that the sparsity stays the same from pose to pose.
RigJacobian blocks_times(const Matrix& B, const RigJacobian& J);

/// [J₁ J₂ …], the spans alike: one of them alone as it is, dense where all are dense, sparse else.
RigJacobian side_by_side(const std::vector<RigJacobian>& parts);

}  // namespace descant
