// elasticity/metric.hpp: how stiff a scalar metric must be to stay on the safe side of a material.
//
//   wₑ = 2μₑ + λₑ, of arap, which knows no λ, 2μₑ; where a pose F_r is held, times max(1, ‖F_r‖²/d)

#pragma once

#include "descant/elasticity/elasticity.hpp"

namespace descant {

/// The weights wₑ [Pa] of Σ wₑ volₑ GₑᵀGₑ, one an element.
Vector metric_weights(const Material& material);

/// max(1, ‖F_r‖²/d) of each element: how much stiffer than at rest a held pose can be.
Vector hold_factors(const Mesh& mesh, ConstVec u_r);

}  // namespace descant
