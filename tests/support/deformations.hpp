// support/deformations.hpp: small matrices to try laws and rotations on.

#pragma once

#include <Eigen/Geometry>
#include <random>
#include <vector>

#include "descant/core/types.hpp"

namespace descant {

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

}  // namespace descant
