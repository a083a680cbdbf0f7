// io/gltf_edit.cpp: morph targets and their animation, added to a glTF file that stays as it was.

#include "descant/io/gltf_edit.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "descant/core/error.hpp"
#include "descant/io/gltf_container.hpp"
#include "descant/io/morph_channel.hpp"

namespace descant {

using nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie");

namespace {

constexpr int float32 = 5126, vertex_data = 34962;  // componentType, bufferView.target

const char* name_of(Interpolation interpolation) {
  switch (interpolation) {
    case Interpolation::step:
      return "STEP";
    case Interpolation::linear:
      return "LINEAR";
    case Interpolation::cubic_spline:
      return "CUBICSPLINE";
    case Interpolation::catmull_rom:
      break;
  }
  throw BugError("internal error: an interpolation that glTF does not have");
}

// A list of the document, made where it is missing.
ordered_json& list_of(ordered_json& owner, const char* key) {
  ordered_json& list = owner[key];
  if (!list.is_array()) list = ordered_json::array();
  return list;
}

class GltfEditor {
 public:
  GltfEditor(const GltfDocument& document, const Character& character, const std::string& out_path);

  void add(const MeshAddition& addition);
  GltfFiles files();

 private:
  int clone_if_shared(int node);
  void add_targets(const MeshAddition& addition, ordered_json& mesh);
  void add_names(const MeshAddition& addition, int original, ordered_json& mesh);
  void add_weights(const MeshAddition& addition, int clip);

  void begin_view(int stride);
  void end_view();
  int floats(const std::vector<double>& values, const char* type);
  int vectors(const Positions& values);
  int keys(const std::vector<double>& times);
  int output(const Channel& channel);

  const GltfDocument& document_;
  const Character& character_;
  std::string out_path_;
  ordered_json root_;
  GrowingBuffer buffer_;
  std::size_t view_start_ = 0;
  int view_stride_ = 0;
  std::map<std::vector<double>, int> times_;  // accessors of key times already written
};

ordered_json parsed(const GltfDocument& document) {
  try {
    return ordered_json::parse(document.json);
  } catch (const ordered_json::exception& error) {
    throw InputError(document.path, std::string("its JSON cannot be read: ") + error.what());
  }
}

GltfEditor::GltfEditor(const GltfDocument& document, const Character& character,
                       const std::string& out_path)
    : document_(document), character_(character), out_path_(out_path), root_(parsed(document)) {
  buffer_ = prepared_buffer(root_, document, out_path);
}

GltfFiles GltfEditor::files() {
  return container_files(root_, std::move(buffer_), document_, out_path_);
}

// Everything written until `end_view` lies in one view; `stride` bytes a vertex, 0 for other data.
void GltfEditor::begin_view(int stride) {
  buffer_.align();
  view_start_ = buffer_.bytes.size();
  view_stride_ = stride;
}

void GltfEditor::end_view() {
  if (buffer_.bytes.size() == view_start_) return;
  ordered_json view = {{"buffer", buffer_.index},
                       {"byteOffset", view_start_},
                       {"byteLength", buffer_.bytes.size() - view_start_}};
  if (view_stride_ > 0) {
    view["byteStride"] = view_stride_;
    view["target"] = vertex_data;
  }
  list_of(root_, "bufferViews").push_back(std::move(view));
}

// An accessor for these numbers in the view being written.
int GltfEditor::floats(const std::vector<double>& values, const char* type) {
  const std::size_t width = std::strcmp(type, "VEC3") == 0 ? 3 : 1;
  ordered_json& accessors = list_of(root_, "accessors");
  accessors.push_back({{"bufferView", list_of(root_, "bufferViews").size()},
                       {"byteOffset", buffer_.bytes.size() - view_start_},
                       {"componentType", float32},
                       {"count", values.size() / width},
                       {"type", type}});

  // the bytes, and the bounds of what was written
  std::vector<double> low(width), high(width);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto number = static_cast<float>(values[i]);
    char bytes[4];
    std::memcpy(bytes, &number, 4);
    buffer_.bytes.append(bytes, 4);
    const std::size_t a = i % width;
    low[a] = i < width ? number : std::min<double>(low[a], number);
    high[a] = i < width ? number : std::max<double>(high[a], number);
  }
  accessors.back()["min"] = low;
  accessors.back()["max"] = high;
  return static_cast<int>(accessors.size()) - 1;
}

int GltfEditor::vectors(const Positions& values) {
  return floats({values.data(), values.data() + values.size()}, "VEC3");
}

int GltfEditor::keys(const std::vector<double>& times) {
  const auto known = times_.find(times);
  if (known != times_.end()) return known->second;
  return times_[times] = floats(times, "SCALAR");
}

// A sampler's output: keys × targets, and around each key's values its tangents.
int GltfEditor::output(const Channel& channel) {
  std::vector<double> values;
  const auto append = [&](const Matrix& rows, Index key) {
    for (Index k = 0; k < rows.cols(); ++k) values.push_back(rows(key, k));
  };
  const bool is_cubic = channel.interpolation == Interpolation::cubic_spline;
  for (Index key = 0; key < channel.values.rows(); ++key) {
    if (is_cubic) append(channel.in_tangents, key);
    append(channel.values, key);
    if (is_cubic) append(channel.out_tangents, key);
  }
  return floats(values, "SCALAR");
}

// The number of a mesh that is this node's alone.
int GltfEditor::clone_if_shared(int node) {
  const int mesh = root_["nodes"][node]["mesh"].get<int>();
  const auto& nodes = root_["nodes"];
  const auto users = std::count_if(nodes.begin(), nodes.end(), [&](const ordered_json& other) {
    return other.contains("mesh") && other["mesh"] == mesh;
  });
  if (users < 2) return mesh;
  ordered_json& meshes = root_["meshes"];
  ordered_json clone = meshes[mesh];
  meshes.push_back(std::move(clone));
  root_["nodes"][node]["mesh"] = meshes.size() - 1;
  return static_cast<int>(meshes.size()) - 1;
}

void GltfEditor::add_targets(const MeshAddition& addition, ordered_json& mesh) {
  begin_view(12);
  ordered_json& parts = mesh["primitives"];
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const bool has_normals = parts[p]["attributes"].contains("NORMAL");
    for (const NewTarget& target : addition.targets) {
      expect_equal(target.positions.size(), parts.size(), "a target moves every part");
      ordered_json attributes = {{"POSITION", vectors(target.positions[p])}};
      if (!target.normals.empty() && has_normals)
        attributes["NORMAL"] = vectors(target.normals.at(p));
      list_of(parts[p], "targets").push_back(std::move(attributes));
    }
  }
  end_view();
}

