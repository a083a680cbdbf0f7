// linalg/scalar_assembler.hpp: sums a scalar n×n metric from the shares of several terms.

#pragma once

#include <span>
#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// Takes shares in any order; the sum does not depend on anything but that order. Who adds sees a
/// few bodies only: their k-th stands at vertex first[k] of the whole.
class ScalarAssembler {
 public:
  /// @param num_vertices  n, of all bodies together
  explicit ScalarAssembler(Index num_vertices);

  /// From here on, vertex i of body k is vertex first[k] + i of the whole.
  void enter(std::span<const Index> first);

  /// Adds a symmetric matrix on the vertices of a body.
  void add(int body, const SparseMatrix& share);

  /// Adds ½w(xᵢ − xⱼ)² of vertex i of body a and vertex j of body b.
  void add_spring(int a, Index i, int b, Index j, double weight);

  /// Adds ½w xᵢ² of vertex i of a body.
  void add_diagonal(int body, Index i, double weight);

  /// The sum of what is off the diagonal and what was added with it (n×n, compressed).
  SparseMatrix matrix() const;

  /// What `add_diagonal` was given (n), which is not in `matrix()`; empty where nothing was.
  const Vector& diagonal() const { return diagonal_; }

  /// True where nothing was added but diagonals.
  bool is_diagonal() const { return entries_.empty() && shares_.empty(); }

 private:
  Index num_vertices_;
  std::vector<Index> first_{0};
  std::vector<Eigen::Triplet<double>> entries_;
  std::vector<SparseMatrix> shares_;  ///< n×n each
  Vector diagonal_;
};

}  // namespace descant
