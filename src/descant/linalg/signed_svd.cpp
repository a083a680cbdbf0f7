// linalg/signed_svd.cpp: signed singular values by one-sided Jacobi.
//
// Rotations V make the columns of B = A V orthogonal; their lengths are s and their directions U.
// The last column of U is fixed by det U = 1, and brings the sign with it.

#include "descant/linalg/signed_svd.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace descant {
namespace {

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

}  // namespace

template <int d>
SignedSvd<d> signed_svd(const Mat<d>& A) {
  // squares of numbers beyond these would underflow or overflow
  const double size = A.cwiseAbs().maxCoeff();
  const double scale = size > 0 && (size < 1e-50 || size > 1e50) ? size : 1;
  Mat<d> B = A / scale, V = Mat<d>::Identity();

  // three to five sweeps are usual, the bound is for matrices that are not finite
  constexpr int max_sweeps = 20;
  bool rotated = true;
  for (int sweep = 0; rotated && sweep < max_sweeps; ++sweep) {
    rotated = false;
    for (int p = 0; p < d; ++p) {
      for (int q = p + 1; q < d; ++q) {
        rotated |= rotate_columns<d>(p, q, B, V);
      }
    }
  }

  sort_columns<d>(B, V);
  SignedSvd<d> result{directions<d>(B, V), V, {}};
  for (int i = 0; i < d; ++i) result.s[i] = scale * result.U.col(i).dot(B.col(i));
  return result;
}

template SignedSvd<2> signed_svd<2>(const Mat<2>& A);
template SignedSvd<3> signed_svd<3>(const Mat<3>& A);

}  // namespace descant
