// meshing/lattice_pruning.hpp: takes away the elements of a lattice that hold next to nothing.

#pragma once

#include <array>
#include <vector>

#include "descant/core/types.hpp"

namespace descant {

struct PruningInput {
  std::vector<std::array<int, 4>> elements;  ///< by vertices, any numbers ≥ 0
  std::vector<bool> is_needed;               ///< elements that must stay
  std::vector<double> fill;                  ///< how full each is
};

/// Which elements stay. Those that are filled by less than a twentieth are taken away, the emptiest
/// first, where that changes neither the topology of the whole nor lets two parts of it hang
/// together by an edge or a vertex only.
std::vector<bool> pruned_elements(const PruningInput& input);

}  // namespace descant
