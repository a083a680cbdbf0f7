// pipeline/places.hpp: where a run may write, found out before hours of work.

#pragma once

#include "descant/pipeline/simulate.hpp"

namespace descant {

/// Throws InputError where a result, the report or the checkpoint cannot be written, would take the
/// place of a file the scene was read from, or of each other. Writes nothing.
void check_places(const Scene& scene, const SimulateOptions& options, const FrameRange& range);

}  // namespace descant
