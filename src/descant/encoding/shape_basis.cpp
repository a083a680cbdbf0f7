// encoding/shape_basis.cpp: the principal directions of a stream of columns, in bounded memory.

#include "descant/encoding/shape_basis.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace descant {

namespace {
constexpr Index fresh_columns = 128;  // gathered between reductions
constexpr double cut_off = 1e-7;      // float32 cannot tell what is below it
}  // namespace

ShapeBasis::ShapeBasis(Index rows, Index most)
    : most_(std::max<Index>(most, 1)), block_(rows, most_ + fresh_columns) {}

void ShapeBasis::add(ConstVec column) {
  if (filled_ == block_.cols()) reduce();
  block_.col(filled_++) = column;
}

// Replaces the columns by their leading U Σ.
void ShapeBasis::reduce() {
  const auto columns = block_.leftCols(filled_);
  Matrix gram = Matrix::Zero(filled_, filled_);
  gram.selfadjointView<Eigen::Lower>().rankUpdate(columns.transpose());
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(gram);

  // eigenvalues rise; take those that count from the end
  const Vector sigma = eigen.eigenvalues().cwiseMax(0).cwiseSqrt();
  Index kept = 0;
  while (kept < std::min(most_, filled_) && sigma[filled_ - 1] > 0 &&
         sigma[filled_ - 1 - kept] > cut_off * sigma[filled_ - 1])
    ++kept;
  const Matrix leading = eigen.eigenvectors().rightCols(kept).rowwise().reverse();
  const Matrix reduced = columns * leading;
  block_.leftCols(kept) = reduced;
  sigma_ = sigma.tail(kept).reverse();
  filled_ = kept;
}

Matrix ShapeBasis::directions() {
  reduce();
  return block_.leftCols(filled_) * sigma_.cwiseInverse().asDiagonal();
}

}  // namespace descant
