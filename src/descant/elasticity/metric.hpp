// elasticity/metric.hpp: how stiff a scalar metric must be to stay on the safe side of a material.
//
//   wₑ = 2μₑ + λₑ, of arap, which knows no λ, 2μₑ; where a pose F_r is held, times max(1, ‖F_r‖²/d)

#pragma once

#include <algorithm>

#include "descant/elasticity/elasticity.hpp"

namespace descant {

/// The weights wₑ [Pa] of Σ wₑ volₑ GₑᵀGₑ, one an element.
Vector metric_weights(const Material& material);

/// max(1, ‖F_r‖²/d): how much stiffer than at rest an element held in a pose can be.
template <int d>
double hold_factor(const Mat<d>& F_r) {
  return std::max(1.0, F_r.squaredNorm() / d);
}

}  // namespace descant
