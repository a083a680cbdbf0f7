// tests/elasticity/law_cases.hpp: every law in one list, and deformations to try them on.

#pragma once

#include <Eigen/Geometry>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "descant/elasticity/elasticity.hpp"
#include "descant/elasticity/law.hpp"

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

/// Seeded random numbers, rotations and deformations.
template <int d>
class Sampler {
 public:
  explicit Sampler(unsigned seed) : generator_(seed) {}

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator_);
  }

  Mat<d> matrix() {
    Mat<d> M;
    for (int i = 0; i < d * d; ++i) M.data()[i] = uniform(-1, 1);
    return M;
  }

  Mat<d> rotation() {
    if constexpr (d == 2) {
      return Eigen::Rotation2Dd(uniform(-3, 3)).toRotationMatrix();
    } else {
      Vec<4> q;
      for (double& x : q) x = std::normal_distribution<double>()(generator_);
      return Eigen::Quaterniond(q.normalized()).toRotationMatrix();
    }
  }

  /// U diag(s) Vᵀ with the first d of three values; the last of them is the one that may be ≤ 0.
  Mat<d> with_singular_values(double a, double b, double c) {
    Vec<d> s;
    if constexpr (d == 2) {
      s << a, c;
    } else {
      s << a, b, c;
    }
    return rotation() * s.asDiagonal() * rotation().transpose();
  }

 private:
  std::mt19937 generator_;
};

struct Deformation {
  const char* name;
  double a, b, c;  ///< signed singular values
};

/// Elements as they come: among them flattened and inverted ones, none near a crease.
inline std::vector<Deformation> deformations() {
  return {{"near rest", 1.1, 1.05, 0.9}, {"stretched", 2.0, 1.2, 0.5},    {"equal", 1.2, 1.2, 1.2},
          {"squashed", 0.5, 0.45, 0.4},  {"nearly flat", 1.4, 0.8, 0.15}, {"flat", 1.3, 0.7, 0.0},
          {"inverted", 1.4, 0.9, -0.5},  {"everted", 2.2, 1.9, -1.4}};
}

inline bool is_defined(bool needs_volume, const Deformation& deformation) {
  return !needs_volume || deformation.c > 0;
}

}  // namespace descant
