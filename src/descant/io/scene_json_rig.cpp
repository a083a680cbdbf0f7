// io/scene_json_rig.cpp: `#/bodies/i/rig`: handles with their keys, weights, or parameters.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "descant/core/error.hpp"
#include "descant/io/dmat.hpp"
#include "descant/io/npy.hpp"
#include "descant/io/scene_json_parts.hpp"
#include "descant/scene/spelling.hpp"

namespace descant {

namespace {

std::vector<std::string> names_of(const std::vector<Handle>& handles) {
  std::vector<std::string> names;
  for (const Handle& handle : handles) names.push_back(handle.name);
  return names;
}

Handle read_handle(const JsonNode& node, size_t index, int dim) {
  node.expect_keys({"name", "tail", "head", "parent", "keys"});
  Handle handle;
  handle.name = node.has("name") ? node.at("name").text() : "handle_" + std::to_string(index);
  if (handle.name.empty()) node.at("name").fail("the name is empty");
  handle.tail = node.required("tail", "the point the handle turns about, at rest").point(dim);
  if (node.has("head")) handle.head = node.at("head").point(dim);
  return handle;
}

// follows parents upwards; a chain longer than the number of handles runs in a circle
void expect_tree(const std::vector<JsonNode>& nodes, const std::vector<Handle>& handles) {
  for (size_t i = 0; i < handles.size(); ++i) {
    size_t steps = 0;
    for (int at = static_cast<int>(i); at >= 0; at = handles[at].parent) {
      if (++steps > handles.size()) {
        nodes[i].at("parent").fail("the handle is its own ancestor",
                                   "Parents must lead to a handle without one");
      }
    }
  }
}

std::vector<Handle> read_handles(const std::vector<JsonNode>& nodes, int dim) {
  std::vector<Handle> handles;
  for (size_t i = 0; i < nodes.size(); ++i) {
    handles.push_back(read_handle(nodes[i], i, dim));
    const auto names = names_of(handles);
    if (std::count(names.begin(), names.end(), handles.back().name) > 1) {
      nodes[i].fail("a second handle named `" + handles.back().name + "`",
                    "Give each handle a name of its own");
    }
  }
  const std::vector<std::string> names = names_of(handles);
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].has("parent")) continue;
    const JsonNode node = nodes[i].at("parent");
    const auto found = std::find(names.begin(), names.end(), node.text());
    if (found == names.end()) {
      node.fail("no handle is named `" + node.text() + "`", suggestion(node.text(), names));
    }
    handles[i].parent = static_cast<int>(found - names.begin());
  }
  expect_tree(nodes, handles);
  return handles;
}

ParamTrack read_params(const JsonNode& node, const SceneSource& source, double fps) {
  ParamTrack track;
  const JsonNode file = node.at("params");
  track.samples = read_matrix(file, source);
  track.fps = fps;
  if (node.has("params_fps")) {
    track.fps = node.at("params_fps").number();
    if (!(track.fps > 0)) node.at("params_fps").fail("must be greater than 0 frames/s");
  }
  if (track.samples.rows() == 0) file.fail("the animation has no frame");
  if (!track.samples.allFinite()) file.fail("holds a number that is not finite");
  return track;
}

// The row that `kind` names; the object's keys are the row's and those of every rig.
const RigKind& read_kind(const JsonNode& node, const RigRegistry& rigs, RigSpec& rig) {
  node.expect_object();
  if (node.has("kind")) rig.kind = node.at("kind").text();
  const RigKind& kind =
      rigs.at(rig.kind, node.has("kind") ? node.at("kind").place() : node.place());
  std::vector<std::string> keys = common_rig_keys();
  keys.insert(keys.end(), kind.keys.begin(), kind.keys.end());
  node.expect_keys(keys);
  return kind;
}

