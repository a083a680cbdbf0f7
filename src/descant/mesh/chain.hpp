// mesh/chain.hpp: a line of edges through given points.

#pragma once

#include "descant/mesh/mesh.hpp"

namespace descant {

enum class ChainEnds { open, joined };  ///< joined: one more edge, from the last point to the first

/// An edge from each point (n×d) to the next.
Mesh chain_mesh(const Positions& points, ChainEnds ends = ChainEnds::open);

}  // namespace descant
