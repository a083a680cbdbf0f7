// elasticity/stvk.hpp: the St. Venant-Kirchhoff law.
//
//   Ψ = μ‖E‖² + λ/2 (tr E)²,   E = ½(FᵀF − I)
//   ∂Ψ/∂F = F S,               S = 2μE + λ tr(E) I
//
// In singular values, with e = tr E = ½(Σ sᵢ² − d):
//   ∂²Ψ/∂sᵢ∂sⱼ = δᵢⱼ (μ(3sᵢ² − 1) + λe) + λ sᵢsⱼ
//   twist, flip  μ(sᵢ² ∓ sᵢsⱼ + sⱼ² − 1) + λe

#pragma once

#include "descant/elasticity/law.hpp"
#include "descant/elasticity/principal_curvature.hpp"

namespace descant {

template <int d>
class StVenantKirchhoff {
 public:
  explicit StVenantKirchhoff(Lame lame) : lame_(lame) {}

  double psi(const Mat<d>& F) const {
    const Mat<d> E = strain(F);
    const double trace = E.trace();
    return lame_.mu * E.squaredNorm() + lame_.lambda / 2 * trace * trace;
  }

  Mat<d> gradient(const Mat<d>& F) const { return F * stress(F); }

  Mat<d * d> hessian(const Mat<d>& F) const {
    // ∂P(i,a)/∂F(j,b) = δᵢⱼ S(a,b) + μ (F(i,b) F(j,a) + (FFᵀ)(i,j) δ_ab) + λ F(i,a) F(j,b)
    const Mat<d> S = stress(F), FFt = F * F.transpose();
    Mat<d* d> H = lame_.lambda * vec<d>(F) * vec<d>(F).transpose();
    for (int a = 0; a < d; ++a) {
      for (int b = 0; b < d; ++b) {
        auto block = H.template block<d, d>(d * a, d * b);
        block += lame_.mu * F.col(b) * F.col(a).transpose();
        block.diagonal().array() += S(a, b);
        if (a == b) block += lame_.mu * FFt;
      }
    }
    return H;
  }

  Mat<d * d> projected_hessian(const Mat<d>& F) const {
    const SignedSvd<d> svd = signed_svd<d>(F);
    return without_negative_modes<d>(hessian(F), svd, curvatures(svd.s));
  }

 private:
  static Mat<d> strain(const Mat<d>& F) { return (F.transpose() * F - Mat<d>::Identity()) / 2; }

  Mat<d> stress(const Mat<d>& F) const {
    const Mat<d> E = strain(F);
    Mat<d> S = 2 * lame_.mu * E;
    S.diagonal().array() += lame_.lambda * E.trace();
    return S;
  }

  PrincipalCurvatures<d> curvatures(const Vec<d>& s) const {
    const double e = (s.squaredNorm() - d) / 2;
    PrincipalCurvatures<d> c;
    c.scaling = lame_.lambda * s * s.transpose();
    c.scaling.diagonal().array() += lame_.mu * (3 * s.array().square() - 1) + lame_.lambda * e;
    constexpr auto pairs = axis_pairs<d>();
    for (int k = 0; k < num_pairs<d>; ++k) {
      const double a = s[pairs[k].first], b = s[pairs[k].second];
      c.twist[k] = lame_.mu * (a * a - a * b + b * b - 1) + lame_.lambda * e;
      c.flip[k] = lame_.mu * (a * a + a * b + b * b - 1) + lame_.lambda * e;
    }
    return c;
  }

  Lame lame_;
};

}  // namespace descant
