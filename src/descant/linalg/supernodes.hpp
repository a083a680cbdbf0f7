// linalg/supernodes.hpp: columns of a sparse factor that are kept as one dense block.
//
//   L = [ L_JJ      ]   columns J of one supernode: a full triangle L_JJ over a full block L_RJ,
//       [ L_RJ   …  ]   R the rows below J that hold anything
//
// Neighbouring columns of like sparsity are merged, and so are small subtrees of the elimination
// tree, where the zeros this stores cost less than what it saves.

#pragma once

#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// `order` (order[k] the unknown eliminated k-th) rearranged so that each subtree of the
/// elimination tree is numbered consecutively. Fill stays as it is.
/// @param pattern  symmetric, both triangles
std::vector<int> postordered(const SparseMatrix& pattern, const std::vector<int>& order);

/// A run of columns of L with the rows they share.
struct Supernode {
  int first = 0;          ///< column
  int width = 0;          ///< w: number of columns
  int parent = -1;        ///< supernode that holds the first of `rows`; -1 at a root
  std::vector<int> rows;  ///< R: sorted, all beyond the columns

  int end() const { return first + width; }
  double cost() const;  ///< of one solve, in units of one stored entry
};

/// The sparsity of a factor.
struct SymbolicFactor {
  std::vector<Supernode> supernodes;  ///< children before parents
  Index num_nonzeros = 0;             ///< of L, without the zeros that merging stores
};

/// @param pattern  symmetric, both triangles
/// @param order    postordered
SymbolicFactor symbolic_factor(const SparseMatrix& pattern, const std::vector<int>& order);

}  // namespace descant
