// linalg/row_projection.cpp: Q and W, a few columns at a time, and two passes over x.

#include "descant/linalg/row_projection.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <array>

#include "descant/core/error.hpp"
#include "descant/linalg/row_kernels.hpp"

namespace descant {
namespace {

constexpr Index chunk = 64 * rows_of_tile;  ///< rows a task

/// Rows by tiles, the last filled up with zeros.
AlignedVector<double> tiled(const Positions& rows) {
  const Index num_tiles = (rows.rows() + rows_of_tile - 1) / rows_of_tile, k = rows.cols();
  AlignedVector<double> tiles(num_tiles * k * rows_of_tile, 0.0);
  for (Index i = 0; i < rows.rows(); ++i)
    for (Index c = 0; c < k; ++c)
      tiles[(i / rows_of_tile * k + c) * rows_of_tile + i % rows_of_tile] = rows(i, c);
  return tiles;
}

/// Calls body(first tile, their number, x at the first) for some rows: whole tiles in place, what
/// is left in a tile of its own.
template <class Body>
void for_tiles(RowBlock<double> x, Index begin, Index end, const Body& body) {
  const Index whole = (end - begin) / rows_of_tile, first = begin / rows_of_tile;
  const Index rest = (end - begin) % rows_of_tile * x.dim;
  body(first, whole, x.data + begin * x.dim);
  if (rest == 0) return;
  std::array<double, rows_of_tile * 3> last{};
  double* from = x.data + (begin + whole * rows_of_tile) * x.dim;
  std::copy_n(from, rest, last.begin());
  body(first + whole, 1, last.data());
  std::copy_n(last.begin(), rest, from);
}

}  // namespace

std::optional<RowProjection> RowProjection::make(
    const SparseMatrix& Z, FunctionRef<void(RowBlock<const double>, RowBlock<double>)> solve) {
  constexpr double least = 1e-6;  // of a column, that those before it have to leave
  const Index n = Z.rows(), k = Z.cols();
  if (k > n) return {};
  const Eigen::HouseholderQR<Matrix> qr{Matrix(Z)};
  for (Index j = 0; j < k; ++j)
    if (!(std::abs(qr.matrixQR()(j, j)) > least * Z.col(j).norm())) return {};
  const Positions Q = qr.householderQ() * Matrix::Identity(n, k);
  Positions W(n, k);
  for (Index j = 0; j < k; j += 3) {
    const int dim = static_cast<int>(std::min<Index>(3, k - j));
    solve({Q.data() + j, dim, k}, {W.data() + j, dim, k});
  }
  const Matrix S = Q.transpose() * W;
  if (!S.allFinite()) return {};

  RowProjection result;
  result.num_rows_ = n;
  result.num_columns_ = static_cast<int>(k);
  result.Q_ = tiled(Q);
  result.W_ = tiled(W);
  result.S_.compute(S);
  return result;
}

void RowProjection::apply(RowBlock<double> x, const Workers& workers) {
  expect_equal(x.stride, Index{x.dim}, "rows to project follow each other closely");
  const Index tile_size = num_columns_ * rows_of_tile, size = Index{num_columns_} * x.dim;
  partial_.assign((num_rows_ + chunk - 1) / chunk * size, 0.0);
  workers.for_ranges(num_rows_, chunk, [&](Index begin, Index end) {
    double* sum = partial_.data() + begin / chunk * size;
    for_tiles(x, begin, end, [&](Index tile, Index count, const double* rows) {
      add_transposed_tiles(num_columns_, x.dim, count, Q_.data() + tile * tile_size, rows, sum);
    });
  });

  Eigen::Map<Positions> sum(partial_.data(), num_columns_, x.dim);
  for (size_t k = size; k < partial_.size(); k += size)
    sum += Eigen::Map<const Positions>(partial_.data() + k, num_columns_, x.dim);
  mu_.noalias() = S_.solve(sum);
  sum = mu_;
  workers.for_ranges(num_rows_, chunk, [&](Index begin, Index end) {
    for_tiles(x, begin, end, [&](Index tile, Index count, double* rows) {
      subtract_tiles(num_columns_, x.dim, count, W_.data() + tile * tile_size, sum.data(), rows);
    });
  });
}

std::size_t RowProjection::memory_bytes() const {
  const size_t numbers = Q_.size() + W_.size() + partial_.size() + num_columns_ * num_columns_;
  return numbers * sizeof(double);
}

}  // namespace descant