// Extends a list of weights that starts with `old` entries by zeros.
void extend_by_zeros(ordered_json& weights, std::size_t old, std::size_t added) {
  if (!weights.is_array()) weights = ordered_json::array();
  while (weights.size() < old + added) weights.push_back(0);
}

// `targetNames`: what is there, or the old targets' names as they were read, and the new ones.
void GltfEditor::add_names(const MeshAddition& addition, int original, ordered_json& mesh) {
  const std::size_t old = character_.meshes.at(original).parts.at(0).targets.size();
  if (mesh.contains("extras") && !mesh["extras"].is_object()) return;  // nowhere to put them
  ordered_json& names = list_of(mesh["extras"], "targetNames");
  const std::vector<std::string>& known = character_.meshes[original].target_names;
  while (names.size() > old) names.erase(names.size() - 1);
  for (std::size_t k = names.size(); k < old; ++k)
    names.push_back(k < known.size() && !known[k].empty() ? known[k]
                                                          : "target_" + std::to_string(k));
  for (const NewTarget& target : addition.targets) names.push_back(target.name);
}

const Channel& weights_channel(const CharacterClip& clip, int node) {
  for (const Channel& channel : clip.channels)
    if (channel.node == node && channel.path == ChannelPath::weights) return channel;
  throw BugError("internal error: a weights channel of the file was not read");
}

// The weights channel of the node in one clip: replaced, widened or made.
void GltfEditor::add_weights(const MeshAddition& addition, int clip) {
  ordered_json& animation = root_["animations"][clip];
  ordered_json* channel = nullptr;
  for (ordered_json& candidate : animation["channels"]) {
    const ordered_json& target = candidate["target"];
    if (target.value("node", -1) == addition.node && target.value("path", "") == "weights")
      channel = &candidate;
  }
  const auto found = std::find_if(addition.clips.begin(), addition.clips.end(),
                                  [&](const NewWeights& keyed) { return keyed.clip == clip; });
  const bool is_enriched = found != addition.clips.end();
  if (!channel && !is_enriched) return;

  ordered_json sampler;
  ordered_json& samplers = animation["samplers"];
  if (is_enriched) {
    // no channel yet: the old targets stay as they are by default
    const Vector& by_default = character_.nodes.at(addition.node).morph_weights;
    Channel held;
    held.times = {found->times.at(0)};
    held.values = by_default.transpose();
    const Channel& old = channel ? weights_channel(character_.clips.at(clip), addition.node) : held;
    const Channel merged = merged_channel(old, {found->times, found->weights});
    sampler = {{"input", keys(merged.times)},
               {"interpolation", name_of(merged.interpolation)},
               {"output", output(merged)}};
  } else {
    sampler = samplers[(*channel)["sampler"].get<std::size_t>()];
    sampler["output"] =
        output(widened_channel(weights_channel(character_.clips.at(clip), addition.node),
                               static_cast<Index>(addition.targets.size())));
  }
  if (!channel) {
    animation["channels"].push_back(
        {{"sampler", 0}, {"target", {{"node", addition.node}, {"path", "weights"}}}});
    channel = &animation["channels"].back();
  }
  (*channel)["sampler"] = samplers.size();
  samplers.push_back(std::move(sampler));
}

void GltfEditor::add(const MeshAddition& addition) {
  if (addition.targets.empty()) return;
  const int original = character_.nodes.at(addition.node).mesh;
  const int number = clone_if_shared(addition.node);
  ordered_json& mesh = root_["meshes"][number];
  const std::size_t old = character_.meshes.at(original).parts.at(0).targets.size();

  add_targets(addition, mesh);
  extend_by_zeros(mesh["weights"], old, addition.targets.size());
  ordered_json& node = root_["nodes"][addition.node];
  if (node.contains("weights")) extend_by_zeros(node["weights"], old, addition.targets.size());
  add_names(addition, original, mesh);

  begin_view(0);
  for (int clip = 0; clip < static_cast<int>(character_.clips.size()); ++clip)
    add_weights(addition, clip);
  end_view();
}

}  // namespace

GltfFiles enriched_gltf(const GltfDocument& document, const Character& character,
                        const std::vector<MeshAddition>& additions, const std::string& out_path) {
  GltfEditor editor(document, character, out_path);
  for (const MeshAddition& addition : additions) editor.add(addition);
  return editor.files();
}

}  // namespace descant
