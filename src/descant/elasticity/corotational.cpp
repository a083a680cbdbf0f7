// elasticity/corotational.cpp: the formulas of corotational.hpp.

#include "descant/elasticity/corotational.hpp"

#include <Eigen/Eigenvalues>

#include "descant/linalg/signed_svd.hpp"

namespace descant {
namespace {

/// G = Q F_r. Exactly F_r where F is: a pose that is held is free of force to the last bit.
template <int d>
Mat<d> turned(const Mat<d>& F, const Mat<d>& F_r) {
  if (F == F_r) return F_r;
  const Mat<d> A = F * F_r.transpose();
  return signed_svd<d>(A).rotation() * F_r;
}

}  // namespace

template <int d>
double Corotational<d>::psi(const Mat<d>& F, const Mat<d>& F_r) const {
  return response(F, F_r).psi;
}

template <int d>
Mat<d> Corotational<d>::gradient(const Mat<d>& F, const Mat<d>& F_r) const {
  return response(F, F_r).gradient;
}

template <int d>
Response<d> Corotational<d>::response(const Mat<d>& F, const Mat<d>& F_r) const {
  const Mat<d> G = turned<d>(F, F_r);
  const Mat<d> stretch = F - G;
  const double volume = G.cwiseProduct(stretch).sum();  // t − r, without their cancellation
  return {lame_.mu * stretch.squaredNorm() + lame_.lambda / 2 * volume * volume,
          2 * lame_.mu * stretch + lame_.lambda * volume * G};
}

template <int d>
Mat<d * d> Corotational<d>::hessian(const Mat<d>& F, const Mat<d>& F_r) const {
  const Modes m = modes(F, F_r);
  Mat<d* d> H = m.kappa * m.W * m.Lambda.asDiagonal() * m.W.transpose();
  H += lame_.lambda * m.g * m.g.transpose();
  H.diagonal().array() += 2 * lame_.mu;
  return H;
}

template <int d>
Mat<d * d> Corotational<d>::projected_hessian(const Mat<d>& F, const Mat<d>& F_r) const {
  const Modes m = modes(F, F_r);
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

template <int d>
typename Corotational<d>::Modes Corotational<d>::modes(const Mat<d>& F, const Mat<d>& F_r) const {
  const SignedSvd<d> svd = signed_svd<d>(Mat<d>(F * F_r.transpose()));
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
template <int d>
Vec<num_pairs<d>> Corotational<d>::capped(const Modes& m) const {
  Vec<num_pairs<d>> Lambda = m.Lambda;
  for (int k = 0; k < num_pairs<d>; ++k) {
    const double limit = 1e6 * 2 * lame_.mu / (-m.kappa * m.W.col(k).squaredNorm());
    if (limit < Lambda[k]) Lambda[k] = limit;
  }
  return Lambda;
}

template class Corotational<2>;
template class Corotational<3>;

}  // namespace descant
