// encoding/shape_basis.hpp: the principal directions of a stream of columns, in bounded memory.
//
//   A = U Σ Vᵀ,   AᵀA = V Σ² Vᵀ,   U = A V Σ⁻¹
//
// Columns are gathered in blocks; a full block is reduced to its leading U Σ, which stands in for
// all columns so far. With no more columns than fit a block, the result is the thin SVD itself.

#pragma once

#include "descant/core/types.hpp"

namespace descant {

class ShapeBasis {
 public:
  /// @param rows  length of a column
  /// @param most  directions to keep
  ShapeBasis(Index rows, Index most);

  void add(ConstVec column);

  /// The leading directions (rows × at most `most`), orthonormal, by falling singular value. Those
  /// below 1e-7 of the first are left out: they are rounding.
  Matrix directions();

 private:
  void reduce();

  Index most_;
  Index filled_ = 0;
  Matrix block_;  ///< rows × (most + some); the first `filled_` columns count
  Vector sigma_;  ///< of the columns, after a reduction
};

}  // namespace descant
