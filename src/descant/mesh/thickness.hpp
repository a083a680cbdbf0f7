// mesh/thickness.hpp: how thick a body is at each element.

#pragma once

#include "descant/mesh/mesh.hpp"

namespace descant {

/// The diameter of the widest ball that fits into the mesh around each element [m], one an element.
/// Balls are centred at elements, and reach half an element further than they are wide, so that
/// the ragged skin of a lattice counts as thick as what it covers.
Vector thickness(const Mesh& mesh);

}  // namespace descant
