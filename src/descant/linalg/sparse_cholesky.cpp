// linalg/sparse_cholesky.cpp: Eigen's simplicial factor under METIS's order, or Eigen's own.

#include "descant/linalg/sparse_cholesky.hpp"

#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"
#include "descant/linalg/ordering.hpp"

namespace descant {

SparseCholesky::SparseCholesky(const SparseMatrix& pattern)
    : order_(fill_reducing_order(pattern)), position_(order_.size()) {
  for (size_t k = 0; k < order_.size(); ++k) position_[order_[k]] = static_cast<int>(k);

  // the lower triangle of P A Pᵀ, remembering where each entry comes from
  const Index size = pattern.cols();
  std::vector<std::vector<std::pair<int, Index>>> columns(size);
  Index entry = 0;
  for (Index j = 0; j < size; ++j)
    for (SparseMatrix::InnerIterator it(pattern, j); it; ++it, ++entry) {
      const int row = position_[it.row()], column = position_[j];
      if (row >= column) columns[column].emplace_back(row, entry);
    }
  permuted_.resize(size, size);
  permuted_.reserve((pattern.nonZeros() + size) / 2);
  source_.reserve((pattern.nonZeros() + size) / 2);
  for (Index j = 0; j < size; ++j) {
    std::sort(columns[j].begin(), columns[j].end());
    permuted_.startVec(j);
    for (const auto& [row, from] : columns[j]) {
      permuted_.insertBack(row, j) = 1;
      source_.push_back(from);
    }
  }
  permuted_.finalize();
  permuted_.makeCompressed();
  factor_.analyzePattern(permuted_);
}

bool SparseCholesky::factorize(const SparseMatrix& A) {
  expect_equal(A.cols(), permuted_.cols(), "a factored matrix has the size of its pattern");
  for (size_t k = 0; k < source_.size(); ++k) permuted_.valuePtr()[k] = A.valuePtr()[source_[k]];
  factor_.factorize(permuted_);
  if (factor_.info() != Eigen::Success) return false;

  // Eigen accepts NaN pivots: a factor that is not finite is no factor
  const SparseMatrix& L = factor_.matrixL().nestedExpression();
  for (Index j = 0; j < L.cols(); ++j)
    if (!std::isfinite(L.valuePtr()[L.outerIndexPtr()[j]])) return false;
  return true;
}

Vector SparseCholesky::solve(ConstVec b) const { return half_solve_transposed(half_solve(b)); }

Vector SparseCholesky::half_solve(ConstVec b) const {
  Vector y(b.size());
  for (Index k = 0; k < b.size(); ++k) y[k] = b[order_[k]];
  factor_.matrixL().solveInPlace(y);
  return y;
}

Vector SparseCholesky::half_solve_transposed(ConstVec y) const {
  Vector permuted = y;
  factor_.matrixU().solveInPlace(permuted);
  Vector x(y.size());
  for (Index k = 0; k < y.size(); ++k) x[order_[k]] = permuted[k];
  return x;
}

Matrix SparseCholesky::half_solve(const SparseMatrix& B, const Workers& workers) const {
  constexpr int width = 8;
  using Panel = Eigen::Matrix<double, Eigen::Dynamic, width, Eigen::RowMajor>;
  const SparseMatrix& L = factor_.matrixL().nestedExpression();
  const int* outer = L.outerIndexPtr();
  const int* inner = L.innerIndexPtr();
  const double* value = L.valuePtr();

  Matrix Y(B.rows(), B.cols());
  workers.for_ranges(B.cols(), width, [&](Index begin, Index end) {
    Panel panel = Panel::Zero(B.rows(), width);
    for (Index j = begin; j < end; ++j)
      for (SparseMatrix::InnerIterator it(B, j); it; ++it)
        panel(position_[it.row()], j - begin) = it.value();

    // forward substitution, one column of L against the whole panel; the diagonal comes first
    for (Index j = 0; j < L.cols(); ++j) {
      const Eigen::Matrix<double, 1, width> pivot = panel.row(j) / value[outer[j]];
      panel.row(j) = pivot;
      for (int k = outer[j] + 1; k < outer[j + 1]; ++k)
        panel.row(inner[k]).noalias() -= value[k] * pivot;
    }
    Y.middleCols(begin, end - begin) = panel.leftCols(end - begin);
  });
  return Y;
}

}  // namespace descant
