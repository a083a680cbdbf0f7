// contract/constraint_block.cpp: builds the basis, sparse where it can be, and projects.

#include "descant/contract/constraint_block.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <type_traits>
#include <utility>

#include "descant/contract/rank.hpp"

namespace descant {
namespace {

/// products(j, ·) = Σᵢ A(i, j) panel(i, ·).
template <int width>
void transposed_product(const SparseMatrix& A, const Positions& panel, Matrix& products) {
  using Row = Eigen::Matrix<double, 1, width>;
  for (Index j = 0; j < A.cols(); ++j) {
    Row sum = Row::Zero();
    for (SparseMatrix::InnerIterator it(A, j); it; ++it)
      sum += it.value() * Eigen::Map<const Row>(panel.data() + width * it.row());
    products.row(j) = sum;
  }
}

/// panel(i, ·) −= scale[i] Σⱼ A(i, j) products(j, ·).
template <int width>
void subtract_product(const SparseMatrix& A, const Vector& scale, const Matrix& products,
                      Positions& panel) {
  using Row = Eigen::Matrix<double, 1, width>;
  for (Index j = 0; j < A.cols(); ++j) {
    const Row factor = products.row(j);
    for (SparseMatrix::InnerIterator it(A, j); it; ++it)
      Eigen::Map<Row>(panel.data() + width * it.row()) -= scale[it.row()] * it.value() * factor;
  }
}

/// Calls body with the panel's width as a constant: 1, 2 or 3.
template <class Body>
void with_width(Index width, const Body& body) {
  if (width == 1) return body(std::integral_constant<int, 1>{});
  if (width == 2) return body(std::integral_constant<int, 2>{});
  body(std::integral_constant<int, 3>{});
}

bool is_well_conditioned(const Matrix& gram) {
  constexpr double safe = 1e-8;  // two projections in a row then reach round-off
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(gram, Eigen::EigenvaluesOnly);
  return eigen.eigenvalues()[0] > safe * eigen.eigenvalues()[gram.cols() - 1];
}

}  // namespace

ConstraintBlock::ConstraintBlock(std::vector<Index> rows, const SparseMatrix& momenta,
                                 const Vector& mass, const Vector& leak, double rank_cutoff)
    : rows_(std::move(rows)),
      inverse_mass_(mass.cwiseInverse()),
      strict_(unit_columns(momenta)),
      leaked_(unit_columns(leak.asDiagonal() * momenta)) {
  // independent rows of C, each of unit length in the mass metric
  const Vector root = mass.cwiseSqrt();
  const SparseMatrix kept = columns_of(leaked_, independent_columns(leaked_, rank_cutoff));
  const SparseMatrix scaled = unit_columns(root.cwiseInverse().asDiagonal() * kept);

  constexpr double sparse_enough = 0.3;
  const double size = static_cast<double>(scaled.rows()) * static_cast<double>(scaled.cols());
  if (scaled.cols() > 0 && static_cast<double>(scaled.nonZeros()) <= sparse_enough * size) {
    const Matrix gram = Matrix(SparseMatrix(scaled.transpose() * scaled));
    is_sparse_ = is_well_conditioned(gram);
    if (is_sparse_) gram_.compute(gram);
  }
  if (!is_sparse_) gram_.compute(Matrix::Identity(1, 1));  // a factor of nothing cannot be copied
  if (is_sparse_) {
    sparse_Z_ = root.asDiagonal() * scaled;
  } else {
    dense_Z_ = root.asDiagonal() * orthonormal(Matrix(scaled));
  }
}

SparseMatrix ConstraintBlock::basis() const {
  return is_sparse_ ? sparse_Z_ : SparseMatrix(dense_Z_.sparseView(0, 0));
}

void ConstraintBlock::products(const Positions& panel, Matrix& products) const {
  products.resize(rank(), panel.cols());
  if (!is_sparse_) {
    products.noalias() = dense_Z_.transpose() * panel;
    return;
  }
  with_width(panel.cols(),
             [&](auto width) { transposed_product<width>(sparse_Z_, panel, products); });
}

void ConstraintBlock::project(Positions& panel, Matrix& T) const {
  if (rank() == 0) return;
  products(panel, T);
  if (!is_sparse_) {
    // a few rows at a time, so that the product stays in the cache
    constexpr Index chunk = 256;
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, chunk, 3> change;
    for (Index i = 0; i < panel.rows(); i += chunk) {
      const Index count = std::min(chunk, panel.rows() - i);
      change.noalias() = dense_Z_.middleRows(i, count) * T;
      panel.middleRows(i, count) -= inverse_mass_.segment(i, count).asDiagonal() * change;
    }
    return;
  }
  gram_.solveInPlace(T);
  with_width(panel.cols(),
             [&](auto width) { subtract_product<width>(sparse_Z_, inverse_mass_, T, panel); });
}

}  // namespace descant
