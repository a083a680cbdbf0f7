// fuzz/scene.cpp: any bytes as a scene and the files it names, in the order they are asked for,
// with a line `---` between them.

#include "descant/io/scene_json.hpp"
#include "fuzz.hpp"

namespace descant::fuzz {

void scene(std::string_view text) {
  const std::vector<std::string_view> parts = parts_of(text);
  std::size_t next = 1;
  const FileReader reader = [&](const std::string& path) {
    if (next >= parts.size()) throw InputError(path, "cannot be found");
    return std::string(parts[next++]);
  };
  const Scene read = parse_scene(parts[0], "fuzz.json", reader, nullptr);
  require(read.num_frames > 0 && !read.bodies.empty());
  for (const BodySpec& body : read.bodies) {
    require(body.mesh.vertices.allFinite());
    require(body.settings.young.value_or(1) > 0 && body.settings.poisson < 0.5);
    require(is_plain_name(body.name));
  }
}

}  // namespace descant::fuzz

DESCANT_FUZZ(descant::fuzz::scene)
