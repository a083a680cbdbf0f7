// examples/glb_builder.cpp: accessors into one buffer, and the JSON that names them.

#include "descant/examples/glb_builder.hpp"

#include <bit>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>

#include "descant/core/error.hpp"

namespace descant {
namespace {

using nlohmann::ordered_json;

enum Component { unsigned_byte = 5121, unsigned_short = 5123, unsigned_int = 5125, float32 = 5126 };
enum Target { no_target = 0, vertices = 34962, indices = 34963 };

// glTF is little-endian, whatever this machine is
void append_word(std::uint32_t value, int num_bytes, std::string& bytes) {
  for (int i = 0; i < num_bytes; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
}

/// The binary chunk, with its views and accessors.
class Buffer {
 public:
  /// Rows of numbers as float32; `type` is the glTF name of a row.
  int floats(const Positions& rows, const char* type, Target target) {
    const int view = open_view(target);
    for (Index i = 0; i < rows.size(); ++i)
      append_word(std::bit_cast<std::uint32_t>(static_cast<float>(rows.data()[i])), 4, bytes_);
    return close_accessor(view, {float32, rows.rows(), type});
  }

  /// The same, with the bounds glTF asks of positions and key times.
  int bounded_floats(const Positions& rows, const char* type, Target target) {
    const int accessor = floats(rows, type, target);
    const auto rounded = [](double x) { return static_cast<double>(static_cast<float>(x)); };
    for (Index a = 0; a < rows.cols(); ++a) {
      accessors[accessor]["min"].push_back(rounded(rows.col(a).minCoeff()));
      accessors[accessor]["max"].push_back(rounded(rows.col(a).maxCoeff()));
    }
    return accessor;
  }

  int joint_numbers(const Elements& rows) {
    const int view = open_view(vertices);
    for (Index i = 0; i < rows.size(); ++i) append_word(rows.data()[i], 1, bytes_);
    return close_accessor(view, {unsigned_byte, rows.rows(), "VEC4"});
  }

  int triangle_corners(const Elements& triangles, Index num_vertices) {
    const int view = open_view(indices), width = num_vertices < 65535 ? 2 : 4;
    for (Index i = 0; i < triangles.size(); ++i) append_word(triangles.data()[i], width, bytes_);
    return close_accessor(view,
                          {width == 2 ? unsigned_short : unsigned_int, triangles.size(), "SCALAR"});
  }

  std::string take() { return std::move(bytes_); }

  ordered_json views = ordered_json::array(), accessors = ordered_json::array();

 private:
  struct Shape {
    Component component;
    Index count;
    const char* type;
  };

  int open_view(Target target) {
    bytes_.resize((bytes_.size() + 3) / 4 * 4, '\0');
    ordered_json view{{"buffer", 0}, {"byteOffset", bytes_.size()}};
    if (target != no_target) view["target"] = static_cast<int>(target);
    views.push_back(view);
    return static_cast<int>(views.size()) - 1;
  }

  int close_accessor(int view, const Shape& shape) {
    views[view]["byteLength"] = bytes_.size() - views[view]["byteOffset"].get<std::size_t>();
    accessors.push_back({{"bufferView", view},
                         {"componentType", static_cast<int>(shape.component)},
                         {"count", shape.count},
                         {"type", shape.type}});
    return static_cast<int>(accessors.size()) - 1;
  }

  std::string bytes_;
};

ordered_json array_of(const Vector& numbers) {
  return std::vector<double>(numbers.begin(), numbers.end());
}

/// Rows as four numbers each, missing ones zero.
template <class Rows>
Rows four_wide(const Rows& rows) {
  if (rows.cols() > 4) throw BugError("internal error: a vertex has more than four joints");
  Rows wide = Rows::Zero(rows.rows(), 4);
  wide.leftCols(rows.cols()) = rows;
  return wide;
}

/// A writer of one file.
class Writer {
 public:
  explicit Writer(const DressedCharacter& dressed)
      : character_(dressed.character), looks_(dressed.looks) {}

  std::string bytes() {
    root_ = {{"asset", {{"version", "2.0"}, {"generator", "descant"}}}, {"scene", 0}};
    write_nodes();
    for (size_t mesh = 0; mesh < character_.meshes.size(); ++mesh) write_mesh(mesh);
    for (const Skin& skin : character_.skins) write_skin(skin);
    for (const CharacterClip& clip : character_.clips) write_clip(clip);
    root_["materials"] = materials_;
    root_["accessors"] = buffer_.accessors;
    root_["bufferViews"] = buffer_.views;
    std::string binary = buffer_.take();
    root_["buffers"] = {{{"byteLength", binary.size()}}};
    return packed(root_.dump(), std::move(binary));
  }

 private:
  static std::string packed(std::string json, std::string binary) {
    json.resize((json.size() + 3) / 4 * 4, ' ');
    binary.resize((binary.size() + 3) / 4 * 4, '\0');
    std::string file = "glTF";
    append_word(2, 4, file);
    append_word(static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + binary.size()), 4, file);
    append_word(static_cast<std::uint32_t>(json.size()), 4, file);
    file += "JSON" + json;
    append_word(static_cast<std::uint32_t>(binary.size()), 4, file);
    file += std::string("BIN\0", 4) + binary;
    return file;
  }

  void write_nodes() {
    ordered_json roots = ordered_json::array(), nodes = ordered_json::array();
    for (const CharacterNode& node : character_.nodes) {
      ordered_json object{{"name", node.name}};
      if (node.mesh >= 0) object["mesh"] = node.mesh;
      if (node.skin >= 0) object["skin"] = node.skin;
      if (!node.translation.isZero(0)) object["translation"] = array_of(node.translation);
      if (node.rotation != Eigen::Vector4d(0, 0, 0, 1))
        object["rotation"] = array_of(node.rotation);
      if (!node.scale.isOnes(0)) object["scale"] = array_of(node.scale);
      nodes.push_back(object);
    }
    for (size_t n = 0; n < character_.nodes.size(); ++n) {
      const int parent = character_.nodes[n].parent;
      (parent < 0 ? roots : nodes[parent]["children"]).push_back(n);
    }
    root_["scenes"] = {{{"name", character_.name}, {"nodes", roots}}};
    root_["nodes"] = nodes;
  }

  void write_mesh(size_t number) {
    const CharacterMesh& mesh = character_.meshes[number];
    ordered_json primitives = ordered_json::array();
    for (size_t part = 0; part < mesh.parts.size(); ++part)
      primitives.push_back(primitive_of(mesh.parts[part], looks_[number][part]));
    ordered_json object{{"name", mesh.name}, {"primitives", primitives}};
    if (!mesh.target_names.empty()) {
      object["weights"] = std::vector<double>(mesh.target_names.size(), 0);
      object["extras"] = {{"targetNames", mesh.target_names}};
    }
    root_["meshes"].push_back(object);
  }

  ordered_json primitive_of(const SurfacePart& part, const PartLook& look) {
    ordered_json attributes{{"POSITION", buffer_.bounded_floats(part.positions, "VEC3", vertices)},
                            {"NORMAL", buffer_.floats(part.normals, "VEC3", vertices)},
                            {"COLOR_0", buffer_.floats(look.colours, "VEC3", vertices)}};
    if (part.joints.size() > 0) {
      attributes["JOINTS_0"] = buffer_.joint_numbers(four_wide(part.joints));
      attributes["WEIGHTS_0"] =
          buffer_.floats(four_wide(Positions(part.weights)), "VEC4", vertices);
    }
    ordered_json primitive{
        {"attributes", attributes},
        {"indices", buffer_.triangle_corners(part.triangles, part.positions.rows())},
        {"material", material_of(look)}};
    for (const Positions& target : part.targets)
      primitive["targets"].push_back(
          {{"POSITION", buffer_.bounded_floats(target, "VEC3", vertices)}});
    return primitive;
  }

  int material_of(const PartLook& look) {
    ordered_json material{
        {"pbrMetallicRoughness", {{"metallicFactor", 0}, {"roughnessFactor", look.roughness}}}};
    if (!look.glow.isZero(0)) material["emissiveFactor"] = array_of(look.glow);
    for (size_t m = 0; m < materials_.size(); ++m)
      if (materials_[m] == material) return static_cast<int>(m);
    materials_.push_back(material);
    return static_cast<int>(materials_.size()) - 1;
  }

  void write_skin(const Skin& skin) {
    Positions matrices(static_cast<Index>(skin.joints.size()), 16);
    for (size_t j = 0; j < skin.joints.size(); ++j)
      matrices.row(j) = skin.inverse_binds[j].reshaped().transpose();
    root_["skins"].push_back(
        {{"name", skin.name},
         {"joints", skin.joints},
         {"inverseBindMatrices", buffer_.floats(matrices, "MAT4", no_target)}});
  }

  void write_clip(const CharacterClip& clip) {
    static constexpr const char* paths[] = {"translation", "rotation", "scale", "weights"};
    static constexpr const char* types[] = {"VEC3", "VEC4", "VEC3", "SCALAR"};
    ordered_json channels = ordered_json::array(), samplers = ordered_json::array();
    std::map<std::vector<double>, int> inputs;  // many channels have the same key times
    for (const Channel& channel : clip.channels) {
      if (channel.interpolation != Interpolation::linear &&
          channel.interpolation != Interpolation::step)
        throw BugError("internal error: built-in characters have no cubic channels");
      if (!inputs.contains(channel.times)) {
        const Positions times = Eigen::Map<const Vector>(channel.times.data(),
                                                         static_cast<Index>(channel.times.size()));
        inputs[channel.times] = buffer_.bounded_floats(times, "SCALAR", no_target);
      }
      const int path = static_cast<int>(channel.path);
      Positions values = channel.values;
      if (channel.path == ChannelPath::weights) values.resize(values.size(), 1);
      channels.push_back({{"sampler", samplers.size()},
                          {"target", {{"node", channel.node}, {"path", paths[path]}}}});
      const bool is_step = channel.interpolation == Interpolation::step;
      samplers.push_back({{"input", inputs[channel.times]},
                          {"interpolation", is_step ? "STEP" : "LINEAR"},
                          {"output", buffer_.floats(values, types[path], no_target)}});
    }
    root_["animations"].push_back(
        {{"name", clip.name}, {"channels", channels}, {"samplers", samplers}});
  }

  const Character& character_;
  const std::vector<std::vector<PartLook>>& looks_;
  Buffer buffer_;
  ordered_json root_, materials_ = ordered_json::array();
};

}  // namespace

std::string glb_bytes(const DressedCharacter& dressed) { return Writer(dressed).bytes(); }

}  // namespace descant
