// elasticity/posed_energy_2d.cpp: every law, compiled for the plane.

#include "descant/elasticity/posed_energy.hpp"

namespace descant {

template std::unique_ptr<Elasticity> posed_energy<2>(const Mesh&, const Material&, const Workers&);

}  // namespace descant
