// io/published.hpp: the examples the paper's authors published, read as scenes.
//
// Everything is in normalised coordinates (io/normalise.hpp), the results too. One implicit Euler
// step of h = dt a frame, pose relax, no pre-roll, no damping, density 1000 (2D: 1); the rest row
// of an animation is not a frame.

#pragma once

#include <string>
#include <string_view>

#include "descant/core/log.hpp"
#include "descant/io/file.hpp"
#include "descant/scene/scene.hpp"

namespace descant {

/// True for a JSON object with a `mesh_file` or an `image_file`.
bool is_published_example(std::string_view text);

/// The scene that `text` describes. Files it names are taken from beside `path`, through `reader`.
/// Throws InputError at `file:line` or `file#/pointer`, also for rigs this version does not have:
/// cages (`skeleton_file`), wires (points alone in the plane) and images (`image_file`).
Scene parse_published_example(std::string_view text, const std::string& path,
                              const FileReader& reader, const Log& log);

Scene read_published_example(const std::string& path, const Log& log);

}  // namespace descant
