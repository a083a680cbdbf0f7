// elasticity/posed_energy_3d.cpp: every law, compiled for space.

#include "descant/elasticity/posed_energy.hpp"

namespace descant {

template std::unique_ptr<Elasticity> posed_energy<3>(const Mesh&, const Material&, const Workers&);

}  // namespace descant
