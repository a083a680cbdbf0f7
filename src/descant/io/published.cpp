// io/published.cpp: the examples the paper's authors published, read as scenes.

#include "descant/io/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "descant/core/error.hpp"
#include "descant/io/animation.hpp"
#include "descant/io/dmat.hpp"
#include "descant/io/medit.hpp"
#include "descant/io/normalise.hpp"
#include "descant/io/obj.hpp"
#include "descant/io/scene_json.hpp"
#include "descant/io/scene_json_node.hpp"
#include "descant/io/skin_weights.hpp"
#include "descant/io/tgf.hpp"
#include "descant/mesh/check.hpp"
#include "descant/scene/setting_makers.hpp"

namespace descant {

namespace {

using setting_makers::Range;

// The last five are the authors' viewer's, and of no use here.
const std::vector<std::string>& known_keys() {
  static const std::vector<std::string> keys = {
      "mesh_file",     "handle_file", "weight_file", "anim_file", "constraint_file",
      "skeleton_file", "image_file",  "dt",          "YM",        "pr",
      "model",         "mu",          "lambda",      "scale",     "with_dynamics",
      "frame_num",     "rendering"};
  return keys;
}

// One example being read.
struct Example {
  JsonNode node;
  const FileReader& reader;
  const Log& log;
  double fps = 0;
  Normalisation normalise;

  // the path of a file the example names
  std::string path(const char* key, const char* what) const {
    return path_beside(node.file(), node.required(key, what).text());
  }
};

void refuse_missing_rigs(const JsonNode& node) {
  if (node.has("image_file"))
    node.at("image_file")
        .fail("meshes made from an image are not in this version",
              "Give a mesh_file with triangles instead");
  if (node.has("skeleton_file"))
    node.at("skeleton_file")
        .fail("cage rigs are not in this version", "Use points or bones with a handle_file");
}

Mesh read_mesh(const Example& example) {
  const std::string path = example.path("mesh_file", "the mesh, a .mesh or a flat .obj");
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension == ".mesh")
    return checked(parse_medit(example.reader(path), path), path, example.log);
  if (extension == ".obj")
    return checked(planar_mesh(parse_obj(example.reader(path), path), path), path, example.log);
  example.node.at("mesh_file").fail("is neither a .mesh nor an .obj file", "Convert the mesh");
}

double read_in_range(const Example& example, const char* key, const char* what,
                     const Range& range) {
  const JsonNode node = example.node.required(key, what);
  const double value = node.number();
  if (!range.contains(value))
    node.fail(fmt::format("must be {}, not {}", range_text(range, ""), value));
  return value;
}

void read_material(const Example& example, BodySettings& settings) {
  settings.young =
      read_in_range(example, "YM", "Young's modulus [Pa]", setting_makers::young_range);
  const JsonNode poisson = example.node.required("pr", "Poisson's ratio");
  settings.poisson = poisson.number();
  if (!(settings.poisson > -1 && settings.poisson < 0.5))
    poisson.fail(fmt::format("must lie between -1 and 0.5, not {}", settings.poisson),
                 "0.4 is usual; nearly incompressible bodies take 0.49");

  settings.law = LawKind::arap;
  if (!example.node.has("model")) return;
  const JsonNode model = example.node.at("model");
  const std::string name = model.text();
  if (name == "neohookean") {
    settings.law = LawKind::neohookean;
    settings.volume = VolumeTerm::quadratic;
  } else if (name == "stvk") {
    settings.law = LawKind::stvk;
  } else if (name == "corotational") {
    settings.law = LawKind::corotational;
  } else if (name != "arap") {
    model.fail("there is no model `" + name + "`", "Use arap, neohookean, stvk or corotational");
  }
}

// Handles from a skeleton, moved by an animation text.
RigSpec read_skeleton_rig(const Example& example, const Mesh& mesh) {
  const int dim = mesh.dim();
  const std::string handle_path = example.path("handle_file", "the handles");
  RigSpec rig;
  rig.handles = handles_of(parse_tgf(example.reader(handle_path), handle_path), dim, handle_path);
  for (Handle& handle : rig.handles) {
    handle.tail = example.normalise(handle.tail);
    if (handle.is_bone()) handle.head = example.normalise(handle.head);
    if (!handle.tail.allFinite() || !handle.head.allFinite())
      throw InputError(handle_path, handle.name + " is too far from the mesh");
  }
  const auto num_bones = std::count_if(rig.handles.begin(), rig.handles.end(),
                                       [](const Handle& handle) { return handle.is_bone(); });
  if (dim == 2 && num_bones == 0)
    example.node.at("handle_file")
        .fail("points alone in the plane make a wire rig, which is not in this version",
              "Use bones, or vertices of the mesh with a constraint_file");
  if (dim == 3 && num_bones > 0 && num_bones < static_cast<std::ptrdiff_t>(rig.handles.size()))
    throw InputError(handle_path, "has both points and bones, and no animation format moves both",
                     "Remove the joints that lie on no bone");

  const std::string anim_path = example.path("anim_file", "the animation");
  const auto parse = dim == 2        ? parse_plane_animation
                     : num_bones > 0 ? parse_bone_animation
                                     : parse_point_animation;
  rig.animation = parse(example.reader(anim_path), anim_path, rig.handles,
                        {.scale = example.normalise.scale, .fps = example.fps});

  // without weights, the pipeline computes them
  if (example.node.has("weight_file")) {
    const std::string weight_path = example.path("weight_file", "the weights");
    const WeightShape shape{mesh.num_vertices(), static_cast<Index>(rig.handles.size())};
    rig.weights = checked_weights(parse_dmat(example.reader(weight_path), weight_path), shape,
                                  weight_path, example.log);
  }
  return rig;
}

// Point handles at vertices of the (normalised) mesh, moved by affine maps given directly.
RigSpec read_vertex_rig(const Example& example, const Mesh& mesh) {
  const std::string path = example.path("constraint_file", "the vertices that are handles");
  const Matrix numbers = parse_dmat(example.reader(path), path);
  if (numbers.size() == 0)
    throw InputError(path, "names no vertex", "List the vertices that are handles, from 1");
  RigSpec rig;
  for (Index i = 0; i < numbers.size(); ++i) {
    const double number = numbers.data()[i];
    if (!(number >= 1 && number <= static_cast<double>(mesh.num_vertices())) ||
        number != std::floor(number))
      throw InputError(path, fmt::format("entry {} is {}, not a vertex number", i + 1, number),
                       fmt::format("Vertices are numbered 1 to {}", mesh.num_vertices()));
    const Vector at = mesh.vertices.row(static_cast<Index>(number) - 1).transpose();
    rig.handles.push_back({"point" + std::to_string(i + 1), at, Vector(), -1});
  }
  const std::string anim_path = example.path("anim_file", "the animation");
  rig.animation = affine_samples(parse_dmat(example.reader(anim_path), anim_path), anim_path,
                                 rig.handles, example.fps);
  return rig;
}

int num_frames_of(const RigSpec& rig) {
  if (const auto* track = std::get_if<ParamTrack>(&rig.animation))
    return static_cast<int>(track->samples.rows());
  return static_cast<int>(std::get<std::vector<HandleTrack>>(rig.animation).at(0).times.size());
}

}  // namespace

