// linalg/block_assembler.cpp: finds the place of a block in its column, and adds.

#include "descant/linalg/block_assembler.hpp"

#include <algorithm>

#include "descant/core/error.hpp"

namespace descant {

Index BlockAssembler::find(Index begin, Index end, Index vertex) const {
  const int* inner = Q_.innerIndexPtr();
  const int row = static_cast<int>(dim_ * vertex);
  const int* found = std::lower_bound(inner + begin, inner + end, row);
  expect_equal(found != inner + end && *found == row, true, "Q has every block that is added to");
  return found - inner;
}

void BlockAssembler::add(int a, Index i, int b, Index j, const Eigen::Ref<const Matrix>& block) {
  for (int c = 0; c < dim_; ++c) {
    const int* outer = Q_.outerIndexPtr() + dim_ * (first_[b] + j) + c;
    const Index at = find(outer[0], outer[1], first_[a] + i);
    for (int r = 0; r < dim_; ++r) Q_.valuePtr()[at + r] += block(r, c);
  }
}

void BlockAssembler::add_columns(int body, Index j, std::span<const int> rows,
                                 const double* values) {
  const Index height = dim_ * static_cast<Index>(rows.size());
  for (int c = 0; c < dim_; ++c, values += height) {
    const int* outer = Q_.outerIndexPtr() + dim_ * (first_[body] + j) + c;
    double* to = Q_.valuePtr();
    // mostly the column has these blocks and no others
    if (outer[1] - outer[0] == height) {
      for (Index k = 0; k < height; ++k) to[outer[0] + k] += values[k];
      continue;
    }
    Index at = outer[0];
    for (size_t k = 0; k < rows.size(); ++k) {
      at = find(at, outer[1], first_[body] + rows[k]);
      for (int r = 0; r < dim_; ++r) to[at + r] += values[dim_ * k + r];
    }
  }
}

void add_to_every_coordinate(const SparseMatrix& B_s, int dim, SparseMatrix& Q) {
  const int* outer_Q = Q.outerIndexPtr();
  const int* inner_Q = Q.innerIndexPtr();
  for (Index j = 0; j < B_s.cols(); ++j)
    for (int a = 0; a < dim; ++a) {
      // both columns ascend
      Index at = outer_Q[dim * j + a];
      const Index end = outer_Q[dim * j + a + 1];
      for (SparseMatrix::InnerIterator it(B_s, j); it; ++it) {
        while (at < end && inner_Q[at] < dim * it.row()) at += dim;
        expect_equal(at < end && inner_Q[at] == dim * it.row(), true,
                     "damping and stiffness share their sparsity");
        Q.valuePtr()[at + a] += it.value();
      }
    }
}

}  // namespace descant
