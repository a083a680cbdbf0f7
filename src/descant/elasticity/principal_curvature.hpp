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

#include <array>
#include <utility>

#include "descant/core/types.hpp"
#include "descant/elasticity/law.hpp"
#include "descant/linalg/signed_svd.hpp"

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
Vec<d * d> pair_mode(const SignedSvd<d>& svd, std::pair<int, int> axes, double sign);

/// H with its negative eigenvalues raised to zero, where `curvatures` is the eigen-system of H.
/// Without any, H itself.
template <int d>
Mat<d * d> without_negative_modes(const Mat<d * d>& H, const SignedSvd<d>& svd,
                                  const PrincipalCurvatures<d>& curvatures);

extern template Vec<4> pair_mode<2>(const SignedSvd<2>&, std::pair<int, int>, double);
extern template Vec<9> pair_mode<3>(const SignedSvd<3>&, std::pair<int, int>, double);
extern template Mat<4> without_negative_modes<2>(const Mat<4>&, const SignedSvd<2>&,
                                                 const PrincipalCurvatures<2>&);
extern template Mat<9> without_negative_modes<3>(const Mat<9>&, const SignedSvd<3>&,
                                                 const PrincipalCurvatures<3>&);

}  // namespace descant
