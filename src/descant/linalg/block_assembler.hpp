// linalg/block_assembler.hpp: adds d×d blocks to a matrix whose sparsity is fixed.

#pragma once

#include <span>

#include "descant/core/types.hpp"

namespace descant {

/// A view of Q (of the sparsity that a PatternBuilder made) for someone who sees a few bodies only:
/// their k-th stands at vertex first[k] of the whole. Threads may add to different columns.
class BlockAssembler {
 public:
  BlockAssembler(SparseMatrix& Q, int dim, std::span<const Index> first)
      : Q_(Q), dim_(dim), first_(first) {}

  int dim() const { return dim_; }

  /// Adds a block in the rows of vertex i of body a and the columns of vertex j of body b. The
  /// block on the other side of the diagonal has to be added too.
  void add(int a, Index i, int b, Index j, const Eigen::Ref<const Matrix>& block);

  /// Adds to all d columns of vertex j of a body.
  /// @param rows    vertices of the same body, ascending
  /// @param values  d·|rows| × d, column by column
  void add_columns(int body, Index j, std::span<const int> rows, const double* values);

 private:
  /// Where the block of this vertex starts in the column that starts at `begin`.
  Index find(Index begin, Index end, Index vertex) const;

  SparseMatrix& Q_;
  int dim_;
  std::span<const Index> first_;
};

/// Q += B_s ⊗ I_d, where Q has a d×d block for every entry of B_s.
void add_to_every_coordinate(const SparseMatrix& B_s, int dim, SparseMatrix& Q);

}  // namespace descant
