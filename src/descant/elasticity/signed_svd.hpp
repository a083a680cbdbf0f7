// elasticity/signed_svd.hpp: the singular values of a small matrix, with the sign of inversion.
//
//   A = U diag(s) Vᵀ,   U and V rotations,   s₁ ≥ … ≥ |s_d|,  s_d < 0 where det A < 0
//
// One-sided Jacobi: rotations V make the columns of A V orthogonal; their lengths are s and their
// directions U. The last column of U is fixed by det U = 1, and brings the sign with it. Matrices
// without full rank get some U that is still a rotation.

#pragma once

#include <Eigen/Geometry>
#include <cmath>

#include "descant/core/types.hpp"

namespace descant {

/// U, V rotations and the signed singular values s, the only negative one last if any.
template <int d>
struct SignedSvd {
  Mat<d> U, V;
  Vec<d> s;

  /// The rotation nearest to A.
  Mat<d> rotation() const { return U * V.transpose(); }
};

namespace signed_svd_detail {

/// Makes columns p and q of B orthogonal by a rotation, also applied to V. False if they were.
template <int d>
bool rotate_columns(int p, int q, Mat<d>& B, Mat<d>& V) {
  const double alpha = B.col(p).squaredNorm(), beta = B.col(q).squaredNorm();
  const double gamma = B.col(p).dot(B.col(q));
  // cosines below 1e-15 are round-off; the negated comparison also stops at NaN
  if (!(gamma * gamma > 1e-30 * alpha * beta)) return false;
  const double zeta = (beta - alpha) / (2 * gamma);
  const double t = std::copysign(1.0, zeta) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
  const double c = 1 / std::sqrt(1 + t * t), s = c * t;
  for (Mat<d>* M : {&B, &V}) {
    const Vec<d> column = M->col(p);
    M->col(p) = c * column - s * M->col(q);
    M->col(q) = s * column + c * M->col(q);
  }
  return true;
}

/// Orders the columns of B by length, longest first, keeping V a rotation.
template <int d>
void sort_columns(Mat<d>& B, Mat<d>& V) {
  for (int last = d - 1; last > 0; --last) {
    for (int j = 0; j < last; ++j) {
      if (!(B.col(j).squaredNorm() < B.col(j + 1).squaredNorm())) continue;
      for (Mat<d>* M : {&B, &V}) {
        const Vec<d> column = M->col(j);
        M->col(j) = M->col(j + 1);
        M->col(j + 1) = -column;
      }
    }
  }
}

/// The rotation whose columns point along the orthogonal columns of B, but for the last one's sign.
template <int d>
Mat<d> directions(const Mat<d>& B, const Mat<d>& V) {
  const double tiny = 1e-150;  // whose square is not yet denormal
  const double longest = B.col(0).norm();
  if (!(longest > tiny)) return V;
  Mat<d> U;
  U.col(0) = B.col(0) / longest;
  if constexpr (d == 2) {
    U.col(1) << -U(1, 0), U(0, 0);
  } else {
    const Vec<d> second = B.col(1) - U.col(0) * U.col(0).dot(B.col(1));
    const double length = second.norm();
    // rank one: any direction across will do
    U.col(1) = length > tiny ? Vec<d>(second / length) : Vec<d>(U.col(0).unitOrthogonal());
    U.col(2) = U.col(0).cross(U.col(1));
  }
  return U;
}

}  // namespace signed_svd_detail

/// The signed singular value decomposition of A. Never fails; NaN in gives NaN out.
template <int d>
SignedSvd<d> signed_svd(const Mat<d>& A) {
  // three to five sweeps are usual, the bound is for matrices that are not finite
  constexpr int max_sweeps = 20;
  Mat<d> B = A, V = Mat<d>::Identity();
  bool rotated = true;
  for (int sweep = 0; rotated && sweep < max_sweeps; ++sweep) {
    rotated = false;
    for (int p = 0; p < d; ++p) {
      for (int q = p + 1; q < d; ++q) {
        rotated |= signed_svd_detail::rotate_columns<d>(p, q, B, V);
      }
    }
  }

  signed_svd_detail::sort_columns<d>(B, V);
  SignedSvd<d> result{signed_svd_detail::directions<d>(B, V), V, {}};
  for (int i = 0; i < d; ++i) result.s[i] = result.U.col(i).dot(B.col(i));
  return result;
}

}  // namespace descant
