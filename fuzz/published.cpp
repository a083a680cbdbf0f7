// fuzz/published.cpp: any bytes as a published example and the files it names, in the order they
// are asked for, with a line `---` between them.

#include "descant/io/published.hpp"

#include "fuzz.hpp"

namespace descant::fuzz {

void published(std::string_view text) {
  const std::vector<std::string_view> parts = parts_of(text);
  std::size_t next = 1;
  const FileReader reader = [&](const std::string& path) {
    if (next >= parts.size()) throw InputError(path, "cannot be found");
    return std::string(parts[next++]);
  };
  is_published_example(parts[0]);
  const Scene scene = parse_published_example(parts[0], "fuzz.json", reader, nullptr);
  require(scene.num_frames > 0 && scene.bodies.size() == 1);
  require(scene.bodies[0].mesh.vertices.allFinite());
}

}  // namespace descant::fuzz

DESCANT_FUZZ(descant::fuzz::published)
