// linalg/kronecker.hpp: a scalar matrix, applied to every coordinate.

#pragma once

#include "descant/core/types.hpp"

namespace descant {

/// A ⊗ I_d on interleaved dofs, compressed.
SparseMatrix on_every_coordinate(const SparseMatrix& A, int dim);

}  // namespace descant
