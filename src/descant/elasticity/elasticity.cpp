// elasticity/elasticity.cpp: from a mesh's dimension to the energy compiled for it.

#include "descant/elasticity/elasticity.hpp"

#include "descant/elasticity/posed_energy.hpp"
#include "descant/energy/placed_energy.hpp"

namespace descant {
namespace {

/// A place of one body; Φ does not look at u_c.
Place place_of(const ConstVec& u, const ConstVec& u_r, const Segment& body) {
  return {{.u = u.data(), .u_r = u_r.size() > 0 ? u_r.data() : u.data()}, {&body, 1}};
}

}  // namespace

double Elasticity::energy(ConstVec u, ConstVec u_r) const {
  EnergyScratch scratch;
  return energy(u, u_r, scratch);
}

double Elasticity::energy(ConstVec u, ConstVec u_r, EnergyScratch& scratch) const {
  const Segment all{0, u.size()};
  return value(place_of(u, u_r, all), scratch).total;
}

double Elasticity::energy_and_gradient(ConstVec u, ConstVec u_r, Vector& g) const {
  EnergyScratch scratch;
  return energy_and_gradient(u, u_r, g, scratch);
}

double Elasticity::energy_and_gradient(ConstVec u, ConstVec u_r, Vector& g,
                                       EnergyScratch& scratch) const {
  const Segment all{0, u.size()};
  g.setZero(u.size());
  return value_and_add_gradient(place_of(u, u_r, all), {g.data(), {&all, 1}}, scratch).total;
}

SparseMatrix Elasticity::hessian(ConstVec u, ConstVec u_r, Curvature curvature) const {
  const PlacedEnergy alone = placed_alone(*this, u.size(), dim());
  SparseMatrix K = hessian_pattern({&alone, 1}, u.size() / dim(), dim());
  add_hessians({&alone, 1}, {.u = u.data(), .u_r = u_r.data()}, curvature, dim(), K);
  return K;
}

std::optional<std::string> Elasticity::why_undefined(const Place& at) const {
  const std::optional<Index> element = first_undefined_element(at.u(), at.u_r());
  if (!element) return std::nullopt;
  return "the rig turns element " + std::to_string(*element) +
         " inside out, where this material is not defined; try the material stable-neohookean";
}

std::unique_ptr<Elasticity> make_elasticity(const Mesh& mesh, const Material& material,
                                            const Workers& workers) {
  return mesh.dim() == 2 ? posed_energy<2>(mesh, material, workers)
                         : posed_energy<3>(mesh, material, workers);
}

}  // namespace descant