// Handles and weights are those the kind takes.
void expect_use(const JsonNode& node, const RigKind& kind, size_t num_handles,
                const RigRegistry& rigs) {
  const bool is_blended = kind.handles == HandleUse::blended;
  if (is_blended && num_handles == 0 && !node.has("weights"))
    node.fail("skinning needs handles", "Give `handles`, or `weights` with `params`");
  if (kind.handles == HandleUse::none && num_handles > 0)
    node.at("handles").fail("a rig of kind " + kind.name + " has no handles");
  if (kind.handles == HandleUse::pivot && num_handles > 1)
    node.at("handles").fail("a rig of kind " + kind.name + " has one handle");
  if (!node.has("weights") || is_blended) return;
  std::string blended;
  for (const RigKind& other : rigs.kinds())
    if (other.handles == HandleUse::blended)
      blended += (blended.empty() ? "" : " or ") + other.name;
  node.at("weights").fail("only a rig of kind " + blended + " has weights");
}

Matrix matrix_of(const NpyArray& array, const std::string& place) {
  if (array.shape.size() == 1) {
    return Eigen::Map<const Vector>(array.values.data(), array.shape[0]);
  }
  if (array.shape.size() != 2) {
    throw InputError(place, "has " + std::to_string(array.shape.size()) +
                                " dimensions where a matrix, of two, is needed");
  }
  return Eigen::Map<const Positions>(array.values.data(), array.shape[0], array.shape[1]);
}

}  // namespace

Matrix read_matrix(const JsonNode& node, const SceneSource& source) {
  const std::string name = node.text();
  const std::string path = path_beside(source.path, name);
  if (path.ends_with(".npy")) return matrix_of(parse_npy(source.reader(path), path), path);
  if (path.ends_with(".dmat")) return parse_dmat(source.reader(path), path);
  node.fail("`" + name + "` is not a .npy or .dmat file");
}

Vector read_column(const JsonNode& node, const SceneSource& source, Index size) {
  const Matrix values = read_matrix(node, source);
  const std::string path = path_beside(source.path, node.text());
  if (values.size() != size || (values.cols() != 1 && values.rows() != 1)) {
    throw InputError(path, "holds " + std::to_string(values.rows()) + "×" +
                               std::to_string(values.cols()) + " numbers where " +
                               std::to_string(size) + " are needed");
  }
  if (!values.allFinite()) throw InputError(path, "holds a number that is not finite");
  return Eigen::Map<const Vector>(values.data(), values.size());
}

RigSpec read_rig(const JsonNode& node, const SceneSource& source, int dim, double fps) {
  RigSpec rig;
  const RigKind& kind = read_kind(node, source.rigs, rig);
  std::vector<JsonNode> nodes;
  if (node.has("handles")) nodes = node.at("handles").items("handles");
  rig.handles = read_handles(nodes, dim);
  expect_use(node, kind, rig.handles.size(), source.rigs);
  if (node.has("weights")) {
    rig.weights = read_matrix(node.at("weights"), source);
    rig.weights_place = path_beside(source.path, node.at("weights").text());
  }
  if (kind.read) rig.own = kind.read(node, source, dim);
  const bool has_keys =
      std::any_of(nodes.begin(), nodes.end(), [](const JsonNode& n) { return n.has("keys"); });
  if (node.has("params")) {
    if (has_keys) node.at("params").fail("cannot stand beside keys", "Keep one of them");
    rig.animation = read_params(node, source, fps);
    return rig;
  }
  if (node.has("params_fps")) node.at("params_fps").fail("says nothing without `params`");
  std::vector<HandleTrack> tracks;
  for (const JsonNode& handle : nodes) {
    tracks.push_back(handle.has("keys") ? read_keys(handle.at("keys"), dim) : resting_track(dim));
  }
  rig.animation = tracks;
  return rig;
}

std::optional<double> last_time(const RigSpec& rig) {
  if (const auto* params = std::get_if<ParamTrack>(&rig.animation)) {
    return (params->samples.rows() - 1) / params->fps;
  }
  double last = 0;
  for (const HandleTrack& track : std::get<std::vector<HandleTrack>>(rig.animation)) {
    last = std::max(last, track.times.back());
  }
  if (last > 0) return last;
  return std::nullopt;
}

}  // namespace descant
