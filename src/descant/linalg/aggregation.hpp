// linalg/aggregation.hpp: groups of neighbours that a matrix like a stiffness couples strongly.

#pragma once

#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// The group of each unknown, numbered from 0: about one group for ten unknowns in space. −1 for
/// an unknown that is coupled to nothing.
/// @param A  symmetric, both triangles
std::vector<int> aggregates(const SparseMatrix& A);

}  // namespace descant
