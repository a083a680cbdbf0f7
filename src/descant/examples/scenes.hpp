// examples/scenes.hpp: one function an example.

#pragma once

#include "descant/scene/scene.hpp"

namespace descant::example_scenes {

// characters.cpp
Scene wobble();
Scene star();
Scene worm();

// solids.cpp
Scene jelly();
Scene top();
Scene peach();

// plane.cpp
Scene leaf();
Scene sway();
Scene duet();

}  // namespace descant::example_scenes
