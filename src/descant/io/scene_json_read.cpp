// io/scene_json_read.cpp: our scene format, from text to plain structs.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "descant/core/error.hpp"
#include "descant/io/medit.hpp"
#include "descant/io/obj.hpp"
#include "descant/io/published.hpp"
#include "descant/io/scene_json.hpp"
#include "descant/io/scene_json_parts.hpp"
#include "descant/io/settings_json.hpp"
#include "descant/mesh/check.hpp"
#include "descant/scene/setting_makers.hpp"

namespace descant {

namespace {

using setting_makers::Range;

constexpr int format_version = 1;
constexpr int most_frames = 1000000;

std::vector<std::string> with(std::vector<std::string> names,
                              const std::vector<std::string>& more) {
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

Mesh read_mesh(const JsonNode& node, const SceneSource& source) {
  const std::string name = node.text();
  const std::string path = path_beside(source.path, name);
  if (path.ends_with(".mesh")) {
    return checked(parse_medit(source.reader(path), path), path, source.log);
  }
  if (path.ends_with(".obj")) {
    return checked(planar_mesh(parse_obj(source.reader(path), path), path), path, source.log);
  }
  node.fail("`" + name + "` is not a .mesh or .obj file",
            "Tetrahedra and plane triangles are read from Medit .mesh, plane triangles from .obj");
}

std::optional<double> optional_number(const JsonNode& node, const std::string& key,
                                      const Range& range) {
  if (!node.has(key)) return std::nullopt;
  const double value = node.at(key).number();
  if (!range.contains(value)) {
    node.at(key).fail("must be " + range_text(range, "") + ", not " + number_text(value));
  }
  return value;
}

Region read_region(const JsonNode& node, int dim) {
  node.expect_keys({"box", "ball", "young", "stiffness", "poisson", "density"});
  if (node.has("box") == node.has("ball")) node.fail("needs either `box` or `ball`");
  Region region;
  if (node.has("box")) {
    const JsonNode box = node.at("box");
    box.expect_keys({"min", "max"});
    region.box_min = box.required("min", "the lowest corner").point(dim);
    region.box_max = box.required("max", "the highest corner").point(dim);
  } else {
    const JsonNode ball = node.at("ball");
    ball.expect_keys({"center", "radius"});
    region.center = ball.required("center", "the middle").point(dim);
    ball.required("radius", "the size");
    region.radius = *optional_number(ball, "radius", Range{0, INFINITY, Range::End::open});
  }
  if (node.has("young") && node.has("stiffness")) {
    node.at("stiffness").fail("cannot stand beside `young`", "Both set the stiffness: keep one");
  }
  region.young = optional_number(node, "young", setting_makers::young_range);
  region.stiffness = optional_number(node, "stiffness", setting_makers::factor_range);
  region.poisson =
      optional_number(node, "poisson", Range{-1, 0.5, Range::End::open, Range::End::open});
  region.density = optional_number(node, "density", setting_makers::density_range);
  return region;
}

void read_body_settings(const JsonNode& node, const SceneSource& source, BodySettings& settings) {
  if (node.has("young") && node.has("frequency")) {
    node.at("frequency").fail("cannot stand beside `young`", "Both set the stiffness: keep one");
  }
  read_settings(body_settings(), node, settings);
  // a leak file is named from the scene's folder
  if (node.has("leak") && !settings.leak_file.empty()) {
    settings.leak_file = path_beside(source.path, settings.leak_file);
  }
}

std::vector<int> read_pinned(const JsonNode& node, Index num_vertices) {
  std::vector<int> pinned;
  for (const JsonNode& item : node.items("vertex numbers")) {
    pinned.push_back(item.integer(0, static_cast<int>(num_vertices) - 1));
  }
  return pinned;
}

BodySpec read_body(const JsonNode& node, const SceneSource& source, const BodySettings& defaults,
                   double fps) {
  node.expect_keys(with(setting_names(body_settings()),
                        {"name", "mesh", "rig", "regions", "young_per_element", "pinned"}));
  BodySpec body;
  const JsonNode name = node.required("name", "the body's name and its folder's");
  body.name = name.text();
  if (!is_plain_name(body.name)) {
    name.fail("`" + body.name + "` cannot name a folder", "Use letters, digits, - and _");
  }
  body.mesh = read_mesh(node.required("mesh", "the file of the simulation mesh"), source);
  body.rig = read_rig(node.required("rig", "what moves the body"), source, body.mesh.dim(), fps);
  body.settings = defaults;
  read_body_settings(node, source, body.settings);
  if (node.has("regions")) {
    for (const JsonNode& region : node.at("regions").items("regions")) {
      body.regions.push_back(read_region(region, body.mesh.dim()));
    }
  }
  if (node.has("young_per_element")) {
    const JsonNode file = node.at("young_per_element");
    body.young_per_element = read_column(file, source, body.mesh.num_elements());
    const Range& range = setting_makers::young_range;
    if (!std::all_of(body.young_per_element.begin(), body.young_per_element.end(),
                     [&](double young) { return range.contains(young); })) {
      file.fail("holds a modulus that is not " + range_text(range, "Pa"));
    }
  }
  if (node.has("pinned")) body.pinned = read_pinned(node.at("pinned"), body.mesh.num_vertices());
  return body;
}

// as many frames as the longest animation has
int animation_frames(const JsonNode& root, const Scene& scene) {
  std::optional<double> last;
  for (const BodySpec& body : scene.bodies) {
    const std::optional<double> time = last_time(body.rig);
    if (time) last = std::max(last.value_or(0), *time);
  }
  if (!last) {
    root.fail("the animation has no frame", "Give a handle `keys`, or say how many `num_frames`");
  }
  const double frames = std::floor(*last * scene.run.fps + 1e-9) + 1;
  if (frames > most_frames) root.fail("the animation has more than a million frames");
  return static_cast<int>(frames);
}

void refuse_output_settings(const JsonNode& root) {
  for (const std::string& name : setting_names(output_settings())) {
    if (!root.has(name)) continue;
    root.at(name).fail("says how to run, not what: it is no key of a scene",
                       "Give `" + option_name(name) + "` to descant simulate");
  }
}

Scene scene_of(const JsonNode& root, const SceneSource& source) {
  refuse_output_settings(root);
  const std::vector<std::string> own{"$schema", "descant", "name", "num_frames", "bodies"};
  root.expect_keys(with(with(own, setting_names(run_settings())), setting_names(body_settings())));
  root.required("descant", "the version of the format, 1").integer(1, format_version);
  Scene scene;
  scene.name = root.has("name") ? root.at("name").text()
                                : std::filesystem::path(source.path).stem().string();
  read_settings(run_settings(), root, scene.run);
  BodySettings defaults;
  read_body_settings(root, source, defaults);
  const JsonNode bodies = root.required("bodies", "what is simulated");
  for (const JsonNode& node : bodies.items("bodies")) {
    scene.bodies.push_back(read_body(node, source, defaults, scene.run.fps));
    const std::string& name = scene.bodies.back().name;
    for (size_t i = 0; i + 1 < scene.bodies.size(); ++i) {
      if (scene.bodies[i].name == name) node.at("name").fail("a second body named `" + name + "`");
    }
  }
  if (scene.bodies.empty()) bodies.fail("has no body");
  scene.num_frames = root.has("num_frames") ? root.at("num_frames").integer(1, most_frames)
                                            : animation_frames(root, scene);
  return scene;
}

}  // namespace

bool is_plain_name(const std::string& name) {
  const auto is_plain = [](unsigned char c) {
    return c > 32 && c != 127 &&
           std::string("/\\:*?\"<>|").find(static_cast<char>(c)) == std::string::npos;
  };
  return !name.empty() && name.size() <= 100 && name[0] != '.' && name[0] != '-' &&
         std::all_of(name.begin(), name.end(), is_plain);
}

Scene parse_scene(std::string_view text, const std::string& path, const RigRegistry& rigs,
                  const FileReader& reader, const Log& log) {
  const nlohmann::json document = parse_json(text, path);
  return scene_of(JsonNode(document, path), {path, rigs, reader, log});
}

Scene read_scene(const std::string& path, const RigRegistry& rigs, const Log& log) {
  std::vector<std::string> files;
  const FileReader reader = [&](const std::string& file) {
    files.push_back(file);
    return read_file(file);
  };
  const std::string text = reader(path);
  Scene scene = is_published_example(text) ? parse_published_example(text, path, reader, log)
                                           : parse_scene(text, path, rigs, reader, log);
  scene.files = std::move(files);
  return scene;
}

}  // namespace descant
