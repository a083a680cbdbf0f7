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

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "descant/elasticity/law.hpp"
#include "descant/elasticity/principal_curvature.hpp"
#include "descant/elasticity/signed_svd.hpp"

namespace descant {

/// Every function takes the posed shape F_r to measure against; the rest shape unless given.
template <int d>
class Corotational {
 public:
  explicit Corotational(Lame lame) : lame_(lame) {}

  double psi(const Mat<d>& F, const Mat<d>& F_r = Mat<d>::Identity()) const {
    const Mat<d> G = turned(F, F_r);
    const Mat<d> stretch = F - G;
    const double volume = G.cwiseProduct(stretch).sum();  // t − r, without their cancellation
    return lame_.mu * stretch.squaredNorm() + lame_.lambda / 2 * volume * volume;
  }

  Mat<d> gradient(const Mat<d>& F, const Mat<d>& F_r = Mat<d>::Identity()) const {
    return response(F, F_r).gradient;
  }

  Response<d> response(const Mat<d>& F, const Mat<d>& F_r = Mat<d>::Identity()) const {
    const Mat<d> G = turned(F, F_r);
    const Mat<d> stretch = F - G;
    const double volume = G.cwiseProduct(stretch).sum();
    return {lame_.mu * stretch.squaredNorm() + lame_.lambda / 2 * volume * volume,
            2 * lame_.mu * stretch + lame_.lambda * volume * G};
  }

  Mat<d * d> hessian(const Mat<d>& F, const Mat<d>& F_r = Mat<d>::Identity()) const {
    const Modes m = modes(F, F_r);
    Mat<d* d> H = m.kappa * m.W * m.Lambda.asDiagonal() * m.W.transpose();
    H += lame_.lambda * m.g * m.g.transpose();
    H.diagonal().array() += 2 * lame_.mu;
    return H;
  }

  Mat<d * d> projected_hessian(const Mat<d>& F, const Mat<d>& F_r = Mat<d>::Identity()) const {
    Modes m = modes(F, F_r);
    const double floor = -2 * lame_.mu;  // the most that a mode may take from 2μ
    Mat<d* d> H = 2 * lame_.mu * Mat<d * d>::Identity();

    // the stretch of G: 2μ + λr, negative for large F_r and λ < 0 only
    const double r = m.g.squaredNorm();
    H += (lame_.lambda * r < floor ? floor / r : lame_.lambda) * m.g * m.g.transpose();

    // the twists
    if (m.kappa >= 0) return H + m.kappa * m.W * m.Lambda.asDiagonal() * m.W.transpose();
    const Twists Y = m.W * capped(m).cwiseSqrt().asDiagonal();
    const Mat<num_pairs<d>> YtY = Y.transpose() * Y;
    const Eigen::SelfAdjointEigenSolver<Mat<num_pairs<d>>> eigen(YtY);
    for (int k = 0; k < num_pairs<d>; ++k) {
      const Vec<d* d> mode = Y * eigen.eigenvectors().col(k);
      const double beta = mode.squaredNorm();
      H += (m.kappa * beta < floor ? floor / beta : m.kappa) * mode * mode.transpose();
    }
    return H;
  }

 private:
  using Twists = Eigen::Matrix<double, d * d, num_pairs<d>>;

  /// The pieces of the Hessian, named as at the top of this file.
  struct Modes {
    Twists W;
    Vec<num_pairs<d>> Lambda;
    Vec<d * d> g;
    double kappa;
  };

  /// G = Q F_r. Exactly F_r where F is: a pose that is held is free of force to the last bit.
  static Mat<d> turned(const Mat<d>& F, const Mat<d>& F_r) {
    if (F == F_r) return F_r;
    return signed_svd<d>(F * F_r.transpose()).rotation() * F_r;
  }

  Modes modes(const Mat<d>& F, const Mat<d>& F_r) const {
    const SignedSvd<d> svd = signed_svd<d>(F * F_r.transpose());
    const Mat<d> G = svd.rotation() * F_r;
    const double crease = 1e-12 * F_r.squaredNorm();
    Modes m;
    m.g = vec<d>(G);
    m.kappa = lame_.lambda * G.cwiseProduct(F - G).sum() - 2 * lame_.mu;
    constexpr auto pairs = axis_pairs<d>();
    for (int k = 0; k < num_pairs<d>; ++k) {
      const Vec<d* d> twist = pair_mode<d>(svd, pairs[k], -1);
      const Mat<d> TF_r = Eigen::Map<const Mat<d>>(twist.data()) * F_r;
      const double sum = svd.s[pairs[k].first] + svd.s[pairs[k].second];
      m.W.col(k) = vec<d>(TF_r);
      m.Lambda[k] = sum > crease ? 2 / sum : 0;
    }
    return m;
  }

  /// Λ, kept from drowning the small modes in the round-off of large ones. Only modes that are
  /// negative a million times over are shortened, and those end up at zero anyway.
  Vec<num_pairs<d>> capped(const Modes& m) const {
    Vec<num_pairs<d>> Lambda = m.Lambda;
    for (int k = 0; k < num_pairs<d>; ++k) {
      const double limit = 1e6 * 2 * lame_.mu / (-m.kappa * m.W.col(k).squaredNorm());
      if (limit < Lambda[k]) Lambda[k] = limit;
    }
    return Lambda;
  }

  Lame lame_;
};

/// The corotational law with λ = 0.
template <int d>
struct Arap : Corotational<d> {
  explicit Arap(Lame lame) : Corotational<d>({.mu = lame.mu, .lambda = 0}) {}
};

}  // namespace descant
