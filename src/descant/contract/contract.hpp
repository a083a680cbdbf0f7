// contract/contract.hpp: what physics may not do: C u_c = 0 with C = JᵀMD.
//
//   C       m×dn, one block of rows per connected component of the mesh
//   Z       a basis of C's row space with Zᵀ M⁻¹ Z = I, so the contract reads Zᵀ u_c = 0 and
//   project u ↦ u − M⁻¹ Z Zᵀ u        is the nearest feasible point in the mass metric
//
// Rows are built from the centred span of J and scaled to unit length; dependent ones (unused
// bones, duplicated influences, dependent weights) are left out. Which are dependent is decided in
// C scaled by rows *and* columns: scaled by rows alone, faint weights and thin leaks make the
// singular values of a body like the published elephant fade smoothly into round-off, and the rank
// would be a matter of the cut-off. Equilibrated, the smallest stands at 1e-4. Pinned vertices are
// taken out of C and held at zero.

#pragma once

#include <vector>

#include "descant/core/types.hpp"
#include "descant/linalg/rig_jacobian.hpp"

namespace descant {

/// Where the contract is kept: everything about C but J.
struct ContractSpace {
  int dim = 3;
  Vector mass;                 ///< n, lumped [kg]
  Vector leak;                 ///< n, D scaled to 0 ≤ dᵢ ≤ 1; 1 is strict
  std::vector<int> component;  ///< n, connected component of each vertex
  std::vector<bool> pinned;    ///< n, or empty for none
  double diagonal = 1;         ///< of the rest shape [m]
  double rank_cutoff = 1e-10;
};

/// C of one pose, rank revealed. Immutable.
class Contract {
 public:
  Contract(const RigJacobian& J, const ContractSpace& space);

  Index num_rows() const { return num_rows_; }  ///< rows of C as built, dependent ones included
  Index rank() const { return rank_; }          ///< rows that count
  Index num_dofs() const { return inverse_mass_.size(); }

  /// Cᵀ in the basis Z: dn × rank.
  SparseMatrix basis() const;

  /// True for dofs held at zero (dn).
  const std::vector<bool>& pinned_dofs() const { return pinned_dofs_; }

  /// The nearest feasible displacement in the mass metric.
  Vector project(ConstVec u_c) const;

  /// max_j |c_j·u_c| / (‖c_j‖ max(‖u_c‖, 1e-9 diag √n)) over the rows of C.
  double residual(ConstVec u_c) const;

  /// The same with D = I: how much momentum the leak lets through.
  double momentum(ConstVec u_c) const;

  /// Components that could float away: C does not see all rigid motions of `points` (n×d) there,
  /// and no vertex is pinned.
  std::vector<int> loose_components(const Positions& points) const;

 private:
  /// The part of C that concerns one component. Split: columns are scalar, shared by d coordinates.
  struct Block {
    std::vector<Index> rows;  ///< vertices (split) or dofs of this component that are free
    Matrix strict;            ///< |rows| × k, unit columns of M J: C's rows with D = I
    Matrix leaked;            ///< |rows| × k, unit columns of D M J: C's rows
    Matrix Z;                 ///< |rows| × rank
    bool is_pinned = false;   ///< some vertex of the component is
  };
  double worst_row(ConstVec u_c, Matrix Block::*rows) const;

  int dim_;
  bool is_split_;
  double length_floor_;  ///< 1e-9 diag √n
  Vector inverse_mass_;  ///< dn
  std::vector<bool> pinned_dofs_;
  std::vector<Block> blocks_;
  Index num_rows_ = 0, rank_ = 0;
};

}  // namespace descant
