// contract/sparse_rank.hpp: which rows of a sparse C count, at the cost of its non-zeros and m³.
//
//   G = AᵀA             gives each column's distance from those before it, in pivoted order. Above
//                       a threshold it is sure: these are the *plain* columns A_P
//   R = A_F − A_P X     what is left of the others, the *faint* ones, X = (A_PᵀA_P)⁻¹A_PᵀA_F with
//                       refinement: so small distances are known to round-off of A, not of G
//
// A is never written out: only the faint columns, of which there are few, are ever dense.

#pragma once

#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// As `independent_columns`: the same number of them, ascending.
std::vector<Index> independent_sparse_columns(const SparseMatrix& A, double cutoff);

/// A basis and its Gram matrix.
struct SparseBasis {
  SparseMatrix columns;
  Matrix gram;
};

/// A well-conditioned basis of A's columns, which are independent and of unit length: its plain
/// columns as they are, and an orthonormal basis of what the faint ones add.
SparseBasis well_conditioned_basis(const SparseMatrix& A);

}  // namespace descant
