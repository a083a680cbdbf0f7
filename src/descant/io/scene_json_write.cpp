// io/scene_json_write.cpp: a scene to our format, its meshes and arrays to files beside it.

#include <filesystem>
#include <nlohmann/json.hpp>

#include "descant/io/medit.hpp"
#include "descant/io/npy.hpp"
#include "descant/io/scene_json.hpp"
#include "descant/io/scene_json_parts.hpp"
#include "descant/io/settings_json.hpp"

namespace descant {

using nlohmann::ordered_json;

namespace {

ordered_json list_of(const Vector& values) {
  return std::vector<double>(values.begin(), values.end());
}

ordered_json keys_of(const HandleTrack& track) {
  ordered_json keys = ordered_json::array();
  for (size_t k = 0; k < track.times.size(); ++k) {
    const Index row = static_cast<Index>(k);
    ordered_json key{{"time", track.times[k]},
                     {"translate", list_of(track.translations.row(row))},
                     {"rotate", list_of(track.rotations.row(row))}};
    if (track.scales.size() > 0) key["scale"] = list_of(track.scales.row(row));
    keys.push_back(key);
  }
  return keys;
}

bool is_resting(const HandleTrack& track) {
  return track.times.size() == 1 && track.times[0] == 0 && track.translations.isZero(0) &&
         track.rotations(0, 3) == 1 && track.scales.size() == 0;
}

ordered_json handle_json(const RigSpec& rig, size_t index) {
  const Handle& handle = rig.handles[index];
  ordered_json object{{"name", handle.name}, {"tail", list_of(handle.tail)}};
  if (handle.is_bone()) object["head"] = list_of(handle.head);
  if (handle.parent >= 0) object["parent"] = rig.handles[handle.parent].name;
  if (const auto* tracks = std::get_if<std::vector<HandleTrack>>(&rig.animation)) {
    if (!is_resting(tracks->at(index))) object["keys"] = keys_of(tracks->at(index));
  }
  return object;
}

ordered_json rig_json(const RigSpec& rig, const SceneTarget& target, const RigRegistry& rigs) {
  const RigKind& kind = rigs.at(rig.kind, "body " + target.body);
  ordered_json object{{"kind", rig.kind}};
  if (rig.weights.size() > 0) object["weights"] = target.write("weights.npy", rig.weights);
  if (!rig.handles.empty()) object["handles"] = ordered_json::array();
  for (size_t i = 0; i < rig.handles.size(); ++i) object["handles"].push_back(handle_json(rig, i));
  if (const auto* params = std::get_if<ParamTrack>(&rig.animation)) {
    object["params"] = target.write("params.npy", params->samples);
    object["params_fps"] = params->fps;
  }
  JsonObject own(object);
  if (kind.write) kind.write(rig, target, own);
  return object;
}

ordered_json region_json(const Region& region) {
  ordered_json object;
  if (region.center.size() > 0) {
    object["ball"] = {{"center", list_of(region.center)}, {"radius", region.radius}};
  } else {
    object["box"] = {{"min", list_of(region.box_min)}, {"max", list_of(region.box_max)}};
  }
  if (region.young) object["young"] = *region.young;
  if (region.stiffness) object["stiffness"] = *region.stiffness;
  if (region.poisson) object["poisson"] = *region.poisson;
  if (region.density) object["density"] = *region.density;
  return object;
}

ordered_json body_json(const BodySpec& body, const std::string& scene_path,
                       const RigRegistry& rigs) {
  const SceneTarget target{scene_path, body.name};
  write_medit_file(target.path("mesh"), body.mesh);
  ordered_json object{{"name", body.name}, {"mesh", target.name("mesh")}};
  object["rig"] = rig_json(body.rig, target, rigs);
  BodySettings settings = body.settings;
  if (!settings.leak_file.empty()) {
    write_file(target.path("leak.npy"), read_file(settings.leak_file));
    settings.leak_file = target.name("leak.npy");
  } else if (body.painted_leak.size() > 0) {
    settings.leak_file = target.write_column("leak.npy", body.painted_leak);
  }
  write_settings(settings, object);
  for (const Region& region : body.regions) object["regions"].push_back(region_json(region));
  if (body.young_per_element.size() > 0) {
    object["young_per_element"] = target.write_column("young.npy", body.young_per_element);
  }
  if (!body.pinned.empty()) object["pinned"] = body.pinned;
  return object;
}

}  // namespace

std::string SceneTarget::name(const std::string& what) const {
  return std::filesystem::path(scene_path).stem().string() + "." + body + "." + what;
}

std::string SceneTarget::path(const std::string& what) const {
  return path_beside(scene_path, name(what));
}

std::string SceneTarget::write(const std::string& what, const Matrix& matrix) const {
  NpyArray array{{matrix.rows(), matrix.cols()}, {}};
  const Positions rows = matrix;
  array.values.assign(rows.data(), rows.data() + rows.size());
  write_npy_file(path(what), array);
  return name(what);
}

std::string SceneTarget::write_column(const std::string& what, const Vector& values) const {
  write_npy_file(path(what), {{values.size()}, {values.begin(), values.end()}});
  return name(what);
}

void write_scene(const Scene& scene, const std::string& path, const RigRegistry& rigs) {
  ordered_json object{{"descant", 1}, {"name", scene.name}, {"num_frames", scene.num_frames}};
  write_settings(scene.run, object);
  object["bodies"] = ordered_json::array();
  for (const BodySpec& body : scene.bodies) object["bodies"].push_back(body_json(body, path, rigs));
  write_file(path, pretty_json(object));
}

}  // namespace descant
