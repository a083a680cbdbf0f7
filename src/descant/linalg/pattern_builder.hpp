// linalg/pattern_builder.hpp: which d×d blocks of a symmetric matrix are filled.

#pragma once

#include <span>
#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// Collects pairs of vertices whose dofs depend on each other. The diagonal is always there.
///
/// Who connects vertices sees a few bodies only, numbered from 0: their k-th stands at vertex
/// first[k] of the whole.
class PatternBuilder {
 public:
  /// @param num_vertices  of all bodies together
  explicit PatternBuilder(Index num_vertices);

  /// From here on, vertex i of body k is vertex first[k] + i of the whole.
  void enter(std::span<const Index> first);

  /// Vertex i of body a and vertex j of body b depend on each other.
  void connect(int a, Index i, int b, Index j);

  /// So does vertex j of a body on all of `rows` (its own vertices, ascending); the other way round
  /// has to be said too.
  void connect_column(int body, Index j, std::span<const int> rows);

  /// The matrix: dn×dn, both triangles, compressed, values zero. Throws InputError where it would
  /// have too many entries.
  SparseMatrix matrix(int dim);

 private:
  std::vector<std::vector<int>> columns_;  ///< rows of each vertex, in any order, repeated or not
  std::vector<Index> first_{0};
};

}  // namespace descant
