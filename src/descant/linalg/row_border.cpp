// linalg/row_border.cpp: W, a few columns at a time, and S.

#include "descant/linalg/row_border.hpp"

#include <algorithm>

#include "descant/linalg/row_kernels.hpp"
#include "descant/linalg/schur_complement.hpp"

namespace descant {

Index RowBorder::sum_size() const { return Index{num_columns} * row_width; }

void RowBorder::add_products(Index begin, Index end, const double* b, double* sum) const {
  add_transposed_rows(num_columns, end - begin, W.data() + begin * num_columns, b, sum);
}

void RowBorder::solve(double* sum) const {
  Eigen::Map<Positions> rows(sum, num_columns, row_width);
  S.solveInPlace(rows);
}

void RowBorder::subtract(Index begin, Index end, const double* mu, const double* x,
                         double* y) const {
  subtract_rows(num_columns, end - begin, W.data() + begin * num_columns, mu, x, y);
}

Index RowBorder::memory_bytes() const {
  return static_cast<Index>(sizeof(double)) * (static_cast<Index>(W.size()) + S.matrixLLT().size());
}

std::optional<RowBorder> row_border(
    const SparseMatrix& Z, const std::vector<int>& order,
    FunctionRef<void(RowBlock<const double>, RowBlock<double>)> solve) {
  const Positions dense(Z);
  Positions W(Z.rows(), Z.cols());
  for (Index j = 0; j < Z.cols(); j += 3) {
    const int dim = static_cast<int>(std::min<Index>(3, Z.cols() - j));
    solve({dense.data() + j, dim, Z.cols()}, {W.data() + j, dim, Z.cols()});
  }
  RowBorder border{.num_columns = static_cast<int>(Z.cols())};
  const Matrix S = Z.transpose() * W;
  if (!S.allFinite() || !factor_schur_complement((S + S.transpose()) / 2, border.S)) return {};
  border.W.reserve(W.size());
  for (int row : order) border.W.insert(border.W.end(), W.row(row).begin(), W.row(row).end());
  return border;
}

}  // namespace descant
