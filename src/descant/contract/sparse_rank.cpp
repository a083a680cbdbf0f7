// contract/sparse_rank.cpp: pivoted Gram matrices, and the residuals of the few columns they leave.

#include "descant/contract/sparse_rank.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>

#include "descant/contract/rank.hpp"

namespace descant {
namespace {

constexpr Index chunk = 1024;       // rows of residuals that are dense at a time
constexpr int num_refinements = 3;  // each leaves at most 1e-4 of the error

/// AᵀA, row by row of A.
Matrix sparse_gram(const SparseRowMatrix& A) {
  Matrix gram = Matrix::Zero(A.cols(), A.cols());
  for (Index i = 0; i < A.rows(); ++i)
    for (SparseRowMatrix::InnerIterator a(A, i); a; ++a) {
      double* column = gram.col(a.col()).data();
      for (SparseRowMatrix::InnerIterator b = a; b; ++b) column[b.col()] += a.value() * b.value();
    }
  gram.triangularView<Eigen::StrictlyUpper>() = gram.transpose();
  return gram;
}

/// Columns in an order that puts each as far as can be from those before it.
struct Pivoted {
  std::vector<Index> columns;
  Vector distances;  ///< from those before, descending
};

/// The order of columns A with this Gram matrix: that of its root, which is as wide and not as
/// long.
Pivoted pivoted(const Matrix& gram) {
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(gram);
  const Vector roots = eigen.eigenvalues().cwiseMax(0).cwiseSqrt();
  const Eigen::ColPivHouseholderQR<Matrix> qr{roots.asDiagonal() *
                                              eigen.eigenvectors().transpose()};
  const auto& order = qr.colsPermutation().indices();
  return {{order.begin(), order.end()}, qr.matrixR().diagonal().cwiseAbs()};
}

/// The first columns of a pivoting, down to a distance; ascending.
std::vector<Index> first_columns(const Pivoted& pivoting, double least) {
  std::vector<Index> first;
  for (size_t k = 0; k < pivoting.columns.size() && pivoting.distances[k] > least; ++k)
    first.push_back(pivoting.columns[k]);
  std::sort(first.begin(), first.end());
  return first;
}

std::vector<Index> others(const std::vector<Index>& columns, Index count) {
  std::vector<bool> is_taken(count, false);
  for (Index j : columns) is_taken[j] = true;
  std::vector<Index> rest;
  for (Index j = 0; j < count; ++j)
    if (!is_taken[j]) rest.push_back(j);
  return rest;
}

/// What some columns leave of others.
class Residual {
 public:
  Residual(const SparseMatrix& A, const std::vector<Index>& plain, const std::vector<Index>& faint)
      : A_P_(columns_of(A, plain)), A_F_(columns_of(A, faint)), plain_gram_(sparse_gram(A_P_)) {
    X_ = Matrix::Zero(A_P_.cols(), A_F_.cols());
    for (int k = 0; k <= num_refinements; ++k) {
      Matrix products = Matrix::Zero(A_P_.cols(), A_F_.cols());
      for (Index begin = 0; begin < A_P_.rows(); begin += chunk) {
        const Index count = std::min(chunk, A_P_.rows() - begin);
        products += A_P_.middleRows(begin, count).transpose() * rows(begin, count);
      }
      X_ += plain_gram_.solve(products);
    }
  }

  /// R on some rows.
  Matrix rows(Index begin, Index count) const {
    Matrix R = A_F_.middleRows(begin, count);
    R -= A_P_.middleRows(begin, count) * X_;
    return R;
  }

  /// RᵀR
  Matrix gram() const {
    Matrix sum = Matrix::Zero(A_F_.cols(), A_F_.cols());
    for (Index begin = 0; begin < A_F_.rows(); begin += chunk) {
      const Matrix R = rows(begin, std::min(chunk, A_F_.rows() - begin));
      sum.noalias() += R.transpose() * R;
    }
    return sum;
  }

  /// An orthonormal basis of R, orthogonal to the plain columns.
  Matrix basis() const {
    Matrix R = rows(0, A_F_.rows());
    // again at unit length: what was round-off of A has grown with the residual
    for (int pass = 0; pass < 2; ++pass) {
      R.colwise().normalize();
      R = orthonormal(R);
      R -= A_P_ * plain_gram_.solve(A_P_.transpose() * R);
    }
    return orthonormal(R);
  }

 private:
  SparseRowMatrix A_P_, A_F_;
  Eigen::LLT<Matrix> plain_gram_;
  Matrix X_;
};

/// [A B]
SparseMatrix beside(const SparseMatrix& A, const Matrix& B) {
  SparseMatrix result(A.rows(), A.cols() + B.cols());
  result.reserve(A.nonZeros() + B.size());
  for (Index j = 0; j < A.cols(); ++j) {
    result.startVec(j);
    for (SparseMatrix::InnerIterator it(A, j); it; ++it)
      result.insertBack(it.row(), j) = it.value();
  }
  for (Index j = 0; j < B.cols(); ++j) {
    result.startVec(A.cols() + j);
    for (Index i = 0; i < B.rows(); ++i) result.insertBack(i, A.cols() + j) = B(i, j);
  }
  result.finalize();
  return result;
}

}  // namespace

std::vector<Index> independent_sparse_columns(const SparseMatrix& A, double cutoff) {
  if (A.rows() == 0 || A.cols() == 0) return {};
  constexpr double trusted = 1e-5;  // whose square is far above round-off
  const double least = std::max(cutoff, trusted);
  if (is_well_conditioned(sparse_gram(A), least * least)) return others({}, A.cols());

  // the rank is a matter of C scaled by rows and columns
  const SparseMatrix scaled = equilibrated(A);
  const Pivoted pivoting = pivoted(sparse_gram(scaled));
  std::vector<Index> kept = first_columns(pivoting, least * pivoting.distances[0]);
  const std::vector<Index> faint = others(kept, A.cols());
  if (faint.empty() || cutoff >= trusted) return kept;

  const Pivoted left = pivoted(Residual(scaled, kept, faint).gram());
  for (Index k : first_columns(left, cutoff * pivoting.distances[0])) kept.push_back(faint[k]);
  std::sort(kept.begin(), kept.end());
  return kept;
}

SparseBasis well_conditioned_basis(const SparseMatrix& A) {
  if (A.cols() == 0) return {A, Matrix(0, 0)};
  const Matrix gram = sparse_gram(A);
  if (is_well_conditioned(gram, safe_to_invert)) return {A, gram};
  const Pivoted pivoting = pivoted(gram);
  for (double least = 1e-3;; least *= 3) {
    const std::vector<Index> plain = first_columns(pivoting, least * pivoting.distances[0]);
    const SparseMatrix kept = columns_of(A, plain);
    const bool is_last = 3 * least >= 1;  // beyond it no column would be left
    if (!is_last && !is_well_conditioned(sparse_gram(kept), safe_to_invert)) continue;
    const std::vector<Index> faint = others(plain, A.cols());
    const SparseMatrix basis = beside(kept, Residual(A, plain, faint).basis());
    return {basis, sparse_gram(basis)};
  }
}

}  // namespace descant
