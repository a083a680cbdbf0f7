// tests/elasticity/law_test.cpp: what every law must satisfy, whatever its formula.

#include "descant/elasticity/law.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "elasticity/law_cases.hpp"

namespace descant {
namespace {

template <int d>
void expect_rest() {
  const Mat<d> I = Mat<d>::Identity();
  for (const LawCase<d>& law : relaxed_laws<d>()) {
    SCOPED_TRACE(law.name + ", d = " + std::to_string(d));
    const Lame lame{kLame.mu, law.kind == LawKind::arap ? 0 : kLame.lambda};
    EXPECT_EQ(law.psi(I, I), 0);
    EXPECT_LE(law.gradient(I, I).norm(), 1e-15);
    EXPECT_LE((law.hessian(I, I) - linear_hessian<d>(lame)).norm(), 1e-14);
    EXPECT_LE((law.projected_hessian(I, I) - linear_hessian<d>(lame)).norm(), 1e-14);
  }
}

TEST(Law, RestIsFreeOfStressAndLinear) {
  expect_rest<2>();
  expect_rest<3>();
}

template <int d>
void expect_rotation_invariance() {
  std::vector<LawCase<d>> laws = relaxed_laws<d>();
  for (const LawCase<d>& law : held_laws<d>()) laws.push_back(law);
  for (const LawCase<d>& law : laws) {
    if (law.kind == LawKind::linear) continue;
    Sampler<d> sample(41);
    for (const Deformation& f : deformations()) {
      if (!is_defined(law.needs_volume, f)) continue;
      SCOPED_TRACE(law.name + ", " + f.name);
      const Mat<d> F = sample.with_singular_values(f.a, f.b, f.c), Q = sample.rotation();
      const Mat<d> F_r = sample.with_singular_values(1.3, 0.8, -0.4), QF = Q * F, QF_r = Q * F_r;
      const Mat<d> P = law.gradient(F, F_r);
      const double psi = law.psi(F, F_r);
      EXPECT_NEAR(law.psi(QF, F_r), psi, 1e-13 * (1 + psi));
      EXPECT_LE((law.gradient(QF, F_r) - Q * P).norm(), 1e-12 * (1 + P.norm()));
      EXPECT_NEAR(law.psi(F, QF_r), psi, 1e-13 * (1 + psi));
      // isotropy
      const Mat<d> FQ = F * Q, F_rQ = F_r * Q;
      EXPECT_NEAR(law.psi(FQ, F_rQ), psi, 1e-13 * (1 + psi));
    }
  }
}

TEST(Law, TurningCostsNothing) {
  expect_rotation_invariance<2>();
  expect_rotation_invariance<3>();
}

TEST(Law, DifferentLawsDiffer) {
  // at a finite stretch every law has an energy of its own
  const Mat<3> F = Vec<3>(1.6, 0.9, 0.9).asDiagonal();
  const auto laws = relaxed_laws<3>();
  for (size_t i = 0; i < laws.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (laws[i].kind == LawKind::corotational && laws[j].kind == LawKind::linear) continue;
      EXPECT_GT(std::abs(laws[i].psi(F, F) - laws[j].psi(F, F)), 1e-3)
          << laws[i].name << ", " << laws[j].name;
    }
  }
}

/// The law of that name in the list of relaxed laws.
template <int d>
LawCase<d> law_named(const std::string& name) {
  for (const LawCase<d>& law : relaxed_laws<d>()) {
    if (law.name == name) return law;
  }
  throw std::out_of_range(name);
}

TEST(Law, ValuesByHand) {
  // F = diag(2, 1, 1), μ = 1.3, λ = 2.1
  const Mat<3> F = Vec<3>(2, 1, 1).asDiagonal();
  const double mu = kLame.mu, lambda = kLame.lambda, log2 = std::log(2.0);
  const double m = 4 * mu / 3, l = lambda + 5 * mu / 6, alpha = 1 + m / l - m / (4 * l);
  const auto stable = [&](double I, double J) {
    return m / 2 * (I - 3) + l / 2 * (J - alpha) * (J - alpha) - m / 2 * std::log(I + 1);
  };
  const std::vector<std::pair<std::string, double>> expected{
      {"linear", mu + lambda / 2},
      {"corotational", mu + lambda / 2},
      {"arap", mu},
      {"stvk", (mu + lambda / 2) * 2.25},
      {"neohookean log", 1.5 * mu - mu * log2 + lambda / 2 * log2 * log2},
      {"neohookean quadratic", 1.5 * mu - mu * log2 + lambda / 2},
      {"stable-neohookean", stable(6, 2) - stable(3, 1)}};
  for (const auto& [name, psi] : expected) {
    EXPECT_NEAR(law_named<3>(name).psi(F, F), psi, 1e-14) << name;
  }
}

TEST(Law, NeoHookeanIsInfiniteFromFlatOn) {
  for (const char* name : {"neohookean log", "neohookean quadratic"}) {
    for (double last : {0.0, -1e-300, -1.0}) {
      const Mat<3> F = Vec<3>(1, 1, last).asDiagonal();
      EXPECT_EQ(law_named<3>(name).psi(F, F), std::numeric_limits<double>::infinity());
    }
  }
}

template <int d>
void expect_hold_contains_relax() {
  Sampler<d> sample(42);
  const auto held = held_laws<d>();
  const std::vector<LawCase<d>> relaxed{relaxed_laws<d>()[1], relaxed_laws<d>()[2]};
  const Mat<d> I = Mat<d>::Identity();
  for (size_t k = 0; k < held.size(); ++k) {
    ASSERT_EQ(held[k].kind, relaxed[k].kind);
    for (const Deformation& f : deformations()) {
      SCOPED_TRACE(held[k].name + ", " + f.name);
      // F_r = I is the usual law, here written out with R
      const Mat<d> F = sample.with_singular_values(f.a, f.b, f.c);
      const Mat<d> R = nearest_rotation<d>(F);
      const double trace = (R.transpose() * F).trace() - d;
      const double lambda = held[k].kind == LawKind::arap ? 0 : kLame.lambda;
      const double psi = kLame.mu * (F - R).squaredNorm() + lambda / 2 * trace * trace;
      EXPECT_NEAR(held[k].psi(F, I), psi, 1e-13 * (1 + psi));
      EXPECT_EQ(held[k].psi(F, I), relaxed[k].psi(F, I));
      EXPECT_EQ(held[k].gradient(F, I), relaxed[k].gradient(F, I));

      // the pose itself stores nothing and pushes nowhere, to the last bit; nor does a turned one
      EXPECT_EQ(held[k].psi(F, F), 0);
      EXPECT_EQ(held[k].gradient(F, F), (Mat<d>::Zero()));
      const Mat<d> turned = sample.rotation() * F;
      EXPECT_LE(held[k].psi(turned, F), 1e-28);
      EXPECT_LE(held[k].gradient(turned, F).norm(), 1e-13);
    }
  }
}

TEST(Law, HoldAtRestIsTheUsualLaw) {
  expect_hold_contains_relax<2>();
  expect_hold_contains_relax<3>();
}

/// F in the plane as a deformation of space.
Mat<3> in_space(const Mat<2>& F) {
  Mat<3> result = Mat<3>::Identity();
  result.topLeftCorner<2, 2>() = F;
  return result;
}

TEST(Law, ThePlaneIsPlaneStrain) {
  const auto plane = relaxed_laws<2>();
  const auto space = relaxed_laws<3>();
  const int entry[4] = {0, 1, 3, 4};  // of vec(F) in space
  for (size_t k = 0; k < plane.size(); ++k) {
    Sampler<2> sample(43);
    for (const Deformation& f : deformations()) {
      if (!is_defined(plane[k].needs_volume, f)) continue;
      // beyond this the nearest rotation of space leaves the plane; ours may not
      if (plane[k].has_creases && f.c < -1) continue;
      SCOPED_TRACE(plane[k].name + ", " + f.name);
      const Mat<2> F = sample.with_singular_values(f.a, f.b, f.c);
      const Mat<3> S = in_space(F);
      const double psi = space[k].psi(S, S);
      EXPECT_NEAR(plane[k].psi(F, F), psi, 1e-13 * (1 + psi));
      EXPECT_LE((plane[k].gradient(F, F) - space[k].gradient(S, S).topLeftCorner<2, 2>()).norm(),
                1e-12);
      const Mat<4> H = plane[k].hessian(F, F);
      const Mat<9> H_space = space[k].hessian(S, S);
      for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
          EXPECT_NEAR(H(i, j), H_space(entry[i], entry[j]), 1e-12 * H_space.norm());
        }
      }
    }
  }
}

TEST(Law, ThePlaneTurnsOnlyInThePlane) {
  // the least over all planar rotations, sampled; Ψ is flat there to second order
  Sampler<2> sample(44);
  const LawCase<2> arap = law_named<2>("arap");
  for (const Deformation& f : deformations()) {
    const Mat<2> F = sample.with_singular_values(f.a, f.b, f.c);
    double least = 1e9;
    for (int k = 0; k < 20000; ++k) {
      const Mat<2> R = Eigen::Rotation2Dd(k * EIGEN_PI / 10000).toRotationMatrix();
      least = std::min(least, kLame.mu * (F - R).squaredNorm());
    }
    EXPECT_NEAR(arap.psi(F, F), least, 1e-6) << f.name;
    EXPECT_LE(arap.psi(F, F), least + 1e-14) << f.name;
  }
}

}  // namespace
}  // namespace descant
