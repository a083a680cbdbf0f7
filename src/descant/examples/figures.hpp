// examples/figures.hpp: one function a built-in character.

#pragma once

#include "descant/examples/glb_builder.hpp"

namespace descant::example_figures {

DressedCharacter pup();    ///< pup.cpp
DressedCharacter wren();   ///< wren.cpp
DressedCharacter gnome();  ///< gnome.cpp

}  // namespace descant::example_figures
