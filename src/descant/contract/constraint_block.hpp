// contract/constraint_block.hpp: the part of C that concerns one connected component.
//
//   leaked   k unit columns of D M J: C's rows          strict   the same with D = I
//   Z        a basis of leaked's columns
//   project  U ↦ U − M⁻¹ Z (ZᵀM⁻¹Z)⁻¹ Zᵀ U             the nearest feasible point in the mass
//   metric
//
// Production skins have few influences: Z is then some of C's own columns, kept sparse. Where those
// are dense, or too near to dependent to invert ZᵀM⁻¹Z safely, Z is dense with ZᵀM⁻¹Z = I; or, of a
// J that changes with the pose, only the columns that stand too near to the others are.

#pragma once

#include <Eigen/Cholesky>
#include <vector>

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"

namespace descant {

using Panel = const Eigen::Ref<const Positions>&;

/// Products of a panel with the columns of a matrix, and memory to sum them in.
struct PanelProducts {
  Positions total;  ///< a row for each column
  std::vector<double> partial;
};

/// AᵀU.
void column_products(const SparseRowMatrix& A, Panel panel, const Workers& workers,
                     PanelProducts& products);

/// How dependent rows of C are found.
enum class RankMethod {
  dense,  ///< by pivoted QR of C written out: for what is built once
  sparse  ///< by Gram matrices (contract/sparse_rank.hpp): C is not written out while it is sparse
};

/// Where the rows of a block are.
struct BlockRows {
  std::vector<Index> rows;  ///< vertices or dofs of this component that are free, ascending
  Vector mass;              ///< of those rows [kg]
  Vector leak;              ///< D on those rows
};

/// A component's own rows: vertices (one panel column a coordinate) or dofs (one panel column).
class ConstraintBlock {
 public:
  /// @param momenta  M J on the rows
  ConstraintBlock(BlockRows at, const SparseMatrix& momenta, double rank_cutoff, RankMethod method);

  const std::vector<Index>& rows() const { return rows_; }

  /// The same block where its first row is this much further on.
  ConstraintBlock moved_by(Index offset) const;
  Index rank() const { return is_sparse_ ? sparse_Z_.cols() : dense_Z_.cols(); }
  const SparseRowMatrix& strict() const { return strict_; }
  const SparseRowMatrix& leaked() const { return leaked_; }

  /// Z, |rows| × rank, whatever its storage.
  SparseMatrix basis() const;

  /// ZᵀU (rank × width).
  void products(Panel panel, const Workers& workers, PanelProducts& products) const;

  /// Projects the columns of `panel` (|rows| × width), once.
  void project(Eigen::Ref<Positions> panel, const Workers& workers, PanelProducts& products) const;

 private:
  void keep_sparse(SparseRowMatrix Z, const Matrix& gram);

  std::vector<Index> rows_;
  Vector inverse_mass_;
  SparseRowMatrix strict_, leaked_;
  bool is_sparse_ = false;  ///< Z is
  SparseRowMatrix sparse_Z_;
  Eigen::LLT<Matrix> gram_;  ///< of ZᵀM⁻¹Z, where Z is sparse
  Matrix dense_Z_;
};

}  // namespace descant
