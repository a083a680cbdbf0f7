// contract/constraint_block.cpp: builds the basis, sparse where it can be, and projects.

#include "descant/contract/constraint_block.hpp"

#include <type_traits>
#include <utility>

#include "descant/contract/rank.hpp"
#include "descant/contract/sparse_rank.hpp"

namespace descant {
namespace {

/// total(j, ·) = Σᵢ A(i, j) panel(i, ·): chunks of rows each by itself, then together.
template <int width>
void transposed_product(const SparseRowMatrix& A, Panel panel, const Workers& workers,
                        PanelProducts& products) {
  constexpr Index chunk = 1024;
  using Row = Eigen::Matrix<double, 1, width>;
  const Index size = A.cols() * width;
  products.partial.assign((A.rows() + chunk - 1) / chunk * size, 0.0);
  workers.for_ranges(A.rows(), chunk, [&](Index begin, Index end) {
    double* sum = products.partial.data() + begin / chunk * size;
    for (Index i = begin; i < end; ++i) {
      const Row row = Eigen::Map<const Row>(panel.data() + width * i);
      for (SparseRowMatrix::InnerIterator it(A, i); it; ++it)
        Eigen::Map<Row>(sum + width * it.col()) += it.value() * row;
    }
  });
  products.total.setZero();
  for (size_t k = 0; k < products.partial.size(); k += size)
    products.total += Eigen::Map<const Positions>(products.partial.data() + k, A.cols(), width);
}

/// panel −= M⁻¹ Z T.
template <int width>
void subtract_product(const SparseRowMatrix& Z, const Vector& inverse_mass, const Positions& T,
                      const Workers& workers, Eigen::Ref<Positions>& panel) {
  constexpr Index chunk = 512;
  using Row = Eigen::Matrix<double, 1, width>;
  workers.for_ranges(Z.rows(), chunk, [&](Index i, Index end) {
    for (; i < end; ++i) {
      Row sum = Row::Zero();
      for (SparseRowMatrix::InnerIterator it(Z, i); it; ++it)
        sum += it.value() * Eigen::Map<const Row>(T.data() + width * it.col());
      Eigen::Map<Row>(panel.data() + width * i) -= inverse_mass[i] * sum;
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

/// Few enough entries that a sparse matrix is the cheaper one.
bool is_sparse_enough(const SparseMatrix& A) {
  constexpr double sparse_enough = 0.3;
  const double size = static_cast<double>(A.rows()) * static_cast<double>(A.cols());
  return A.cols() > 0 && static_cast<double>(A.nonZeros()) <= sparse_enough * size;
}

}  // namespace

ConstraintBlock::ConstraintBlock(BlockRows at, const SparseMatrix& momenta, double rank_cutoff,
                                 RankMethod method)
    : rows_(std::move(at.rows)),
      inverse_mass_(at.mass.cwiseInverse()),
      strict_(unit_columns(momenta)),
      leaked_(unit_columns(at.leak.asDiagonal() * momenta)) {
  const SparseMatrix rows_of_C(leaked_);
  if (!is_sparse_enough(rows_of_C)) method = RankMethod::dense;

  // independent rows of C, each of unit length in the mass metric
  const Vector root = at.mass.cwiseSqrt();
  const SparseMatrix kept = columns_of(
      rows_of_C, method == RankMethod::sparse ? independent_sparse_columns(rows_of_C, rank_cutoff)
                                              : independent_columns(rows_of_C, rank_cutoff));
  const SparseMatrix scaled = unit_columns(root.cwiseInverse().asDiagonal() * kept);

  // Z = M^½ scaled where that is sparse and its Gram matrix can be inverted
  if (method == RankMethod::sparse) {
    const SparseBasis basis = well_conditioned_basis(scaled);
    keep_sparse(root.asDiagonal() * basis.columns, basis.gram);
  } else if (is_sparse_enough(scaled)) {
    const Matrix gram = gram_matrix(scaled);
    if (is_well_conditioned(gram, safe_to_invert)) keep_sparse(root.asDiagonal() * scaled, gram);
  }
  if (is_sparse_) return;
  gram_.compute(Matrix::Identity(1, 1));  // a factor of nothing cannot be copied
  dense_Z_ = root.asDiagonal() * orthonormal(Matrix(scaled));
}

void ConstraintBlock::keep_sparse(SparseRowMatrix Z, const Matrix& gram) {
  gram_.compute(gram);
  is_sparse_ = gram_.info() == Eigen::Success;
  if (is_sparse_) sparse_Z_ = std::move(Z);
}

ConstraintBlock ConstraintBlock::moved_by(Index offset) const {
  ConstraintBlock moved = *this;
  for (Index& row : moved.rows_) row += offset;
  return moved;
}

SparseMatrix ConstraintBlock::basis() const {
  return is_sparse_ ? SparseMatrix(sparse_Z_) : SparseMatrix(dense_Z_.sparseView(0, 0));
}

void column_products(const SparseRowMatrix& A, Panel panel, const Workers& workers,
                     PanelProducts& products) {
  products.total.resize(A.cols(), panel.cols());
  with_width(panel.cols(),
             [&](auto width) { transposed_product<width>(A, panel, workers, products); });
}

void ConstraintBlock::products(Panel panel, const Workers& workers, PanelProducts& products) const {
  if (is_sparse_) return column_products(sparse_Z_, panel, workers, products);
  products.total.resize(rank(), panel.cols());
  constexpr Index chunk = 4;  // columns of Z
  workers.for_ranges(rank(), chunk, [&](Index begin, Index end) {
    products.total.middleRows(begin, end - begin).noalias() =
        dense_Z_.middleCols(begin, end - begin).transpose() * panel;
  });
}

void ConstraintBlock::project(Eigen::Ref<Positions> panel, const Workers& workers,
                              PanelProducts& products) const {
  if (rank() == 0) return;
  this->products(panel, workers, products);
  Positions& T = products.total;
  if (is_sparse_) {
    gram_.solveInPlace(T);
    with_width(panel.cols(), [&](auto width) {
      subtract_product<width>(sparse_Z_, inverse_mass_, T, workers, panel);
    });
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
