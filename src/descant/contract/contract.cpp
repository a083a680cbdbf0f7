// contract/contract.cpp: builds C from J component by component, and reveals its rank.

#include "descant/contract/contract.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"

namespace descant {
namespace {

/// Columns that are not zero, each scaled to unit length.
Matrix unit_columns(const Matrix& A) {
  if (A.rows() == 0) return Matrix(0, 0);
  Matrix result(A.rows(), A.cols());
  Index kept = 0;
  for (Index j = 0; j < A.cols(); ++j) {
    // twice, so that columns of denormal size come out with unit length too
    const double largest = A.col(j).cwiseAbs().maxCoeff();
    if (largest > 0) result.col(kept++) = (A.col(j) / largest).normalized();
  }
  return result.leftCols(kept);
}

/// A with rows and columns scaled in turn until all are of about unit length.
Matrix equilibrated(Matrix A) {
  constexpr int num_rounds = 20;
  const auto inverse_or_one = [](double length) { return length > 0 ? 1 / length : 1; };
  for (int round = 0; round < num_rounds; ++round) {
    A.array().colwise() *= A.rowwise().norm().unaryExpr(inverse_or_one).array();
    A.array().rowwise() *= A.colwise().norm().unaryExpr(inverse_or_one).array();
  }
  return A;
}

/// The columns of A that do not depend on each other. They are told apart in the equilibrated
/// matrix: a vertex that only a faint weight reaches is small there as elsewhere, but not
/// negligible.
Matrix independent_columns(const Matrix& A, double cutoff) {
  const Index width = std::min(A.rows(), A.cols());
  if (width == 0) return Matrix(A.rows(), 0);
  const Eigen::ColPivHouseholderQR<Matrix> qr(equilibrated(A));
  const Vector pivots = qr.matrixR().diagonal().head(width).cwiseAbs();
  Index rank = 0;
  while (rank < width && pivots[rank] > cutoff * pivots[0]) ++rank;
  Matrix kept(A.rows(), rank);
  for (Index k = 0; k < rank; ++k) kept.col(k) = A.col(qr.colsPermutation().indices()[k]);
  return kept;
}

/// An orthonormal basis of the columns of A, which are independent.
Matrix orthonormal(const Matrix& A) {
  if (A.cols() == 0) return A;
  return Eigen::HouseholderQR<Matrix>(A).householderQ() * Matrix::Identity(A.rows(), A.cols());
}

/// The span of J on some rows, without columns that vanish there.
Matrix span_rows(const RigJacobian& J, const std::vector<Index>& rows) {
  Matrix span(rows.size(), J.is_split() ? J.scalar_span().cols() : J.general_span().cols());
  if (!J.is_split()) {
    for (size_t r = 0; r < rows.size(); ++r) span.row(r) = J.general_span().row(rows[r]);
    return span;
  }
  std::vector<Index> position(J.scalar_span().rows(), -1);
  for (size_t r = 0; r < rows.size(); ++r) position[rows[r]] = static_cast<Index>(r);
  span.setZero();
  for (Index j = 0; j < J.scalar_span().outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(J.scalar_span(), j); it; ++it)
      if (position[it.row()] >= 0) span(position[it.row()], j) = it.value();
  return span;
}

/// Orthonormal rigid motions of points about their mean, on some dofs (|dofs| × up to 3 or 6).
Matrix rigid_modes(const Positions& points, const std::vector<Index>& dofs) {
  const int d = static_cast<int>(points.cols());
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(d);
  for (Index dof : dofs)
    mean[dof % d] += points(dof / d, dof % d) * d / static_cast<double>(dofs.size());
  std::vector<std::pair<int, int>> planes{{0, 1}};
  if (d == 3) planes = {{0, 1}, {1, 2}, {2, 0}};
  Matrix modes = Matrix::Zero(dofs.size(), d + planes.size());
  for (size_t r = 0; r < dofs.size(); ++r) {
    const Index vertex = dofs[r] / d;
    const int a = static_cast<int>(dofs[r] % d);
    modes(r, a) = 1;
    for (size_t k = 0; k < planes.size(); ++k) {
      const auto [b, c] = planes[k];
      if (a == b) modes(r, d + k) = -(points(vertex, c) - mean[c]);
      if (a == c) modes(r, d + k) = points(vertex, b) - mean[b];
    }
  }
  return orthonormal(independent_columns(modes, 1e-12));
}

}  // namespace

Contract::Contract(const RigJacobian& J, const ContractSpace& space)
    : dim_(space.dim), is_split_(J.is_split()) {
  const Index n = space.mass.size();
  expect_equal(J.num_dofs(), dim_ * n, "J has a row for every dof");
  expect_equal(space.leak.size(), n, "the leak has an entry for every vertex");
  length_floor_ = 1e-9 * space.diagonal * std::sqrt(static_cast<double>(n));
  inverse_mass_.resize(dim_ * n);
  pinned_dofs_.assign(dim_ * n, false);

  // one row list per component: vertices where J splits, dofs where it does not
  const int num_components = 1 + *std::max_element(space.component.begin(), space.component.end());
  blocks_.resize(num_components);
  for (Index i = 0; i < n; ++i) {
    const bool is_pinned = !space.pinned.empty() && space.pinned[i];
    std::vector<Index>& rows = blocks_[space.component[i]].rows;
    if (is_pinned) blocks_[space.component[i]].is_pinned = true;
    if (is_split_ && !is_pinned) rows.push_back(i);
    for (int a = 0; a < dim_; ++a) {
      inverse_mass_[dim_ * i + a] = 1 / space.mass[i];
      pinned_dofs_[dim_ * i + a] = is_pinned;
      if (!is_split_ && !is_pinned) rows.push_back(dim_ * i + a);
    }
  }

  for (Block& block : blocks_) {
    // M J and D M J on this component's free rows
    const Matrix span = span_rows(J, block.rows);
    Vector mass(block.rows.size()), leak(block.rows.size());
    for (size_t r = 0; r < block.rows.size(); ++r) {
      const Index vertex = is_split_ ? block.rows[r] : block.rows[r] / dim_;
      mass[r] = space.mass[vertex];
      leak[r] = space.leak[vertex];
    }
    const Matrix momenta = mass.asDiagonal() * span;
    block.strict = unit_columns(momenta);
    block.leaked = unit_columns(leak.asDiagonal() * momenta);

    // reveal the rank, then a basis in the mass metric
    const Vector root = mass.cwiseSqrt();
    const Matrix rows = independent_columns(block.leaked, space.rank_cutoff);
    const Matrix scaled = unit_columns(root.cwiseInverse().asDiagonal() * rows);
    block.Z = root.asDiagonal() * orthonormal(scaled);

    const Index copies = is_split_ ? dim_ : 1;
    num_rows_ += copies * block.leaked.cols();
    rank_ += copies * block.Z.cols();
  }
}

SparseMatrix Contract::basis() const {
  const int copies = is_split_ ? dim_ : 1;
  std::vector<Eigen::Triplet<double>> entries;
  Index column = 0;
  for (const Block& block : blocks_)
    for (Index j = 0; j < block.Z.cols(); ++j)
      for (int a = 0; a < copies; ++a, ++column)
        for (size_t r = 0; r < block.rows.size(); ++r)
          entries.emplace_back(copies * block.rows[r] + a, column, block.Z(r, j));
  SparseMatrix Z(num_dofs(), rank_);
  Z.setFromTriplets(entries.begin(), entries.end());
  return Z;
}

Vector Contract::project(ConstVec u_c) const {
  Vector result = u_c;
  for (Index i = 0; i < result.size(); ++i)
    if (pinned_dofs_[i]) result[i] = 0;

  // twice: the second pass takes away the round-off of the first
  const int copies = is_split_ ? dim_ : 1;
  for (int pass = 0; pass < 2; ++pass)
    for (const Block& block : blocks_)
      for (int a = 0; a < copies; ++a) {
        Vector values(block.rows.size());
        for (Index r = 0; r < values.size(); ++r) values[r] = result[copies * block.rows[r] + a];
        const Vector correction = block.Z * (block.Z.transpose() * values);
        for (Index r = 0; r < values.size(); ++r) {
          const Index dof = copies * block.rows[r] + a;
          result[dof] -= inverse_mass_[dof] * correction[r];
        }
      }
  return result;
}

double Contract::worst_row(ConstVec u_c, Matrix Block::*rows) const {
  const int copies = is_split_ ? dim_ : 1;
  double worst = 0;
  for (const Block& block : blocks_)
    for (int a = 0; a < copies; ++a) {
      Vector values(block.rows.size());
      for (Index r = 0; r < values.size(); ++r) values[r] = u_c[copies * block.rows[r] + a];
      if ((block.*rows).cols() == 0) continue;
      const Vector products = (block.*rows).transpose() * values;
      worst = std::max(worst, products.cwiseAbs().maxCoeff());
    }
  return worst / std::max(u_c.norm(), length_floor_);
}

std::vector<int> Contract::loose_components(const Positions& points) const {
  const int copies = is_split_ ? dim_ : 1;
  std::vector<int> loose;
  for (size_t component = 0; component < blocks_.size(); ++component) {
    const Block& block = blocks_[component];
    if (block.is_pinned) continue;
    std::vector<Index> dofs;
    for (Index row : block.rows)
      for (int a = 0; a < copies; ++a) dofs.push_back(copies * row + a);

    const Matrix modes = rigid_modes(points, dofs);
    Matrix seen(copies * block.Z.cols(), modes.cols());
    for (Index m = 0; m < modes.cols(); ++m)
      for (int a = 0; a < copies; ++a) {
        const Eigen::Map<const Vector, 0, Eigen::InnerStride<>> values(
            modes.col(m).data() + a, block.rows.size(), Eigen::InnerStride<>(copies));
        seen.col(m).segment(a * block.Z.cols(), block.Z.cols()) = block.Z.transpose() * values;
      }
    if (seen.rows() < seen.cols()) {
      loose.push_back(static_cast<int>(component));
      continue;
    }
    const Vector sigma = Eigen::JacobiSVD<Matrix>(seen).singularValues();
    if (!(sigma[sigma.size() - 1] > 1e-8 * sigma[0])) loose.push_back(static_cast<int>(component));
  }
  return loose;
}

double Contract::residual(ConstVec u_c) const { return worst_row(u_c, &Block::leaked); }

double Contract::momentum(ConstVec u_c) const { return worst_row(u_c, &Block::strict); }

}  // namespace descant
