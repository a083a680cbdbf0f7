// run/describe.cpp: counts, sizes and quality of what is in a file.

#include "descant/run/describe.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "descant/core/error.hpp"
#include "descant/io/gltf.hpp"
#include "descant/io/medit.hpp"
#include "descant/io/npy.hpp"
#include "descant/io/obj.hpp"
#include "descant/io/scene_json.hpp"
#include "descant/mesh/check.hpp"
#include "descant/mesh/measures.hpp"
#include "descant/mesh/topology.hpp"
#include "descant/prepare/rig_kinds.hpp"
#include "descant/run/report.hpp"
#include "descant/scene/settings.hpp"

namespace descant {

namespace {

std::string mesh_text(const Mesh& mesh) {
  const MeshSummary summary = mesh_summary(mesh);
  const bool is_3d = summary.dim == 3;
  const Vector quality = element_quality(mesh);
  std::string text;
  text += fmt::format("  dimension   {}\n", summary.dim);
  text += fmt::format("  vertices    {}\n", summary.vertices);
  text +=
      fmt::format("  elements    {} {}\n", summary.elements, is_3d ? "tetrahedra" : "triangles");
  text += fmt::format("  components  {}\n", summary.components);
  text += fmt::format("  euler       {}\n", summary.euler);
  if (is_3d) {
    const Elements faces = boundary_faces(mesh);
    text += fmt::format("  surface     {} triangles, {}\n", faces.rows(),
                        is_closed(faces) ? "closed" : "not a closed manifold");
  } else {
    text += fmt::format("  outline     {} edges\n", boundary_faces(mesh).rows());
  }
  text +=
      fmt::format("  {}      {:.6g}\n", is_3d ? "volume" : "area  ", element_volumes(mesh).sum());
  text +=
      fmt::format("  box         {}, diagonal {:.6g}\n", box_text(mesh.vertices), summary.diagonal);
  text += fmt::format("  quality     worst {:.3f}, mean {:.3f} (1 regular, 0 flat)\n",
                      quality.minCoeff(), quality.mean());
  return text;
}

std::string settings_text(const BodySettings& settings) {
  std::string text;
  for (const Setting<BodySettings>& setting : body_settings()) {
    const auto value = setting.value(settings);
    if (!value) continue;
    std::string shown;
    if (const auto* number = std::get_if<double>(&*value)) shown = number_text(*number);
    if (const auto* word = std::get_if<std::string>(&*value)) shown = *word;
    if (const auto* words = std::get_if<std::vector<std::string>>(&*value)) {
      for (const std::string& word : *words) shown += (shown.empty() ? "" : ",") + word;
    }
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", setting.info.name, shown);
  }
  return text;
}

std::string body_text(const BodySpec& body, const RigRegistry& rigs) {
  const RigKind& kind = rigs.at(body.rig.kind, "body " + body.name);
  std::string text = fmt::format("body {}\n", body.name) + mesh_text(body.mesh);
  std::vector<std::string> handles;
  for (const Handle& handle : body.rig.handles) handles.push_back(handle.name);
  text += fmt::format("  rig         {}, {}\n", kind.name, all_named(handles, "handle"));
  if (kind.describe) text += kind.describe(body.rig);
  if (kind.handles == HandleUse::blended) {
    text +=
        fmt::format("  weights     {}\n",
                    body.rig.weights.size() > 0 ? "given" : "to be computed (bounded biharmonic)");
  }
  return text + "  settings    " + settings_text(body.settings) + "\n";
}

std::string scene_text(const Scene& scene, const RigRegistry& rigs) {
  const int substeps =
      scene.run.substeps > 0 ? scene.run.substeps : default_substeps(scene.run.fps);
  std::string text = fmt::format(
      "scene {}\n  bodies      {}\n  frames      {} at {:.6g} frames/s, {} step{} a frame\n",
      scene.name, scene.bodies.size(), scene.num_frames, scene.run.fps, substeps,
      substeps == 1 ? "" : "s");
  for (const BodySpec& body : scene.bodies) text += body_text(body, rigs);
  return text;
}

std::string surface_text(const Surface& surface) {
  return fmt::format(
      "surface\n  vertices    {}\n  triangles   {}\n  closed      {}\n  box         {}\n",
      surface.vertices.rows(), surface.triangles.rows(),
      is_closed(surface.triangles) ? "yes" : "no", box_text(surface.vertices));
}

std::string array_text(const NpyArray& array) {
  std::string shape;
  for (Index size : array.shape) shape += (shape.empty() ? "" : ", ") + std::to_string(size);
  std::string text = fmt::format("array\n  shape       ({})\n", shape);
  if (array.values.empty()) return text;
  const Eigen::Map<const Vector> values(array.values.data(), array.values.size());
  return text + fmt::format("  values      from {:.6g} to {:.6g}, rms {:.6g}\n", values.minCoeff(),
                            values.maxCoeff(), values.norm() / std::sqrt(values.size()));
}

}  // namespace

std::string all_named(const std::vector<std::string>& names, const std::string& one) {
  constexpr size_t indent = 14, width = 100;  // columns
  std::string text = fmt::format("{} {}{}", names.size(), one, names.size() == 1 ? "" : "s");
  size_t column = indent + text.size();
  for (size_t i = 0; i < names.size(); ++i) {
    text += i ? "," : ":";
    column += names[i].size() + 2;
    const bool is_full = column >= width;
    text += is_full ? "\n" + std::string(indent, ' ') : " ";
    if (is_full) column = indent + names[i].size();
    text += names[i];
  }
  return text;
}

std::string box_text(const Positions& points) {
  if (points.rows() == 0) return "empty";
  const Vector low = points.colwise().minCoeff(), high = points.colwise().maxCoeff();
  std::string text;
  for (Index a = 0; a < low.size(); ++a) {
    text += fmt::format("{}[{:.6g}, {:.6g}]", a ? " × " : "", low[a], high[a]);
  }
  return text;
}

Vector element_quality(const Mesh& mesh) {
  const int dim = mesh.dim(), corners = dim + 1;
  const double regular = dim == 3 ? 6 * std::sqrt(2.0) : 4 / std::sqrt(3.0);
  Vector quality = element_volumes(mesh);
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    double squares = 0;
    for (int i = 0; i < corners; ++i) {
      for (int j = 0; j < i; ++j) {
        squares += (mesh.vertices.row(mesh.elements(e, i)) - mesh.vertices.row(mesh.elements(e, j)))
                       .squaredNorm();
      }
    }
    const double edge = std::sqrt(squares / (corners * dim / 2.0));
    quality[e] *= edge > 0 ? regular / std::pow(edge, dim) : 0;
  }
  return quality;
}

