// elasticity/lame.cpp: Lamé parameters from the numbers of a data sheet.

#include "descant/elasticity/lame.hpp"

#include <cmath>
#include <string>

#include "descant/core/error.hpp"

namespace descant {

Lame lame_parameters(double young, double poisson) {
  // negated comparisons, so that NaN is turned away too
  if (!(young > 0) || !std::isfinite(young)) {
    throw InputError("young", "Young's modulus is " + std::to_string(young) + " Pa",
                     "Give a positive, finite modulus");
  }
  if (!(poisson > -1 && poisson < 0.5)) {
    throw InputError("poisson", "Poisson's ratio is " + std::to_string(poisson),
                     "Give a ratio above -1 and below 0.5 (0.49 is nearly incompressible)");
  }
  return {.mu = young / (2 * (1 + poisson)),
          .lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson))};
}

}  // namespace descant
