// io/scene_json.hpp: scenes, from and to files; docs/scene-format.md is the manual.

#pragma once

#include <string>
#include <string_view>

#include "descant/core/log.hpp"
#include "descant/io/file.hpp"
#include "descant/scene/rig_registry.hpp"
#include "descant/scene/scene.hpp"

namespace descant {

/// The scene at `path`: our own format, or one of the authors' published examples, recognised by
/// `mesh_file` or `image_file`. Its rigs are of the kinds of `rigs`. Throws InputError.
Scene read_scene(const std::string& path, const RigRegistry& rigs, const Log& log);

/// A scene in our own format. Files it names are looked for beside `path` and read by `reader`.
Scene parse_scene(std::string_view text, const std::string& path, const RigRegistry& rigs,
                  const FileReader& reader, const Log& log);

/// Writes the scene to `path` and its meshes, weights and tracks beside it, under names that start
/// with the stem of `path`. Reading it back gives the same scene to the last bit.
void write_scene(const Scene& scene, const std::string& path, const RigRegistry& rigs);

/// True for a name that can be a folder on any system.
bool is_plain_name(const std::string& name);

}  // namespace descant
