// rig/central_differences.cpp: the Jacobian of any function, by looking around.

#include "descant/rig/central_differences.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "descant/core/error.hpp"

namespace descant {
namespace {

/// A step near h for which p + h and p + 2h differ from p by exactly h and 2h.
double representable_step(double p, double h) {
  const double magnitude = std::abs(p) + 4 * h;
  const double ulp = std::ldexp(std::numeric_limits<double>::epsilon(), std::ilogb(magnitude) + 1);
  return std::max(1., std::round(h / ulp)) * ulp;
}

}  // namespace

Matrix central_differences(const std::function<Vector(ConstVec)>& f, ConstVec p,
                           const Vector& scales) {
  const double relative_step = std::pow(std::numeric_limits<double>::epsilon(), 0.2);
  Matrix J;
  Vector probe = p;
  for (Index j = 0; j < p.size(); ++j) {
    const double scale = scales.size() > 0 ? scales[j] : 1.;
    const double h =
        representable_step(p[j], relative_step * std::max(scale, 1e-3 * std::abs(p[j])));
    const auto at = [&](double step) {
      probe[j] = p[j] + step;
      return f(probe);
    };
    const Vector near = at(h) - at(-h), far = at(2 * h) - at(-2 * h);
    probe[j] = p[j];
    if (j == 0) J.resize(near.size(), p.size());
    expect_equal(near.size(), J.rows(), "a function gives as many values at every p");
    J.col(j) = (8 * near - far) / (12 * h);
  }
  return J;
}

}  // namespace descant
