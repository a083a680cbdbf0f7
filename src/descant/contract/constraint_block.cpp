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
void transposed_product(const SparseMatrix& A, Panel panel, const Workers& workers,
                        Positions& products) {
  constexpr Index chunk = 4;
  using Row = Eigen::Matrix<double, 1, width>;
  const int *outer = A.outerIndexPtr(), *inner = A.innerIndexPtr();
  const auto term = [&, values = A.valuePtr()](int k) -> Row {
    return values[k] * Eigen::Map<const Row>(panel.data() + width * inner[k]);
  };
  workers.for_ranges(A.cols(), chunk, [&](Index j, Index end) {
    for (; j < end; ++j) {
      // four chains of additions, which do not wait for each other
      Row sums[4] = {Row::Zero(), Row::Zero(), Row::Zero(), Row::Zero()};
      int k = outer[j];
      for (; k + 3 < outer[j + 1]; k += 4)
        for (int chain = 0; chain < 4; ++chain) sums[chain] += term(k + chain);
      for (; k < outer[j + 1]; ++k) sums[0] += term(k);
      products.row(j) = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    }
  });
}

/// panel −= B products.
template <int width>
void subtract_product(const Eigen::SparseMatrix<double, Eigen::RowMajor>& B,
                      const Positions& products, const Workers& workers,
                      Eigen::Ref<Positions>& panel) {
  constexpr Index chunk = 512;
  using Row = Eigen::Matrix<double, 1, width>;
  workers.for_ranges(B.rows(), chunk, [&](Index i, Index end) {
    for (; i < end; ++i) {
      Row sum = Row::Zero();
      for (Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator it(B, i); it; ++it)
        sum += it.value() * Eigen::Map<const Row>(products.data() + width * it.col());
      Eigen::Map<Row>(panel.data() + width * i) -= sum;
    }
  });
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
    const Matrix gram = gram_matrix(scaled);
    is_sparse_ = is_well_conditioned(gram);
    if (is_sparse_) gram_.compute(gram);
  }
  if (!is_sparse_) gram_.compute(Matrix::Identity(1, 1));  // a factor of nothing cannot be copied
  if (is_sparse_) {
    sparse_Z_ = root.asDiagonal() * scaled;
    back_ = inverse_mass_.asDiagonal() * sparse_Z_;
  } else {
    dense_Z_ = root.asDiagonal() * orthonormal(Matrix(scaled));
  }
}

SparseMatrix ConstraintBlock::basis() const {
  return is_sparse_ ? sparse_Z_ : SparseMatrix(dense_Z_.sparseView(0, 0));
}

void column_products(const SparseMatrix& A, Panel panel, const Workers& workers,
                     Positions& products) {
  products.resize(A.cols(), panel.cols());
  with_width(panel.cols(),
             [&](auto width) { transposed_product<width>(A, panel, workers, products); });
}

void ConstraintBlock::products(Panel panel, const Workers& workers, Positions& products) const {
  if (is_sparse_) return column_products(sparse_Z_, panel, workers, products);
  products.resize(rank(), panel.cols());
  constexpr Index chunk = 4;  // columns of Z
  workers.for_ranges(rank(), chunk, [&](Index begin, Index end) {
    products.middleRows(begin, end - begin).noalias() =
        dense_Z_.middleCols(begin, end - begin).transpose() * panel;
  });
}

void ConstraintBlock::project(Eigen::Ref<Positions> panel, const Workers& workers,
                              Positions& T) const {
  if (rank() == 0) return;
  products(panel, workers, T);
  if (is_sparse_) {
    gram_.solveInPlace(T);
    with_width(panel.cols(),
               [&](auto width) { subtract_product<width>(back_, T, workers, panel); });
    return;
  }
  // a few rows at a time, so that the product stays in the cache
  constexpr Index chunk = 256;
  workers.for_ranges(panel.rows(), chunk, [&](Index begin, Index end) {
    const Index count = end - begin;
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, chunk, 3> change;
    change.noalias() = dense_Z_.middleRows(begin, count) * T;
    panel.middleRows(begin, count) -= inverse_mass_.segment(begin, count).asDiagonal() * change;
  });
}

}  // namespace descant
