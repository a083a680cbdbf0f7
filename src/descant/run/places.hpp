// run/places.hpp: where a run may write, found out before hours of work.

#pragma once

#include "descant/run/enrich.hpp"
#include "descant/run/simulate.hpp"

namespace descant {

/// Throws InputError where a result, the report or the checkpoint cannot be written, would take the
/// place of a file the scene was read from, or of each other. Writes nothing.
void check_places(const Scene& scene, const SimulateOptions& options, const FrameRange& range);

/// The same for `enrich`, as far as it is known before the character is read.
void check_enrich_places(const EnrichOptions& options);

/// Throws InputError where a result would take the place of one of `inputs`, or of what the options
/// name.
void check_not_overwritten(const EnrichOptions& options, const std::vector<std::string>& inputs);

}  // namespace descant