bool is_closed(const Elements& triangles) {
  std::map<std::pair<int, int>, int> uses;
  for (Index t = 0; t < triangles.rows(); ++t) {
    for (int i = 0; i < 3; ++i) {
      const int a = triangles(t, i), b = triangles(t, (i + 1) % 3);
      ++uses[{std::min(a, b), std::max(a, b)}];
    }
  }
  return triangles.rows() > 0 &&
         std::all_of(uses.begin(), uses.end(), [](const auto& use) { return use.second == 2; });
}

std::string describe_file(const std::string& path, const RigRegistry& rigs, const Log& log) {
  if (path.ends_with(".json")) return scene_text(read_scene(path, rigs, log), rigs);
  if (path.ends_with(".mesh"))
    return "mesh\n" + mesh_text(checked(read_medit_file(path), path, log));
  if (path.ends_with(".obj")) return surface_text(read_obj_file(path));
  if (path.ends_with(".npy")) return array_text(read_npy_file(path));
  if (path.ends_with(".glb") || path.ends_with(".gltf"))
    return character_text(character_of(read_gltf_document(path), log));
  throw InputError(path, "is of a kind this program does not know",
                   "It reads characters (.glb, .gltf), scenes (.json), .mesh, .obj and .npy");
}

std::string describe_file(const std::string& path, const Log& log) {
  return describe_file(path, builtin_rigs(), log);
}

}  // namespace descant
