// examples/examples.cpp: the list of examples.

#include "descant/examples/examples.hpp"

#include "descant/core/error.hpp"
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

}  // namespace

std::vector<ExampleInfo> list_examples() {
  std::vector<ExampleInfo> infos;
  for (const Example& example : examples) infos.push_back({example.name, example.description});
  return infos;
}

Scene make_example(const std::string& name) {
  std::string names;
  for (const Example& example : examples) {
    if (name == example.name) return example.make();
    names += (names.empty() ? "" : ", ") + std::string(example.name);
  }
  throw InputError("example", "there is no example called \"" + name + "\"",
                   "The examples are " + names);
}

}  // namespace descant
