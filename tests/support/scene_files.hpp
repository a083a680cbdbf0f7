// tests/support/scene_files.hpp: a small scene in our format, as files in memory.

#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "descant/core/error.hpp"
#include "descant/io/medit.hpp"
#include "descant/io/npy.hpp"
#include "descant/io/scene_json.hpp"
#include "descant/mesh/box.hpp"
#include "descant/prepare/rig_kinds.hpp"

namespace descant::test {

/// Files by name; the scene is `scene.json`.
struct SceneFiles {
  std::map<std::string, std::string> files;
  nlohmann::json scene;

  Scene read(const Log& log = {}, const RigRegistry& rigs = builtin_rigs()) const {
    const FileReader reader = [this](const std::string& path) {
      const auto found = files.find(path);
      if (found == files.end()) throw InputError(path, "no such file");
      return found->second;
    };
    return parse_scene(scene.dump(), "scene.json", rigs, reader, log);
  }
};

/// A square of 18 triangles with two point handles, one of which moves for five frames.
inline SceneFiles plane_scene() {
  SceneFiles all;
  all.files["square.mesh"] = medit_text(box_mesh(Vector{{0, 0}}, Vector{{1, 1}}, {3, 3}));
  NpyArray weights{{16, 2}, {}};
  for (int i = 0; i < 16; ++i) {
    weights.values.push_back(i / 15.0);
    weights.values.push_back(1 - i / 15.0);
  }
  all.files["weights.npy"] = npy_bytes(weights);
  all.scene = nlohmann::json::parse(R"({
    "descant": 1, "fps": 20, "young": 5000, "damping": 0,
    "bodies": [{
      "name": "square", "mesh": "square.mesh",
      "rig": {"weights": "weights.npy", "handles": [
        {"name": "left", "tail": [0, 0]},
        {"name": "right", "tail": [1, 1], "parent": "left", "keys": [
          {"time": 0},
          {"time": 0.1, "translate": [0.3, 0], "rotate": 20},
          {"time": 0.2, "rotate": [0, 0, 0, 1], "scale": 1.1}]}]}
    }]})");
  return all;
}

}  // namespace descant::test
