// linalg/aggregation.hpp: groups of neighbours that a matrix like a stiffness couples strongly, and
// how unknowns follow the groups around them.
//
//   P = (I − ω D⁻¹ L) R       R the ones of each group, L = A less its row sums, D its diagonal

#pragma once

#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// The group of each unknown, numbered from 0: about one group for ten unknowns in space. −1 for
/// an unknown that is coupled to nothing.
/// @param A  symmetric, both triangles
std::vector<int> aggregates(const SparseMatrix& A);

/// P, n×k: a Jacobi sweep from the steps between groups towards what A would have there. The
/// weights of an unknown, all of them positive, sum to one; small ones are left out.
/// @param groups  of A's unknowns, −1 for none: such a row is empty
SparseMatrix interpolation(const SparseMatrix& A, const std::vector<int>& groups);

}  // namespace descant
