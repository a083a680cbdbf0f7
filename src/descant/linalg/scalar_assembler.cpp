// linalg/scalar_assembler.cpp: shares of whole bodies, springs and diagonals.

#include "descant/linalg/scalar_assembler.hpp"

#include "descant/core/error.hpp"

namespace descant {

ScalarAssembler::ScalarAssembler(Index num_vertices) : num_vertices_(num_vertices) {}

void ScalarAssembler::enter(std::span<const Index> first) {
  first_.assign(first.begin(), first.end());
}

void ScalarAssembler::add(int body, const SparseMatrix& share) {
  const Index first = first_[body];
  expect_equal(first + share.rows() <= num_vertices_, true, "a share fits into the metric");
  if (share.rows() == num_vertices_) {
    shares_.push_back(share);
    return;
  }
  SparseMatrix& placed = shares_.emplace_back(num_vertices_, num_vertices_);
  placed.reserve(share.nonZeros());
  for (Index j = 0; j < num_vertices_; ++j) {
    placed.startVec(j);
    if (j < first || j >= first + share.cols()) continue;
    for (SparseMatrix::InnerIterator it(share, j - first); it; ++it)
      placed.insertBack(first + it.row(), j) = it.value();
  }
  placed.finalize();
}

void ScalarAssembler::add_spring(int a, Index i, int b, Index j, double weight) {
  const Index row = first_[a] + i, column = first_[b] + j;
  entries_.emplace_back(row, row, weight);
  entries_.emplace_back(column, column, weight);
  entries_.emplace_back(row, column, -weight);
  entries_.emplace_back(column, row, -weight);
}

void ScalarAssembler::add_diagonal(int body, Index i, double weight) {
  if (diagonal_.size() == 0) diagonal_.setZero(num_vertices_);
  diagonal_[first_[body] + i] += weight;
}

SparseMatrix ScalarAssembler::matrix() const {
  SparseMatrix sum(num_vertices_, num_vertices_);
  if (!shares_.empty()) sum = shares_.front();
  for (size_t k = 1; k < shares_.size(); ++k) sum = SparseMatrix(sum + shares_[k]);
  if (!entries_.empty()) {
    SparseMatrix springs(num_vertices_, num_vertices_);
    springs.setFromTriplets(entries_.begin(), entries_.end());
    sum = SparseMatrix(sum + springs);
  }
  // every vertex has a place for its mass
  if (shares_.size() != 1 || !entries_.empty()) {
    SparseMatrix zero(num_vertices_, num_vertices_);
    zero.setIdentity();
    zero *= 0.0;
    sum = SparseMatrix(sum + zero);
  }
  sum.makeCompressed();
  return sum;
}

}  // namespace descant
