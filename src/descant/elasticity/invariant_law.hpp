// elasticity/invariant_law.hpp: laws that see only the length and the volume of F.
//
//   Ψ = w(I) + v(J),   I = ‖F‖² (F₃₃ = 1 counted in the plane),   J = det F
//   ∂Ψ/∂F   = 2w' F + v' cof F
//   ∂²Ψ/∂F² = 2w' I + 4w'' f fᵀ + v'' c cᵀ + v' ∂²J/∂F²,   f = vec F,  c = vec cof F
//
// In singular values, with Jᵢ = ∂J/∂sᵢ and Jᵢⱼ = ∂²J/∂sᵢ∂sⱼ (the third value; 1 in the plane):
//   ∂²Ψ/∂sᵢ∂sⱼ = δᵢⱼ 2w' + 4w'' sᵢsⱼ + v'' JᵢJⱼ + v' Jᵢⱼ
//   twist, flip  2w' ± v' Jᵢⱼ

#pragma once

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "descant/elasticity/law.hpp"
#include "descant/elasticity/principal_curvature.hpp"

namespace descant {

/// w(I) + v(J) of an invariant law and their derivatives, at one F.
struct InvariantTerms {
  double psi = 0;           ///< w + v
  double dw = 0, dv = 0;    ///< w', v'
  double ddw = 0, ddv = 0;  ///< w'', v''
};

/// ∂J/∂F: the cofactors of F.
template <int d>
Mat<d> cofactors(const Mat<d>& F) {
  Mat<d> C;
  if constexpr (d == 2) {
    C << F(1, 1), -F(1, 0), -F(0, 1), F(0, 0);
  } else {
    C << F.col(1).cross(F.col(2)), F.col(2).cross(F.col(0)), F.col(0).cross(F.col(1));
  }
  return C;
}

/// ∂²J/∂vec(F)².
template <int d>
Mat<d * d> determinant_hessian(const Mat<d>& F) {
  Mat<d* d> H = Mat<d * d>::Zero();
  if constexpr (d == 2) {
    H(0, 3) = H(3, 0) = 1;
    H(1, 2) = H(2, 1) = -1;
  } else {
    // ∂(f₁×f₂)/∂f₁ = −[f₂]×, ∂(f₁×f₂)/∂f₂ = [f₁]×, and around
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      Mat<3> cross;
      cross << 0, -F(2, k), F(1, k), F(2, k), 0, -F(0, k), -F(1, k), F(0, k), 0;
      H.template block<3, 3>(3 * j, 3 * i) = cross;
      H.template block<3, 3>(3 * i, 3 * j) = -cross;
    }
  }
  return H;
}

/// The derivatives of a law given as `InvariantTerms terms(double I, double J)` of `Terms`.
template <int d, class Terms>
class InvariantLaw {
 public:
  explicit InvariantLaw(Terms terms) : terms_(terms) {}

  double psi(const Mat<d>& F) const { return terms_at(F).psi; }

  Mat<d> gradient(const Mat<d>& F) const { return response(F).gradient; }

  Response<d> response(const Mat<d>& F) const {
    const InvariantTerms t = terms_at(F);
    return {t.psi, 2 * t.dw * F + t.dv * cofactors<d>(F)};
  }

  Mat<d * d> hessian(const Mat<d>& F) const {
    const InvariantTerms t = terms_at(F);
    const Vec<d*d> f = vec<d>(F), c = vec<d>(cofactors<d>(F));
    Mat<d* d> H = t.dv * determinant_hessian<d>(F);
    H += 4 * t.ddw * f * f.transpose();
    H += t.ddv * c * c.transpose();
    H.diagonal().array() += 2 * t.dw;
    return H;
  }

  Mat<d * d> projected_hessian(const Mat<d>& F) const {
    const SignedSvd<d> svd = signed_svd<d>(F);
    return without_negative_modes<d>(hessian(F), svd, curvatures(terms_at(F), svd.s));
  }

 private:
  InvariantTerms terms_at(const Mat<d>& F) const {
    return terms_.terms(F.squaredNorm() + (3 - d), F.determinant());
  }

  static PrincipalCurvatures<d> curvatures(const InvariantTerms& t, const Vec<d>& s) {
    PrincipalCurvatures<d> c;
    Vec<d> dJ;
    c.scaling = 4 * t.ddw * s * s.transpose();
    constexpr auto pairs = axis_pairs<d>();
    for (int k = 0; k < num_pairs<d>; ++k) {
      const auto [i, j] = pairs[k];
      const double other = d == 2 ? 1 : s[3 - i - j];
      c.twist[k] = 2 * t.dw + t.dv * other;
      c.flip[k] = 2 * t.dw - t.dv * other;
      c.scaling(i, j) += t.dv * other;
      c.scaling(j, i) += t.dv * other;
      dJ[d == 2 ? 0 : 3 - i - j] = s[i] * s[j];
    }
    if constexpr (d == 2) dJ << s[1], s[0];
    c.scaling += t.ddv * dJ * dJ.transpose();
    c.scaling.diagonal().array() += 2 * t.dw;
    return c;
  }

  Terms terms_;
};

}  // namespace descant
