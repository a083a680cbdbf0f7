// examples/examples.cpp: the list of examples.

#include "descant/examples/examples.hpp"

#include "descant/core/error.hpp"
#include "descant/examples/figures.hpp"
#include "descant/examples/scenes.hpp"

namespace descant {
namespace {

struct Example {
  const char* name;
  const char* description;
  Scene (*make)();
};

constexpr Example examples[] = {
    {"wobble", "a plump creature with five bones hops and waves; its feelers have no bone at all",
     example_scenes::wobble},
    {"jelly", "a dome on a plate is shaken, tilted and squashed by one affine map",
     example_scenes::jelly},
    {"worm", "a worm crawls on a chain of bones, free to relax where its skin pinches",
     example_scenes::worm},
    {"top", "a soft spinning top on a rigid-body rig starts, sways and is caught",
     example_scenes::top},
    {"leaf", "a leaf in the plane: a bone for the stalk, points for the tips",
     example_scenes::leaf},
    {"sway", "a tree in the plane sheared by an affine map, under gravity, contract strict",
     example_scenes::sway},
    {"peach", "soft flesh around a stiff, heavy stone, turned to and fro", example_scenes::peach},
    {"star", "a plush star waves its arms; its pose is held, and only motion makes it wobble",
     example_scenes::star},
    {"duet", "two blobs in the plane dance the same steps, one soft, one firm",
     example_scenes::duet},
};

struct Figure {
  const char* name;
  const char* description;
  DressedCharacter (*make)();
};

constexpr Figure figures[] = {
    {"pup", "a plump four-legged creature with floppy ears walks and jumps; 19 joints",
     example_figures::pup},
    {"wren", "a round bird flaps and ruffles its feathers by three morph targets, without a joint",
     example_figures::wren},
    {"gnome", "a pot-bellied gnome with a loose hat strolls and bows; its lantern has no skin",
     example_figures::gnome},
};

template <class Table>
std::vector<ExampleInfo> infos_of(const Table& table) {
  std::vector<ExampleInfo> infos;
  for (const auto& entry : table) infos.push_back({entry.name, entry.description});
  return infos;
}

template <class Table>
std::string names_of(const Table& table) {
  std::string names;
  for (const auto& entry : table) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

/// Makes the entry called `name`, or says which there are.
template <class Table>
auto made(const Table& table, const std::string& name, const std::string& kind) {
  for (const auto& entry : table) {
    if (name == entry.name) return entry.make();
  }
  throw InputError(
      "example", "there is no " + kind + " called \"" + name + "\"",
      "The examples are " + names_of(examples) + "; the characters are " + names_of(figures));
}

}  // namespace

std::vector<ExampleInfo> list_examples() { return infos_of(examples); }

Scene make_example(const std::string& name) { return made(examples, name, "example"); }

std::vector<ExampleInfo> list_characters() { return infos_of(figures); }

std::string make_character_file(const std::string& name) {
  return glb_bytes(made(figures, name, "character"));
}

}  // namespace descant
