// elasticity/corotational.hpp: the two laws that measure F against a turned shape.
//
//   corotational  Ψ = μ‖F − Q F_r‖² + λ/2 (⟨Q F_r, F⟩ − ‖F_r‖²)²
//   arap          Ψ = μ‖F − Q F_r‖²
//
// Q is the rotation nearest to F F_rᵀ, so that G = Q F_r is the turned F_r nearest to F. With
// F_r = I these are the usual laws, Q = R. With F F_rᵀ = U diag(s) Vᵀ (signed), t = ⟨G, F⟩ and
// r = ‖F_r‖²:
//
//   ∂Ψ/∂F   = 2μ(F − G) + λ(t − r) G
//   ∂²Ψ/∂F² = 2μI + κ WΛWᵀ + λ g gᵀ,   κ = λ(t − r) − 2μ,   g = vec G ⊥ W
//
// where the columns of W are vec(T F_r) for the twists T = U (eᵢeⱼᵀ − eⱼeᵢᵀ) Vᵀ/√2 of Q, and
// Λ = diag 2/(sᵢ + sⱼ). Its eigenvalues are 2μ + λr on g, 2μ + κβ on the span of W for each
// eigenvalue β of Λ^½ WᵀW Λ^½, and 2μ elsewhere. Where sᵢ + sⱼ vanishes Q is not unique and Ψ has
// a crease; the term is dropped there.

#pragma once

#include "descant/elasticity/law.hpp"
#include "descant/elasticity/principal_curvature.hpp"

namespace descant {

/// Every function takes the posed shape F_r to measure against; the rest shape unless given.
template <int d>
class Corotational {
 public:
  explicit Corotational(Lame lame) : lame_(lame) {}

  double psi(const Mat<d>& F, const Mat<d>& F_r = Mat<d>::Identity()) const;
  Mat<d> gradient(const Mat<d>& F, const Mat<d>& F_r = Mat<d>::Identity()) const;
  Response<d> response(const Mat<d>& F, const Mat<d>& F_r = Mat<d>::Identity()) const;
  Mat<d * d> hessian(const Mat<d>& F, const Mat<d>& F_r = Mat<d>::Identity()) const;
  Mat<d * d> projected_hessian(const Mat<d>& F, const Mat<d>& F_r = Mat<d>::Identity()) const;

 private:
  using Twists = Eigen::Matrix<double, d * d, num_pairs<d>>;

  /// The pieces of the Hessian, named as at the top of this file.
  struct Modes {
    Twists W;
    Vec<num_pairs<d>> Lambda;
    Vec<d * d> g;
    double kappa;
  };

  Modes modes(const Mat<d>& F, const Mat<d>& F_r) const;
  Vec<num_pairs<d>> capped(const Modes& m) const;

  Lame lame_;
};

extern template class Corotational<2>;
extern template class Corotational<3>;

/// The corotational law with λ = 0.
template <int d>
struct Arap : Corotational<d> {
  explicit Arap(Lame lame) : Corotational<d>({.mu = lame.mu, .lambda = 0}) {}
};

}  // namespace descant
