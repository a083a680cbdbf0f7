// contract/rank.cpp: rank by pivoted QR, or by a look at the Gram matrix where that is enough.

#include "descant/contract/rank.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace descant {
namespace {

/// Scales every entry A(i, j) by row[i] column[j].
void scale(const Vector& row, const Vector& column, SparseMatrix& A) {
  for (Index j = 0; j < A.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(A, j); it; ++it) it.valueRef() *= row[it.row()] * column[j];
}

Vector row_lengths(const SparseMatrix& A) {
  Vector squared = Vector::Zero(A.rows());
  for (Index j = 0; j < A.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(A, j); it; ++it)
      squared[it.row()] += it.value() * it.value();
  return squared.cwiseSqrt();
}

Vector column_lengths(const SparseMatrix& A) {
  Vector lengths(A.cols());
  for (Index j = 0; j < A.cols(); ++j) lengths[j] = A.col(j).norm();
  return lengths;
}

/// True where the Gram matrix, whose eigenvalues are the squares of A's singular values, already
/// shows that no pivot of a QR could fall below the cut-off.
bool plainly_independent(const SparseMatrix& A, double cutoff) {
  if (A.cols() > A.rows()) return false;
  const double trusted = 1e-5;  // whose square is far above round-off
  const double least = std::max(cutoff, trusted);
  return is_well_conditioned(gram_matrix(A), least * least);
}

}  // namespace

SparseMatrix equilibrated(SparseMatrix A) {
  constexpr int num_rounds = 20;
  const auto inverse_or_one = [](double length) { return length > 0 ? 1 / length : 1; };
  for (int round = 0; round < num_rounds; ++round) {
    scale(row_lengths(A).unaryExpr(inverse_or_one), Vector::Ones(A.cols()), A);
    scale(Vector::Ones(A.rows()), column_lengths(A).unaryExpr(inverse_or_one), A);
  }
  return A;
}

Matrix gram_matrix(const SparseMatrix& A) {
  constexpr double sparse_enough = 0.3;
  const double size = static_cast<double>(A.rows()) * static_cast<double>(A.cols());
  if (static_cast<double>(A.nonZeros()) <= sparse_enough * size)
    return Matrix(SparseMatrix(A.transpose() * A));
  const Matrix dense(A);
  Matrix gram = Matrix::Zero(A.cols(), A.cols());
  gram.selfadjointView<Eigen::Lower>().rankUpdate(dense.transpose());
  return gram.selfadjointView<Eigen::Lower>();
}

bool is_well_conditioned(const Matrix& gram, double least) {
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(gram, Eigen::EigenvaluesOnly);
  return eigen.eigenvalues()[0] > least * eigen.eigenvalues()[gram.cols() - 1];
}

SparseMatrix unit_columns(const SparseMatrix& A) {
  std::vector<Index> kept;
  SparseMatrix scaled = A;
  for (Index j = 0; j < A.cols(); ++j) {
    double largest = 0;
    for (SparseMatrix::InnerIterator it(A, j); it; ++it)
      largest = std::max(largest, std::abs(it.value()));
    if (!(largest > 0)) continue;
    // twice, so that columns of denormal size come out with unit length too
    kept.push_back(j);
    for (SparseMatrix::InnerIterator it(scaled, j); it; ++it) it.valueRef() /= largest;
    const double length = scaled.col(j).norm();
    for (SparseMatrix::InnerIterator it(scaled, j); it; ++it) it.valueRef() /= length;
  }
  return columns_of(scaled, kept);
}

std::vector<Index> independent_columns(const SparseMatrix& A, double cutoff) {
  const Index width = std::min(A.rows(), A.cols());
  if (width == 0) return {};
  std::vector<Index> kept(A.cols());
  std::iota(kept.begin(), kept.end(), Index{0});
  if (plainly_independent(A, cutoff)) return kept;
  const SparseMatrix scaled = equilibrated(A);
  if (plainly_independent(scaled, cutoff)) return kept;

  const Eigen::ColPivHouseholderQR<Matrix> qr{Matrix(scaled)};
  const Vector pivots = qr.matrixR().diagonal().head(width).cwiseAbs();
  Index rank = 0;
  while (rank < width && pivots[rank] > cutoff * pivots[0]) ++rank;
  kept.resize(rank);
  for (Index k = 0; k < rank; ++k) kept[k] = qr.colsPermutation().indices()[k];
  return kept;
}

SparseMatrix columns_of(const SparseMatrix& A, const std::vector<Index>& columns) {
  SparseMatrix result(A.rows(), static_cast<Index>(columns.size()));
  Index size = 0;
  for (Index j : columns) size += A.col(j).nonZeros();
  result.reserve(size);
  for (size_t k = 0; k < columns.size(); ++k) {
    result.startVec(static_cast<Index>(k));
    for (SparseMatrix::InnerIterator it(A, columns[k]); it; ++it)
      result.insertBack(it.row(), static_cast<Index>(k)) = it.value();
  }
  result.finalize();
  return result;
}

Matrix orthonormal(const Matrix& A) {
  if (A.cols() == 0) return A;
  return Eigen::HouseholderQR<Matrix>(A).householderQ() * Matrix::Identity(A.rows(), A.cols());
}

}  // namespace descant
