// elasticity/linear.hpp: linear elasticity, for small rotations.
//
//   Ψ = μ‖ε‖² + λ/2 (tr ε)²,   ε = sym(F) − I

#pragma once

#include "descant/elasticity/law.hpp"

namespace descant {

template <int d>
class Linear {
 public:
  explicit Linear(Lame lame) : lame_(lame) {}

  double psi(const Mat<d>& F) const {
    const Mat<d> strain = strain_of(F);
    const double trace = strain.trace();
    return lame_.mu * strain.squaredNorm() + lame_.lambda / 2 * trace * trace;
  }

  Mat<d> gradient(const Mat<d>& F) const {
    const Mat<d> strain = strain_of(F);
    Mat<d> P = 2 * lame_.mu * strain;
    P.diagonal().array() += lame_.lambda * strain.trace();
    return P;
  }

  Mat<d * d> hessian(const Mat<d>&) const {
    // ∂P(i,a)/∂F(j,b) = μ δᵢⱼ δ_ab + μ δᵢ_b δⱼ_a + λ δᵢ_a δⱼ_b
    Mat<d* d> H = lame_.mu * Mat<d * d>::Identity();
    for (int i = 0; i < d; ++i) {
      for (int j = 0; j < d; ++j) {
        H(i + d * j, j + d * i) += lame_.mu;
        H(i + d * i, j + d * j) += lame_.lambda;
      }
    }
    return H;
  }

  /// The Hessian itself: its eigenvalues 0, 2μ and 2μ + dλ are never negative.
  Mat<d * d> projected_hessian(const Mat<d>& F) const { return hessian(F); }

 private:
  static Mat<d> strain_of(const Mat<d>& F) { return (F + F.transpose()) / 2 - Mat<d>::Identity(); }

  Lame lame_;
};

}  // namespace descant
