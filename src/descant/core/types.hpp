// core/types.hpp: the words every other file is written in.
//
//   d, n     space dimension (2 or 3), number of simulation vertices
//   dofs are interleaved:  u[d*i + a] is coordinate a of vertex i

#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace descant {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using SparseMatrix = Eigen::SparseMatrix<double>;  ///< compressed columns, int indices
using SparseRowMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;
using ConstVec = Eigen::Ref<const Vector>;

template <int d>
using Vec = Eigen::Matrix<double, d, 1>;
template <int d>
using Mat = Eigen::Matrix<double, d, d>;

/// One point a row (n×d), stored so that the rows laid end to end are the interleaved dofs.
using Positions = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One simplex a row: k+1 vertex numbers, 0-based, of a simplex of dimension k.
using Elements = Eigen::Matrix<int, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The interleaved dofs (dn) of n points in ℝᵈ.
inline Eigen::Map<const Vector> flat(const Positions& points) {
  return {points.data(), points.size()};
}

/// The points (n×d) whose interleaved dofs are `u`.
inline Eigen::Map<const Positions> rows_of(ConstVec u, int dim) {
  return {u.data(), u.size() / dim, dim};
}

}  // namespace descant
