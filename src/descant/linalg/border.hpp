// linalg/border.hpp: linear constraints as further rows of a factor.
//
//   [ A  Z ]      Y = L⁻¹ Π Z beside L, and S = YᵀY = Zᵀ A⁻¹ Z below
//   [ Zᵀ 0 ]
//
// Y_J holds only the constraints that reach supernode J: those with an entry in its subtree. A
// constraint with a small support is absent from most of the tree.

#pragma once

#include "descant/linalg/panel_sweep.hpp"

namespace descant {

/// Y and the factor of S for one basis Z.
class Border {
 public:
  Border(const PanelFactor& factor, int dim, const Workers& workers);
  Border(const Border&) = delete;
  Border& operator=(const Border&) = delete;

  /// False where S is not (numerically) positive definite.
  /// @param Z  n×r (split) or dn×r (general), compressed
  [[nodiscard]] bool set(const SparseMatrix& Z, BorderKind kind);

  const SweepBorder& sweep() const { return sweep_; }
  Index num_constraints() const { return sweep_.num_constraints; }
  Index num_values() const { return static_cast<Index>(values_.size()); }  ///< of Y, with padding
  std::size_t memory_bytes() const;

 private:
  bool has_pattern(const SparseMatrix& Z, BorderKind kind) const;
  void analyze(const SparseMatrix& Z, BorderKind kind);
  void find_active(const SparseMatrix& Z);
  void number_active();
  void place_entries(const SparseMatrix& Z);
  void half_solve(const SparseMatrix& Z, int group, int plane, AlignedVector<double>& x,
                  AlignedVector<double>& scratch);
  void keep(int supernode, int group, int plane, const double* x);
  int num_planes() const { return kind_ == BorderKind::split ? 1 : dim_; }
  void gram(Matrix& S, Index begin, Index end, AlignedVector<double>& scratch) const;
  bool factorize(const Matrix& S);

  const PanelFactor& factor_;
  int dim_;
  Workers workers_;
  SweepBorder sweep_;
  std::vector<Panel> panels_;

  // the sparsity of Z, to know it again
  BorderKind kind_ = BorderKind::split;
  Index rows_ = -1;
  std::vector<int> outer_, inner_;

  std::vector<int> supernode_of_;         ///< column of L → supernode
  std::vector<std::vector<int>> active_;  ///< constraints that reach each supernode, sorted
  std::vector<int> local_active_;         ///< the same among their task's
  std::vector<std::vector<int>> groups_;  ///< supernodes that 8 constraints reach, children first

  /// An entry of Z and its row in the workspaces; by column, then by coordinate.
  struct Entry {
    int source, row;
  };
  std::vector<Entry> entries_;
  std::vector<Index> entries_begin_;
  std::vector<Index> chunks_;  ///< ranges of supernodes of like work in S
  AlignedVector<double> values_, turn_;

  struct Scratch {
    AlignedVector<double> x, more;
  };
  std::vector<Scratch> scratch_;  ///< one for each thread
  std::vector<Matrix> partial_;   ///< S by chunks
};

}  // namespace descant
