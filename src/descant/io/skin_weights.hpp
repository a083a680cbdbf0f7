// io/skin_weights.hpp: turns away weights no skin can be made of.
//
//   w_ij ≥ 0,  Σⱼ w_ij = 1        vertex i, handle j

#pragma once

#include <string>

#include "descant/core/log.hpp"
#include "descant/core/types.hpp"

namespace descant {

/// What the weights must fit.
struct WeightShape {
  Index num_vertices = 0, num_handles = 0;
};

/// The weights (n×k), fit to skin with. Negative ones above −1e-6 become 0. Rows whose sum is off
/// by more than 1e-4 are divided by it, with one warning. Throws InputError at `place` for another
/// size, an entry that is not finite, or a row that sums to nothing.
Matrix checked_weights(Matrix weights, const WeightShape& shape, const std::string& place,
                       const Log& log);

}  // namespace descant
