// elasticity/metric.cpp: the weights of the scalar metric.

#include "descant/elasticity/metric.hpp"

namespace descant {

Vector metric_weights(const Material& material) {
  const bool resists_volume = material.law != LawKind::arap;
  Vector weights(static_cast<Index>(material.lame.size()));
  for (Index e = 0; e < weights.size(); ++e) {
    const auto& [mu, lambda] = material.lame[e];
    weights[e] = 2 * mu + (resists_volume ? lambda : 0);
  }
  return weights;
}

}  // namespace descant
