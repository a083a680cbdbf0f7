// elasticity/metric.cpp: the weights of the scalar metric.

#include "descant/elasticity/metric.hpp"

namespace descant {

Vector metric_weights(const Material& material) {
  Vector weights(static_cast<Index>(material.lame.size()));
  for (Index e = 0; e < weights.size(); ++e) {
    weights[e] = 2 * material.lame[e].mu + material.lame[e].lambda;
  }
  return weights;
}

}  // namespace descant
