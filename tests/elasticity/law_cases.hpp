// tests/elasticity/law_cases.hpp: every law in one list, and deformations to try them on.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "descant/elasticity/elasticity.hpp"
#include "descant/elasticity/law.hpp"
#include "support/deformations.hpp"

namespace descant {

inline constexpr Lame kLame{.mu = 1.3, .lambda = 2.1};

/// A law as plain functions of (F, F_r). Laws that cannot hold a pose ignore F_r.
template <int d>
struct LawCase {
  std::string name;
  LawKind kind;
  bool needs_volume = false;  ///< +∞ for J ≤ 0
  bool has_creases = false;   ///< not smooth where sᵢ + sⱼ = 0
  bool holds = false;
  std::function<double(const Mat<d>&, const Mat<d>&)> psi = nullptr;
  std::function<Mat<d>(const Mat<d>&, const Mat<d>&)> gradient = nullptr;
  std::function<Mat<d * d>(const Mat<d>&, const Mat<d>&)> hessian = nullptr;
  std::function<Mat<d * d>(const Mat<d>&, const Mat<d>&)> projected_hessian = nullptr;
};

/// Every law measured from rest, both volume terms of neohookean among them. Compiled once, in
/// law_cases_test.cpp.
template <int d>
std::vector<LawCase<d>> relaxed_laws(Lame lame = kLame);

/// The laws that can hold a pose.
template <int d>
std::vector<LawCase<d>> held_laws(Lame lame = kLame);

/// Linear elasticity's Hessian, ∂P(i,a)/∂F(j,b) = μ(δᵢⱼδ_ab + δᵢ_bδⱼ_a) + λδᵢ_aδⱼ_b.
template <int d>
Mat<d * d> linear_hessian(Lame lame);

/// The rotation nearest to A.
template <int d>
Mat<d> nearest_rotation(const Mat<d>& A);

inline bool is_defined(bool needs_volume, const Deformation& deformation) {
  return !needs_volume || deformation.c > 0;
}

}  // namespace descant
