// rig/rotation.cpp: exponential map of rotations, its left Jacobian and its inverse.

#include "descant/rig/rotation.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace descant {
namespace {

/// sin θ/θ.
double sinc(double theta) {
  const double s = theta * theta;
  return theta < 1e-4 ? 1 - s / 6 : std::sin(theta) / theta;
}

/// (1 − cos θ)/θ², by the half angle: nothing cancels.
double cosine_factor(double theta) {
  const double half = sinc(theta / 2);
  return half * half / 2;
}

/// (θ − sin θ)/θ³; below half a radian the difference cancels, and the series is exact to
/// round-off.
double sine_factor(double theta) {
  if (theta > 0.5) return (theta - std::sin(theta)) / (theta * theta * theta);
  const double s = theta * theta;
  double sum = 0, term = 1. / 6;
  for (int k = 1; k <= 7; ++k) {
    sum += term;
    term *= -s / ((2 * k + 2) * (2 * k + 3));
  }
  return sum;
}

}  // namespace

Mat<3> cross_matrix(const Vec<3>& omega) {
  Mat<3> W;
  W << 0, -omega.z(), omega.y(), omega.z(), 0, -omega.x(), -omega.y(), omega.x(), 0;
  return W;
}

Mat<3> exp_minus_identity(const Vec<3>& omega) {
  const double theta = omega.norm();
  const Mat<3> W = cross_matrix(omega);
  return sinc(theta) * W + cosine_factor(theta) * (W * W);
}

Mat<3> left_jacobian(const Vec<3>& omega) {
  const double theta = omega.norm();
  const Mat<3> W = cross_matrix(omega);
  return Mat<3>::Identity() + cosine_factor(theta) * W + sine_factor(theta) * (W * W);
}

Vec<3> rotation_vector(const Mat<3>& R) {
  // a quaternion has its digits at every angle; a trace loses them at 0 and π
  Eigen::Quaterniond q(R);
  q.normalize();
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  const double sine = q.vec().norm();  // of half the angle
  if (sine < 1e-12) return 2 * q.vec();
  return q.vec() * (2 * std::atan2(sine, q.w()) / sine);
}

}  // namespace descant
