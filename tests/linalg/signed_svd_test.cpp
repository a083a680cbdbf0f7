// tests/linalg/signed_svd_test.cpp: rotations, order and sign for every kind of matrix.

#include "descant/linalg/signed_svd.hpp"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <limits>

#include "support/deformations.hpp"

namespace descant {
namespace {

template <int d>
void expect_decomposes(const Mat<d>& A) {
  const SignedSvd<d> svd = signed_svd<d>(A);
  const double scale = A.norm();

  // a few units in the last place of the largest entry
  EXPECT_LE((svd.U * svd.s.asDiagonal() * svd.V.transpose() - A).norm(), 1e-14 * scale);
  for (const Mat<d>& R : {svd.U, svd.V, svd.rotation()}) {
    EXPECT_LE((R.transpose() * R - Mat<d>::Identity()).norm(), 1e-14);
    EXPECT_NEAR(R.determinant(), 1, 1e-14);
  }
  for (int i = 0; i + 1 < d; ++i) EXPECT_GE(svd.s[i] + 1e-15 * scale, std::abs(svd.s[i + 1]));
  EXPECT_GE(svd.s[d - 1] * A.determinant(), -1e-15 * std::pow(scale, d + 1));

  // the lengths agree with an independent decomposition
  const Vec<d> expected = Eigen::JacobiSVD<Mat<d>>(A).singularValues();
  EXPECT_LE((svd.s.cwiseAbs() - expected).norm(), 1e-14 * scale);
}

template <int d>
void expect_decomposes_all() {
  Sampler<d> sample(11);
  for (int k = 0; k < 200; ++k) expect_decomposes<d>(sample.matrix());
  for (const Deformation& f : deformations()) {
    for (double scale : {1.0, 1e-9, 1e9, 1e-100}) {
      SCOPED_TRACE(f.name);
      expect_decomposes<d>(scale * sample.with_singular_values(f.a, f.b, f.c));
    }
  }
  const double tiny = 1e-18;
  for (const Vec<3>& s : {Vec<3>(0, 0, 0), Vec<3>(1, 0, 0), Vec<3>(1, tiny, 0), Vec<3>(1, 1, 0),
                          Vec<3>(1, tiny, -tiny), Vec<3>(1, 1e-8, 1e-16), Vec<3>(1, 1, -1),
                          Vec<3>(1, 1 - 1e-15, -1 + 1e-15)}) {
    SCOPED_TRACE(s.transpose());
    expect_decomposes<d>(sample.with_singular_values(s[0], s[1], s[2]));
    Vec<d> diagonal = s.template head<d>();
    expect_decomposes<d>(diagonal.asDiagonal());
    expect_decomposes<d>(diagonal.reverse().asDiagonal());
  }
}

TEST(SignedSvd, DecomposesEveryKindOfMatrix) {
  expect_decomposes_all<2>();
  expect_decomposes_all<3>();
}

TEST(SignedSvd, LeavesRestAndMirrorsExact) {
  EXPECT_EQ(signed_svd<3>(Mat<3>::Identity()).rotation(), (Mat<3>::Identity()));
  EXPECT_EQ(signed_svd<2>(Mat<2>::Zero()).rotation(), (Mat<2>::Identity()));
  const SignedSvd<3> mirror = signed_svd<3>(Vec<3>(1, 1, -0.5).asDiagonal());
  EXPECT_EQ(mirror.s, Vec<3>(1, 1, -0.5));
  EXPECT_EQ(mirror.rotation(), (Mat<3>::Identity()));
}

TEST(SignedSvd, NoRotationIsNearer) {
  Sampler<3> sample(12);
  for (const Deformation& f : deformations()) {
    const Mat<3> A = sample.with_singular_values(f.a, f.b, f.c);
    const double nearest = (A - signed_svd<3>(A).rotation()).norm();
    for (int k = 0; k < 200; ++k) EXPECT_GE((A - sample.rotation()).norm(), nearest - 1e-14);
  }
}

TEST(SignedSvd, EndsOnNumbersThatAreNotFinite) {
  Mat<3> A = Mat<3>::Identity();
  A(1, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(signed_svd<3>(A).s.allFinite());
  A(1, 2) = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(signed_svd<3>(A).s.allFinite());
}

}  // namespace
}  // namespace descant
