// examples/shapes.cpp: distances.
//
//   smooth union   min(a, b) − s²w/4,   s = max(0, 1 − |a−b|/w)

#include "descant/examples/shapes.hpp"

#include <algorithm>
#include <cmath>

namespace descant {

double ball(ConstVec x, ConstVec centre, double radius) { return (x - centre).norm() - radius; }

double ellipsoid(ConstVec x, ConstVec centre, ConstVec radii) {
  // f = |y| with y = (x−c)/r is 1 on the surface; (f−1)f/|∇f²/2| is a distance to first order
  const auto y = (x - centre).cwiseQuotient(radii);
  const double f = y.norm();
  const double slope = y.cwiseQuotient(radii).norm();
  return slope > 0 ? f * (f - 1) / slope : -radii.minCoeff();
}

double cone(ConstVec x, ConstVec a, ConstVec b, double radius_a, double radius_b) {
  const double length_squared = (b - a).squaredNorm();
  const double t =
      length_squared > 0 ? std::clamp((x - a).dot(b - a) / length_squared, 0.0, 1.0) : 0;
  return (x - a - t * (b - a)).norm() - (radius_a + t * (radius_b - radius_a));
}

double smooth_union(double a, double b, double blend) {
  const double s = std::max(0.0, 1 - std::abs(a - b) / blend);
  return std::min(a, b) - s * s * blend / 4;
}

}  // namespace descant
