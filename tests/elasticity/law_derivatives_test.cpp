// tests/elasticity/law_derivatives_test.cpp: ∂Ψ/∂F and ∂²Ψ/∂F² against central differences.
//
// With moduli and F of order one and steps of 1e-5, truncation is about 1e-10 times the third
// derivative (up to some hundreds, near creases and for J = 0.15) and round-off about 1e-10.

#include <gtest/gtest.h>

#include "descant/elasticity/principal_curvature.hpp"
#include "elasticity/law_cases.hpp"

namespace descant {
namespace {

constexpr double kStep = 1e-5;

template <int d>
void expect_derivatives(const LawCase<d>& law, const Mat<d>& F, const Mat<d>& F_r) {
  Mat<d> gradient;
  Matrix hessian(d * d, d * d);
  for (int k = 0; k < d * d; ++k) {
    Mat<d> ahead = F, behind = F;
    ahead.data()[k] += kStep;
    behind.data()[k] -= kStep;
    gradient.data()[k] = (law.psi(ahead, F_r) - law.psi(behind, F_r)) / (2 * kStep);
    const Mat<d> column = (law.gradient(ahead, F_r) - law.gradient(behind, F_r)) / (2 * kStep);
    hessian.col(k) = vec<d>(column);
  }
  const Mat<d> P = law.gradient(F, F_r);
  const Mat<d* d> H = law.hessian(F, F_r);
  EXPECT_LE((P - gradient).norm(), 1e-8 * (1 + P.norm())) << "F =\n" << F << "\nF_r =\n" << F_r;
  EXPECT_LE((H - hessian).norm(), 1e-7 * (1 + H.norm())) << "F =\n" << F << "\nF_r =\n" << F_r;
  EXPECT_LE((H - H.transpose()).norm(), 1e-14 * H.norm());
}

template <int d>
void expect_derivatives_of_relaxed_laws() {
  for (const LawCase<d>& law : relaxed_laws<d>()) {
    Sampler<d> sample(21);
    for (const Deformation& f : deformations()) {
      if (!is_defined(law.needs_volume, f)) continue;
      SCOPED_TRACE(law.name + ", " + f.name + ", d = " + std::to_string(d));
      for (int k = 0; k < 5; ++k) {
        expect_derivatives<d>(law, sample.with_singular_values(f.a, f.b, f.c), Mat<d>::Identity());
      }
    }
    if (law.needs_volume || law.has_creases) continue;
    SCOPED_TRACE(law.name + ", rank one and zero");
    expect_derivatives<d>(law, sample.with_singular_values(1.2, 0, 0), Mat<d>::Identity());
    expect_derivatives<d>(law, Mat<d>::Zero(), Mat<d>::Identity());
  }
}

TEST(LawDerivatives, RelaxedLawsInThePlane) { expect_derivatives_of_relaxed_laws<2>(); }
TEST(LawDerivatives, RelaxedLawsInSpace) { expect_derivatives_of_relaxed_laws<3>(); }

/// The least sᵢ + sⱼ of F F_rᵀ over pairs that matter: near zero Ψ is not smooth.
template <int d>
double distance_from_crease(const Mat<d>& F, const Mat<d>& F_r) {
  const SignedSvd<d> svd = signed_svd<d>(F * F_r.transpose());
  double least = 1;
  for (const auto& pair : axis_pairs<d>()) {
    const Vec<d* d> twist = pair_mode<d>(svd, pair, -1);
    if ((Eigen::Map<const Mat<d>>(twist.data()) * F_r).norm() < 1e-8) continue;
    least = std::min(least, svd.s[pair.first] + svd.s[pair.second]);
  }
  return least;
}

template <int d>
void expect_derivatives_of_held_laws() {
  std::vector<Deformation> poses = deformations();
  poses.push_back({"rank one", 1.3, 0, 0});
  for (const LawCase<d>& law : held_laws<d>()) {
    Sampler<d> sample(22);
    for (const Deformation& pose : poses) {
      int tried = 0;
      for (int k = 0; k < 40; ++k) {
        const Deformation f = deformations()[k % deformations().size()];
        const Mat<d> F_r = sample.with_singular_values(pose.a, pose.b, pose.c);
        const Mat<d> F = sample.with_singular_values(f.a, f.b, f.c);
        if (distance_from_crease<d>(F, F_r) < 0.2) continue;
        SCOPED_TRACE(law.name + ", " + f.name + " against " + pose.name);
        expect_derivatives<d>(law, F, F_r);
        ++tried;
      }
      EXPECT_GE(tried, 4) << law.name << ", " << pose.name;
    }
    SCOPED_TRACE(law.name + ", a pose that is a point");
    expect_derivatives<d>(law, sample.matrix(), Mat<d>::Zero());
  }
}

TEST(LawDerivatives, HeldLawsInThePlane) { expect_derivatives_of_held_laws<2>(); }
TEST(LawDerivatives, HeldLawsInSpace) { expect_derivatives_of_held_laws<3>(); }

}  // namespace
}  // namespace descant
