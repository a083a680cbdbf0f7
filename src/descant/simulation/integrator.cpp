// simulation/integrator.cpp: the default number of substeps.

#include "descant/simulation/integrator.hpp"

#include <algorithm>
#include <cmath>

namespace descant {

int default_substeps(double fps) {
  // the tolerance keeps 100 fps, given as 1/0.01, at one step
  return static_cast<int>(std::clamp(std::ceil(100 / fps - 1e-9), 1.0, 1e6));
}

}  // namespace descant
