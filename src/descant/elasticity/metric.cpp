// elasticity/metric.cpp: the weights of the scalar metric.

#include "descant/elasticity/metric.hpp"

#include <algorithm>

#include "descant/elasticity/simplex.hpp"

namespace descant {
namespace {

template <int d>
Vector factors(const Mesh& mesh, ConstVec u_r) {
  const std::vector<Simplex<d>> elements = simplices<d>(mesh);
  Vector result(mesh.num_elements());
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    const Mat<d> F_r = elements[e].deformation_gradient(u_r.data());
    result[e] = std::max(1.0, F_r.squaredNorm() / d);
  }
  return result;
}

}  // namespace

Vector metric_weights(const Material& material) {
  const bool resists_volume = material.law != LawKind::arap;
  Vector weights(static_cast<Index>(material.lame.size()));
  for (Index e = 0; e < weights.size(); ++e) {
    const auto& [mu, lambda] = material.lame[e];
    weights[e] = 2 * mu + (resists_volume ? lambda : 0);
  }
  return weights;
}

Vector hold_factors(const Mesh& mesh, ConstVec u_r) {
  expect_equal(u_r.size(), mesh.num_dofs(), "size of u_r");
  return mesh.dim() == 2 ? factors<2>(mesh, u_r) : factors<3>(mesh, u_r);
}

}  // namespace descant
