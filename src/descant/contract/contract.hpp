// contract/contract.hpp: what physics may not do: C u_c = 0 with C = JᵀMD.
//
//   C       m×dn, one block of rows per connected component of the mesh
//   Z       a basis of C's row space, of unit columns in the mass metric: the contract is Zᵀu_c = 0
//   project u ↦ u − M⁻¹ Z (ZᵀM⁻¹Z)⁻¹ Zᵀ u        the nearest feasible point in the mass metric
//
// Rows are built from the centred span of J and scaled to unit length; dependent ones are left out
// (contract/rank.hpp). Pinned vertices are taken out of C and held at zero.

#pragma once

#include <memory>
#include <vector>

#include "descant/contract/constraint_block.hpp"
#include "descant/core/parallel.hpp"
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
  Workers workers{};  ///< that projections run on
};

/// Z of the whole body, in the form the rig allows.
struct ConstraintBasis {
  bool is_split = false;
  SparseMatrix Z;  ///< n × rank/d where split (Z ⊗ I_d is meant), dn × rank else
};

/// Memory that projections reuse.
struct ContractScratch {
  Positions panel;
  PanelProducts products;
};

/// C of one pose, rank revealed. Immutable.
class Contract {
 public:
  Contract(const RigJacobian& J, const ContractSpace& space);

  /// The contracts of several bodies as one, their dofs one after another. Either all of them are
  /// split, or none.
  static Contract joined(const std::vector<const Contract*>& bodies);

  Index num_rows() const { return num_rows_; }  ///< rows of C as built, dependent ones included
  Index rank() const { return rank_; }          ///< rows that count
  Index num_dofs() const { return static_cast<Index>(pinned_dofs_.size()); }
  bool is_split() const { return is_split_; }

  /// Z; the same object for as long as the contract, and its copies, are the same.
  const std::shared_ptr<const ConstraintBasis>& basis() const { return basis_; }

  /// Z written out, dn × rank.
  SparseMatrix full_basis() const;

  /// True for dofs held at zero (dn).
  const std::vector<bool>& pinned_dofs() const { return pinned_dofs_; }

  /// Sets pinned dofs of a gradient or load to zero.
  void clear_pinned(Vector& load) const;

  /// Takes from a gradient or load what C and the pins would answer anyway: its part in the range
  /// of Cᵀ, M-orthogonally. No feasible displacement notices, but what remains keeps its digits.
  void remove_reaction(Vector& load, ContractScratch& scratch) const;

  /// The same at half the cost, to fewer digits, with what was taken.
  void split_reaction(Vector& load, Vector& reaction, ContractScratch& scratch) const;

  /// Moves u_c to the nearest feasible displacement in the mass metric.
  void project(Vector& u_c, ContractScratch& scratch) const;
  Vector project(ConstVec u_c) const;

  /// The same for what is feasible already but for round-off, at half the cost.
  void settle(Vector& u_c, ContractScratch& scratch) const;

  /// max_j |c_j·u_c| / (‖c_j‖ max(‖u_c‖, 1e-9 diag √n)) over the rows of C; of several bodies the
  /// worst, each by its own measure.
  double residual(ConstVec u_c) const;

  /// The same with D = I: how much momentum the leak lets through.
  double momentum(ConstVec u_c) const;

  struct Kept {
    double residual, momentum;
  };
  /// Both at once.
  Kept kept(ConstVec u_c, ContractScratch& scratch) const;

  /// Components that could float away: C does not see all rigid motions of `points` (n×d) there,
  /// and no vertex is pinned.
  std::vector<int> loose_components(const Positions& points) const;

 private:
  Contract() = default;
  using Rows = const SparseRowMatrix& (ConstraintBlock::*)() const;
  double worst_row(ConstVec u_c, Rows rows, ContractScratch& scratch) const;
  void project(Vector& u_c, int num_passes, ContractScratch& scratch) const;
  void remove_reaction(Vector& load, int num_passes, ContractScratch& scratch) const;
  std::shared_ptr<const ConstraintBasis> joined_basis(Index num_scalars) const;

  void scale_by_mass(Vector& load, int exponent) const;

  /// What residuals are relative to: the displacement of one body.
  struct Part {
    Index first_dof, num_dofs;
    size_t first_block, end_block;
    double length_floor;  ///< 1e-9 diag √n
  };

  int dim_ = 0;
  Workers workers_;
  bool is_split_ = false;
  bool has_pins_ = false;
  bool leaks_ = false;  ///< D is not I
  Vector mass_;         ///< n [kg]
  std::vector<bool> pinned_dofs_;
  std::vector<ConstraintBlock> blocks_;  ///< one a component
  std::vector<Part> parts_;              ///< one a body
  std::vector<bool> has_pinned_vertex_;  ///< one a component
  std::shared_ptr<const ConstraintBasis> basis_;
  Index num_rows_ = 0, rank_ = 0;
};

}  // namespace descant
