// linalg/ordering.hpp: the order in which to eliminate unknowns so that factors stay sparse.

#pragma once

#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// order[k] is the unknown eliminated k-th. METIS nested dissection, or Eigen's AMD without it.
/// @param pattern  square, symmetric sparsity, both triangles
std::vector<int> fill_reducing_order(const SparseMatrix& pattern);

}  // namespace descant
