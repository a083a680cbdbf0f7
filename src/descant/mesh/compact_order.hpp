// mesh/compact_order.hpp: numbers that follow one another stand for what lies close together.

#pragma once

#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// Points in an order whose runs of `size` are compact in space, and runs of `part` within them.
/// All but the last of either are full; within a part points keep their order.
std::vector<Index> compact_order(const Positions& points, Index size, Index part);

}  // namespace descant
