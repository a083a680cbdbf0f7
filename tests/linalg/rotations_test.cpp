// tests/linalg/rotations_test.cpp: SIMD rotations are those of the signed decomposition.

#include "descant/linalg/rotations.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <vector>

#include "descant/linalg/aligned.hpp"
#include "descant/linalg/signed_svd.hpp"
#include "descant/linalg/simd.hpp"
#include "support/deformations.hpp"

namespace descant {
namespace {

template <int d>
std::vector<Mat<d>> rotations_of(const std::vector<Mat<d>>& matrices) {
  const Index num_blocks = (static_cast<Index>(matrices.size()) + 7) / 8;
  AlignedVector<double> A(8 * d * d * num_blocks, 1.0);
  const auto entry = [&](size_t i, int k) -> double& {
    return A[8 * (d * d * (i / 8) + k) + i % 8];
  };
  for (size_t i = 0; i < matrices.size(); ++i)
    for (int k = 0; k < d * d; ++k) entry(i, k) = matrices[i].data()[k];
  nearest_rotations<d>(num_blocks, A.data());
  std::vector<Mat<d>> result(matrices.size());
  for (size_t i = 0; i < matrices.size(); ++i)
    for (int k = 0; k < d * d; ++k) result[i].data()[k] = entry(i, k);
  return result;
}

/// The two smallest signed singular values cancel to this part of the largest: how well R is
/// defined.
template <int d>
double definiteness(const Mat<d>& A) {
  const Vec<d> s = signed_svd<d>(A).s;
  return (s[d - 2] + s[d - 1]) / s[0];
}

template <int d>
void expect_rotations(const std::vector<Mat<d>>& matrices) {
  for (const std::string& target : simd_names()) {
    SCOPED_TRACE(target);
    const SimdForTest simd(target);
    const std::vector<Mat<d>> rotations = rotations_of<d>(matrices);
    for (size_t i = 0; i < matrices.size(); ++i) {
      const Mat<d>&A = matrices[i], &R = rotations[i];
      EXPECT_LE((R.transpose() * R - Mat<d>::Identity()).norm(), 1e-14) << A;
      EXPECT_NEAR(R.determinant(), 1, 1e-14) << A;

      // the same rotation as far as A defines one, and as near as any where it does not
      const Mat<d> expected = signed_svd<d>(A).rotation();
      const double defined = definiteness<d>(A);
      if (defined > 1e-12) {
        EXPECT_LE((R - expected).norm(), 2e-14 / defined) << A;
      }
      if (defined > 1e-4) {
        EXPECT_LE((R - expected).norm(), 1e-10) << A;
      }
      const double scale = A.cwiseAbs().maxCoeff();
      EXPECT_NEAR(R.cwiseProduct(A / scale).sum(), expected.cwiseProduct(A / scale).sum(), 1e-14);
    }
  }
}

template <int d>
std::vector<Mat<d>> random_matrices() {
  Sampler<d> sample(21);
  std::vector<Mat<d>> all;
  for (int k = 0; k < 4000; ++k) all.push_back(sample.matrix());
  for (double size : {1e-15, 1e-8, 1e-3, 0.1, 0.5})
    for (int k = 0; k < 200; ++k) all.push_back(sample.rotation() + size * sample.matrix());
  return all;
}

template <int d>
std::vector<Mat<d>> special_matrices() {
  Sampler<d> sample(22);
  std::vector<Mat<d>> all;
  for (const Deformation& f : deformations())
    for (double scale : {1.0, 1e-9, 1e9, 1e-100, 1e100, 1e-28, 1e32})
      all.push_back(scale * sample.with_singular_values(f.a, f.b, f.c));
  const double tiny = 1e-18;
  for (const Vec<3>& s :
       {Vec<3>(1, 0, 0), Vec<3>(1, tiny, 0), Vec<3>(1, 1, 0), Vec<3>(1, tiny, -tiny),
        Vec<3>(1, 1e-8, 1e-16), Vec<3>(1, 1, -1), Vec<3>(1, 1 - 1e-15, -1 + 1e-15),
        Vec<3>(1, 0.5, -0.5), Vec<3>(1e6, 1, 1e-3)}) {
    all.push_back(sample.with_singular_values(s[0], s[1], s[2]));
    const Vec<d> diagonal = s.template head<d>();
    all.push_back(diagonal.asDiagonal());
    all.push_back(diagonal.reverse().asDiagonal());
  }
  // every distance from the crease
  for (double gap = 1; gap > 1e-16; gap /= 3) {
    all.push_back(sample.with_singular_values(1.3, 1, -1 + gap));
    all.push_back(sample.with_singular_values(1, gap, gap * gap));
    all.push_back(sample.with_singular_values(2, gap, -gap / 2));
  }
  return all;
}

TEST(Rotations, AgreeWithTheSignedDecomposition) {
  expect_rotations<2>(random_matrices<2>());
  expect_rotations<3>(random_matrices<3>());
}

TEST(Rotations, AreRotationsOfInvertedDegenerateHugeAndTinyMatrices) {
  expect_rotations<2>(special_matrices<2>());
  expect_rotations<3>(special_matrices<3>());
}

TEST(Rotations, OfZeroAreSomeRotation) {
  for (const std::string& target : simd_names()) {
    const SimdForTest simd(target);
    EXPECT_EQ(rotations_of<2>({Mat<2>::Zero()})[0], (Mat<2>::Identity()));
    EXPECT_EQ(rotations_of<3>({Mat<3>::Zero()})[0], (Mat<3>::Identity()));
  }
}

TEST(Rotations, NumbersThatAreNotFiniteStayInTheirLane) {
  for (double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    for (const std::string& target : simd_names()) {
      const SimdForTest simd(target);
      std::vector<Mat<3>> matrices(11, 2 * Mat<3>::Identity());
      matrices[3](1, 2) = bad;
      const std::vector<Mat<3>> rotations = rotations_of<3>(matrices);
      for (size_t i = 0; i < matrices.size(); ++i) {
        if (i == 3) continue;
        EXPECT_LE((rotations[i] - Mat<3>::Identity()).norm(), 1e-15);
      }
    }
  }
}

}  // namespace
}  // namespace descant
