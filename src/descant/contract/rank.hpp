// contract/rank.hpp: which rows of C count.
//
// Rows are dependent where bones are unused, influences duplicated or weights affinely dependent.
// Which ones is decided in C scaled by rows *and* columns: scaled by rows alone, faint weights and
// thin leaks make the singular values of a body like the published elephant fade smoothly into
// round-off, and the rank would be a matter of the cut-off. Equilibrated, the smallest stands at
// 1e-4.

#pragma once

#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// The columns of A that are not zero, each scaled to unit length.
SparseMatrix unit_columns(const SparseMatrix& A);

/// A with rows and columns scaled in turn until all are of about unit length.
SparseMatrix equilibrated(SparseMatrix A);

/// Columns of A that do not depend on each other, as many as there are at the relative cut-off.
std::vector<Index> independent_columns(const SparseMatrix& A, double cutoff);

/// AᵀA, by way of a dense A where few of its entries are zero.
Matrix gram_matrix(const SparseMatrix& A);

/// The smallest eigenvalue of a Gram matrix is more than `least` times the largest.
bool is_well_conditioned(const Matrix& gram, double least);

/// With a Gram matrix at least so well conditioned, two projections in a row reach round-off.
inline constexpr double safe_to_invert = 1e-8;

/// Some columns of A, in the order given.
SparseMatrix columns_of(const SparseMatrix& A, const std::vector<Index>& columns);

/// An orthonormal basis of the columns of A, which are independent.
Matrix orthonormal(const Matrix& A);

}  // namespace descant
