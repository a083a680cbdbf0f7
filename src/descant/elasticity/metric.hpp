// elasticity/metric.hpp: how stiff a scalar metric must be to stay on the safe side of a material.
//
//   wₑ = 2μₑ + λₑ

#pragma once

#include "descant/elasticity/elasticity.hpp"

namespace descant {

/// The weights wₑ [Pa] of Σ wₑ volₑ GₑᵀGₑ, one an element.
Vector metric_weights(const Material& material);

}  // namespace descant
