// fuzz/scene.cpp: any bytes as a scene and the files it names, in the order they are asked for,
// with a line `---` between them.

#include "descant/io/scene_json.hpp"
#include "descant/io/scene_json_parts.hpp"
#include "fuzz.hpp"

namespace descant::fuzz {

/// Kinds that are read and not built: the names of the built-in ones, and one with a key of its
/// own.
RigRegistry kinds() {
  return RigRegistry({{.name = "affine"},
                      {.name = "rigid"},
                      {.name = "lbs", .handles = HandleUse::blended},
                      {.name = "own",
                       .handles = HandleUse::none,
                       .keys = {"axis"},
                       .read = [](const JsonNode& rig, const SceneSource&, int dim) -> std::any {
                         return rig.required("axis", "a direction").point(dim);
                       }}});
}

void scene(std::string_view text) {
  const std::vector<std::string_view> parts = parts_of(text);
  std::size_t next = 1;
  const FileReader reader = [&](const std::string& path) {
    if (next >= parts.size()) throw InputError(path, "cannot be found");
    return std::string(parts[next++]);
  };
  const Scene read = parse_scene(parts[0], "fuzz.json", kinds(), reader, nullptr);
  require(read.num_frames > 0 && !read.bodies.empty());
  for (const BodySpec& body : read.bodies) {
    require(body.mesh.vertices.allFinite());
    require(body.settings.young.value_or(1) > 0 && body.settings.poisson < 0.5);
    require(is_plain_name(body.name));
  }
}

}  // namespace descant::fuzz

DESCANT_FUZZ(descant::fuzz::scene)
