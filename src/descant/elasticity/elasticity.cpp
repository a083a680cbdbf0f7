// elasticity/elasticity.cpp: from a mesh's dimension to the energy compiled for it.

#include "descant/elasticity/elasticity.hpp"

#include "descant/elasticity/posed_energy.hpp"

namespace descant {

std::unique_ptr<Elasticity> make_elasticity(const Mesh& mesh, const Material& material,
                                            const Workers& workers) {
  return mesh.dim() == 2 ? posed_energy<2>(mesh, material, workers)
                         : posed_energy<3>(mesh, material, workers);
}

}  // namespace descant
