// elasticity/principal_curvature.hpp: the eigen-system of an isotropic law's Hessian.
//
// With F = U diag(s) Vᵀ (signed) and Ψ a function of s, the Hessian acts on vec(F) in three ways:
//
//   scaling   U eᵢeᵢᵀ Vᵀ                  a d×d block  ∂²Ψ/∂sᵢ∂sⱼ
//   twist     U (eᵢeⱼᵀ − eⱼeᵢᵀ) Vᵀ/√2     eigenvalue (Ψᵢ + Ψⱼ)/(sᵢ + sⱼ),  Ψᵢ = ∂Ψ/∂sᵢ
//   flip      U (eᵢeⱼᵀ + eⱼeᵢᵀ) Vᵀ/√2     eigenvalue (Ψᵢ − Ψⱼ)/(sᵢ − sⱼ)
//
// (Smith, de Goes, Kim 2019.) Laws give the quotients in closed form: no division by zero.

#pragma once

#include <Eigen/Eigenvalues>
#include <array>
#include <utility>

#include "descant/core/types.hpp"
#include "descant/elasticity/law.hpp"
#include "descant/elasticity/signed_svd.hpp"

namespace descant {

template <int d>
inline constexpr int num_pairs = d*(d - 1) / 2;

/// The pairs i < j of axes, in the order of twists and flips.
template <int d>
constexpr std::array<std::pair<int, int>, num_pairs<d>> axis_pairs() {
  if constexpr (d == 2) {
    return {{{0, 1}}};
  } else {
    return {{{0, 1}, {0, 2}, {1, 2}}};
  }
}

/// Curvatures of Ψ [Pa] along the modes above.
template <int d>
struct PrincipalCurvatures {
  Mat<d> scaling;
  Vec<num_pairs<d>> twist, flip;  ///< in the order of `axis_pairs`
};

/// vec(U (eᵢeⱼᵀ + sign·eⱼeᵢᵀ) Vᵀ)/√2, of length one.
template <int d>
Vec<d * d> pair_mode(const SignedSvd<d>& svd, std::pair<int, int> axes, double sign) {
  const auto [i, j] = axes;
  const Mat<d> mode =
      svd.U.col(i) * svd.V.col(j).transpose() + sign * svd.U.col(j) * svd.V.col(i).transpose();
  return vec<d>(mode) * std::sqrt(0.5);
}

/// H with its negative eigenvalues raised to zero, where `curvatures` is the eigen-system of H.
template <int d>
Mat<d * d> without_negative_modes(Mat<d * d> H, const SignedSvd<d>& svd,
                                  const PrincipalCurvatures<d>& curvatures) {
  const auto raise = [&H](double eigenvalue, const Vec<d * d>& mode) {
    H.noalias() -= eigenvalue * mode * mode.transpose();
  };

  // twists and flips
  constexpr auto pairs = axis_pairs<d>();
  for (int k = 0; k < num_pairs<d>; ++k) {
    if (curvatures.twist[k] < 0) raise(curvatures.twist[k], pair_mode<d>(svd, pairs[k], -1));
    if (curvatures.flip[k] < 0) raise(curvatures.flip[k], pair_mode<d>(svd, pairs[k], 1));
  }

  // scalings, which mix among themselves
  const Eigen::SelfAdjointEigenSolver<Mat<d>> eigen(curvatures.scaling);
  for (int k = 0; k < d; ++k) {
    if (!(eigen.eigenvalues()[k] < 0)) continue;
    const Mat<d> mode = svd.U * eigen.eigenvectors().col(k).asDiagonal() * svd.V.transpose();
    raise(eigen.eigenvalues()[k], vec<d>(mode));
  }
  return H;
}

}  // namespace descant
