// tests/support/corrupted_gltf.hpp: one thing that can be wrong in a glTF file, and where.

#pragma once

#include <functional>
#include <ostream>
#include <string>

#include "support/small_gltf.hpp"

namespace descant::test {

struct Corruption {
  std::string name;
  std::function<void(SmallGltf&)> edit;
  std::string place;  ///< of the error, after the file's name
  std::string says;   ///< in the message
};

inline std::ostream& operator<<(std::ostream& out, const Corruption& corruption) {
  return out << corruption.name;
}

}  // namespace descant::test
