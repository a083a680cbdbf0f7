// examples/examples.hpp: the built-in characters and scenes, made by code.

#pragma once

#include <string>
#include <vector>

#include "descant/scene/scene.hpp"

namespace descant {

struct ExampleInfo {
  std::string name;         ///< what `make_example` is asked for
  std::string description;  ///< one line, for a person
};

/// Every example, the default one first.
std::vector<ExampleInfo> list_examples();

/// Builds an example. Throws InputError naming the ones there are.
Scene make_example(const std::string& name);

/// Every built-in character, the default one first.
std::vector<ExampleInfo> list_characters();

/// The bytes of a character's `.glb` file. Throws InputError naming the ones there are.
std::string make_character_file(const std::string& name);

}  // namespace descant
