// simulation/integrator.hpp: how time is cut into steps.

#pragma once

namespace descant {

enum class Integrator { euler, bdf2 };

/// The fewest substeps a frame with a step of at most 1/100 s.
int default_substeps(double fps);

}  // namespace descant
