// animation/handle.hpp: the points and bones an artist moves.

#pragma once

#include <string>

#include "descant/core/types.hpp"

namespace descant {

/// A point handle, or a bone from `tail` to `head`. It turns about its tail.
struct Handle {
  std::string name;
  Vector tail;      ///< d, rest position of the point, or of the bone's near end
  Vector head;      ///< d, the bone's far end; empty for a point
  int parent = -1;  ///< handle whose motion carries this one; -1 for a root

  bool is_bone() const { return head.size() > 0; }
};

}  // namespace descant
