// prepare/character_groups.hpp: which parts of a character move together as one body.
//
// Parts of one skeleton that touch or overlap are one body (a body and its eyes, buttons, clothes);
// loose parts stay apart. What no clip moves is no body at all.

#pragma once

#include <string>
#include <vector>

#include "descant/scene/character.hpp"

namespace descant {

/// The nodes, ascending, whose meshes make up one body.
struct CharacterGroup {
  std::string name;  ///< fit for a folder; unlike any other group's
  std::vector<int> nodes;
};

/// The bodies that at least one of `clips` moves, in node order.
std::vector<CharacterGroup> character_groups(const Character& character,
                                             const std::vector<int>& clips);

}  // namespace descant
