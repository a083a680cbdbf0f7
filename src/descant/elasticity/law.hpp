// elasticity/law.hpp: what one element stores, per unit of volume.
//
//   Ψ(F) [J/m³],  ∂Ψ/∂F (d×d, the first Piola-Kirchhoff stress),  ∂²Ψ/∂vec(F)² (d²×d²)
//
// vec(F) is column-major: entry r + d·c is F(r, c). In the plane (d = 2) every law is plane strain:
// the 3D law with F₃₃ = 1 and no shear out of the plane.

#pragma once

#include <concepts>

#include "descant/core/types.hpp"
#include "descant/elasticity/lame.hpp"

namespace descant {

/// An energy density, zero at rest. `hessian` is the second derivative itself, `projected_hessian`
/// the same with its negative eigenvalues set to zero.
template <class L, int d>
concept Law = requires(const L& law, const Mat<d>& F) {
  { law.psi(F) } -> std::convertible_to<double>;
  { law.gradient(F) } -> std::convertible_to<Mat<d>>;
  { law.hessian(F) } -> std::convertible_to<Mat<d * d>>;
  { law.projected_hessian(F) } -> std::convertible_to<Mat<d * d>>;
};

/// A law that can measure F against a posed shape F_r instead of the rest shape.
template <class L, int d>
concept HoldingLaw = Law<L, d> && requires(const L& law, const Mat<d>& F, const Mat<d>& F_r) {
  { law.psi(F, F_r) } -> std::convertible_to<double>;
  { law.gradient(F, F_r) } -> std::convertible_to<Mat<d>>;
  { law.hessian(F, F_r) } -> std::convertible_to<Mat<d * d>>;
  { law.projected_hessian(F, F_r) } -> std::convertible_to<Mat<d * d>>;
};

/// Ψ and ∂Ψ/∂F together, from laws that share work between them.
template <int d>
struct Response {
  double psi;
  Mat<d> gradient;
};

/// The columns of M on top of one another.
template <int d>
Vec<d * d> vec(const Mat<d>& M) {
  return Eigen::Map<const Vec<d * d>>(M.data());
}

}  // namespace descant
