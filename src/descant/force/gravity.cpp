// force/gravity.cpp: weight.

#include "descant/force/gravity.hpp"

#include "descant/core/error.hpp"

namespace descant {

Vector gravity_force(ConstVec mass, int dim, ConstVec gravity) {
  if (gravity.size() != dim)
    throw InputError("gravity",
                     std::to_string(gravity.size()) + " numbers in " + std::to_string(dim) + "D",
                     "Give one a coordinate");
  if (!gravity.allFinite()) throw InputError("gravity", "it is not finite");
  const Positions rows = mass * gravity.transpose();
  return flat(rows);
}

}  // namespace descant
