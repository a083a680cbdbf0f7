// elasticity/elasticity.cpp: from a mesh's dimension to the energy compiled for it.

#include "descant/elasticity/elasticity.hpp"

#include "descant/elasticity/posed_energy.hpp"

namespace descant {

double Elasticity::energy(ConstVec u, ConstVec u_r) const {
  ElementScratch scratch;
  return energy(u, u_r, scratch);
}

double Elasticity::energy_and_gradient(ConstVec u, ConstVec u_r, Vector& g) const {
  ElementScratch scratch;
  return energy_and_gradient(u, u_r, g, scratch);
}

std::unique_ptr<Elasticity> make_elasticity(const Mesh& mesh, const Material& material,
                                            const Workers& workers) {
  return mesh.dim() == 2 ? posed_energy<2>(mesh, material, workers)
                         : posed_energy<3>(mesh, material, workers);
}

}  // namespace descant
