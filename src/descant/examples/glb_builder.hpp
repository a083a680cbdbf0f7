// examples/glb_builder.hpp: a character and its colours as the bytes of a glTF 2.0 `.glb` file.

#pragma once

#include <string>
#include <vector>

#include "descant/scene/character.hpp"

namespace descant {

/// How one part of a mesh looks.
struct PartLook {
  Positions colours;  ///< s×3, linear RGB in [0,1]
  double roughness = 0.8;
  Eigen::Vector3d glow = {0, 0, 0};  ///< emitted light, linear RGB
};

/// A character with the looks of every part: looks[mesh][part].
struct DressedCharacter {
  Character character;
  std::vector<std::vector<PartLook>> looks;
};

/// The file: float32 throughout, at most four joints a vertex, linear or step channels.
std::string glb_bytes(const DressedCharacter& dressed);

}  // namespace descant
