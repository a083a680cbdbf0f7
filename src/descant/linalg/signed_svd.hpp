// linalg/signed_svd.hpp: the singular values of a small matrix, with the sign of inversion.
//
//   A = U diag(s) Vᵀ,   U and V rotations,   s₁ ≥ … ≥ |s_d|,  s_d < 0 where det A < 0
//
// Matrices without full rank get some U that is still a rotation.

#pragma once

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

/// The signed singular value decomposition of A, d = 2 or 3. Never fails; NaN in gives NaN out.
template <int d>
SignedSvd<d> signed_svd(const Mat<d>& A);

extern template SignedSvd<2> signed_svd<2>(const Mat<2>& A);
extern template SignedSvd<3> signed_svd<3>(const Mat<3>& A);

}  // namespace descant