bool is_published_example(std::string_view text) {
  try {
    const nlohmann::json value = parse_json(text, "");
    return value.is_object() && (value.contains("mesh_file") || value.contains("image_file"));
  } catch (const InputError&) {
    return false;  // whoever reads it says what is wrong
  }
}

Scene parse_published_example(std::string_view text, const std::string& path,
                              const FileReader& reader, const Log& log) {
  const nlohmann::json value = parse_json(text, path);
  Example example{JsonNode(value, path), reader, log, 0, {}};
  example.node.expect_keys(known_keys());
  refuse_missing_rigs(example.node);

  // a frame is a step of dt
  const double dt = read_in_range(example, "dt", "the time step [s]", Range{1e-6, 1e3});
  example.fps = 1 / dt;

  BodySpec body;
  body.name = std::filesystem::path(path).stem().string();
  if (!is_plain_name(body.name))
    throw InputError(path, "its name cannot name a folder of results",
                     "Rename the file: letters, digits, - and _ before the .json");
  body.settings.damping = 0;
  read_material(example, body.settings);

  // everything in normalised coordinates
  body.mesh = read_mesh(example);
  example.normalise = normalisation_of(body.mesh.vertices, example.path("mesh_file", "the mesh"));
  body.mesh.vertices = example.normalise(body.mesh.vertices);
  body.settings.density = body.mesh.dim() == 2 ? 1 : 1000;
  body.rig = example.node.has("constraint_file") ? read_vertex_rig(example, body.mesh)
                                                 : read_skeleton_rig(example, body.mesh);

  Scene scene;
  scene.name = body.name;
  scene.num_frames = num_frames_of(body.rig);
  scene.run.fps = example.fps;
  scene.run.substeps = 1;
  scene.bodies.push_back(std::move(body));
  return scene;
}

Scene read_published_example(const std::string& path, const Log& log) {
  return parse_published_example(read_file(path), path, read_file, log);
}

}  // namespace descant
