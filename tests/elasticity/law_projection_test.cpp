// tests/elasticity/law_projection_test.cpp: the projected Hessian is the exact one without its
// negative eigenvalues.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "elasticity/law_cases.hpp"

namespace descant {
namespace {

using EigenSystem = Eigen::SelfAdjointEigenSolver<Matrix>;

void expect_no_negative_eigenvalue(const Matrix& P) {
  ASSERT_TRUE(P.allFinite());
  EXPECT_LE((P - P.transpose()).norm(), 1e-14 * P.norm());
  const EigenSystem eigen(P);
  const double largest = eigen.eigenvalues()[P.rows() - 1];
  EXPECT_GE(eigen.eigenvalues()[0], -1e-9 * largest);
}

/// Returns whether the exact Hessian is PSD.
template <int d>
bool expect_projection(const LawCase<d>& law, const Mat<d>& F, const Mat<d>& F_r) {
  const Mat<d*d> H = law.hessian(F, F_r), P = law.projected_hessian(F, F_r);
  expect_no_negative_eigenvalue(P);
  const EigenSystem eigen(H);
  const Mat<d* d> expected = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).asDiagonal() *
                             eigen.eigenvectors().transpose();
  // round-off of two dense eigen-decompositions
  EXPECT_LE((P - expected).norm(), 1e-11 * H.norm());
  const bool is_psd = eigen.eigenvalues()[0] >= 0;
  if (is_psd) {
    EXPECT_LE((P - H).norm(), 1e-13 * H.norm());
  }
  return is_psd;
}

template <int d>
void expect_projections(const std::vector<LawCase<d>>& laws,
                        const std::vector<Deformation>& poses) {
  for (const LawCase<d>& law : laws) {
    Sampler<d> sample(31);
    int num_psd = 0, num_tried = 0;
    for (const Deformation& pose : poses) {
      for (const Deformation& f : deformations()) {
        if (!is_defined(law.needs_volume, f)) continue;
        SCOPED_TRACE(law.name + ", " + f.name + " against " + pose.name);
        for (int k = 0; k < 4; ++k, ++num_tried) {
          const Mat<d> F_r = law.holds ? sample.with_singular_values(pose.a, pose.b, pose.c)
                                       : Mat<d>(Mat<d>::Identity());
          num_psd += expect_projection<d>(law, sample.with_singular_values(f.a, f.b, f.c), F_r);
        }
      }
    }
    // both cases have been met (linear's eigenvalues are zero up to round-off, not negative)
    if (law.kind == LawKind::linear) continue;
    EXPECT_GT(num_psd, 0) << law.name;
    EXPECT_LT(num_psd, num_tried) << law.name;
  }
}

TEST(LawProjection, RelaxedLaws) {
  const std::vector<Deformation> rest{{"rest", 1, 1, 1}};
  expect_projections<2>(relaxed_laws<2>(), rest);
  expect_projections<3>(relaxed_laws<3>(), rest);
}

TEST(LawProjection, HeldLaws) {
  expect_projections<2>(held_laws<2>(), deformations());
  expect_projections<3>(held_laws<3>(), deformations());
}

TEST(LawProjection, MaterialsThatThinWhenPushed) {
  // λ < 0, ν = −0.3: the stretch of a large held shape softens too
  const Lame auxetic = lame_parameters(1.0, -0.3);
  ASSERT_LT(auxetic.lambda, 0);
  expect_projections<3>(held_laws<3>(auxetic), deformations());
  expect_projections<2>(relaxed_laws<2>(auxetic), {{"rest", 1, 1, 1}});
}

template <int d>
void expect_bounded_at_creases() {
  // sᵢ + sⱼ from smooth to exactly zero: exact curvature goes to −∞, projected stays
  for (const LawCase<d>& law : held_laws<d>()) {
    Sampler<d> sample(32);
    for (double gap : {1e-2, 1e-5, 1e-8, 1e-11, 1e-13, 1e-16, 0.0}) {
      SCOPED_TRACE(law.name + ", gap " + std::to_string(gap));
      const Mat<d> creased = sample.with_singular_values(d == 2 ? 0.7 : 1.3, 0.7, -0.7 + gap);
      const Mat<d> pose = sample.with_singular_values(1.3, 0.9, 0.6);
      for (const Mat<d>& F_r : {Mat<d>(Mat<d>::Identity()), pose}) {
        const Mat<d* d> P = law.projected_hessian(creased, F_r);
        expect_no_negative_eigenvalue(P);
        EXPECT_LE(P.norm(), 100);
        EXPECT_TRUE(law.hessian(creased, F_r).allFinite());
        EXPECT_TRUE(law.gradient(creased, F_r).allFinite());
      }
    }
    const Mat<d> zero = Mat<d>::Zero(), F = sample.matrix();
    for (const auto& [shape, pose] : {std::pair{zero, F}, {F, zero}, {zero, zero}}) {
      SCOPED_TRACE(law.name + ", points");
      expect_no_negative_eigenvalue(law.projected_hessian(shape, pose));
      EXPECT_TRUE(law.hessian(shape, pose).allFinite());
    }
  }
}

TEST(LawProjection, BoundedAtCreases) {
  expect_bounded_at_creases<2>();
  expect_bounded_at_creases<3>();
}

}  // namespace
}  // namespace descant
