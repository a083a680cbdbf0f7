// tests/support/small_gltf.hpp: a small glTF file that has everything, to take to pieces.
//
//   a square of 4 vertices and 2 triangles, z = 0, corners (0,0) (1,0) (1,1) (0,1)
//   node 0 shows it with skin 0; node 1 is a joint at the origin, its child node 2 one at (0,1,0)
//   the lower vertices follow joint 0, the upper ones joint 1
//   one morph target lifts vertex 2 by z = 1
//   clip 0, "Bend": node 2 turns by 90° about z in 1 s; the target comes on, then goes

#pragma once

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "descant/io/gltf.hpp"

namespace descant::test {

/// The accessors of `small_gltf()`, by what they hold.
enum SmallAccessor {
  small_positions,
  small_joints,
  small_weights,
  small_indices,
  small_target,
  small_binds,
  small_times,
  small_turns,
  small_morphs
};

inline std::string base64(const std::string& bytes) {
  const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t b = 0; b < 3; ++b)
      group = group << 8 | (i + b < bytes.size() ? static_cast<unsigned char>(bytes[i + b]) : 0u);
    for (std::size_t letter = 0; letter < 4; ++letter)
      text += i + letter > bytes.size() ? '=' : letters[group >> (18 - 6 * letter) & 63u];
  }
  return text;
}

/// A document in the making: JSON, and the bytes of its one buffer.
struct SmallGltf {
  nlohmann::json json = nlohmann::json::parse(R"({"asset": {"version": "2.0"}, "scene": 0})");
  std::string bytes;

  /// Adds an accessor with a view of its own; returns its number.
  template <class T>
  int add(const std::vector<T>& numbers, const char* type, int component) {
    const std::size_t width = type == std::string("SCALAR") ? 1
                              : type == std::string("MAT4")
                                  ? 16
                                  : static_cast<std::size_t>(type[3] - '0');
    const int view = add_view(numbers);
    json["accessors"].push_back({{"bufferView", view},
                                 {"componentType", component},
                                 {"count", numbers.size() / width},
                                 {"type", type}});
    return static_cast<int>(json["accessors"].size()) - 1;
  }

  template <class T>
  int add_view(const std::vector<T>& numbers) {
    bytes.resize((bytes.size() + 3) / 4 * 4);
    json["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", bytes.size()}, {"byteLength", numbers.size() * sizeof(T)}});
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T));
    return static_cast<int>(json["bufferViews"].size()) - 1;
  }

  int add_floats(const std::vector<float>& numbers, const char* type) {
    return add(numbers, type, 5126);
  }

  /// Overwrites one number of an accessor.
  template <class T>
  void put(int accessor, std::size_t index, T number) {
    const nlohmann::json& view =
        json["bufferViews"][json["accessors"][accessor]["bufferView"].get<int>()];
    std::memcpy(bytes.data() + view["byteOffset"].get<std::size_t>() + index * sizeof(T), &number,
                sizeof(T));
  }

  nlohmann::json& accessor(int number) { return json["accessors"][number]; }
  nlohmann::json& view_of(int number) {
    return json["bufferViews"][json["accessors"][number]["bufferView"].get<int>()];
  }
  nlohmann::json& primitive() { return json["meshes"][0]["primitives"][0]; }

  /// As a `.glb` file.
  std::string glb() const {
    nlohmann::json with_buffer = json;
    if (!with_buffer.contains("buffers")) with_buffer["buffers"][0]["byteLength"] = bytes.size();
    std::string text = with_buffer.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::string data = bytes;
    data.resize((data.size() + 3) / 4 * 4, '\0');
    return "glTF" + word(2) + word(12 + 8 + text.size() + 8 + data.size()) + word(text.size()) +
           "JSON" + text + word(data.size()) + std::string("BIN\0", 4) + data;
  }

  /// As a `.gltf` file whose buffer is found at `uri`; by default inside it.
  std::string gltf(const std::string& uri = {}) const {
    nlohmann::json with_buffer = json;
    const std::string inside = "data:application/octet-stream;base64," + base64(bytes);
    with_buffer["buffers"][0]["byteLength"] = bytes.size();
    with_buffer["buffers"][0]["uri"] = uri.empty() ? inside : uri;
    return with_buffer.dump(1);
  }

  Character character(const Log& log = {}) const {
    return character_of(parse_gltf_document(glb(), "small.glb"), log);
  }

  static std::string word(std::size_t number) {
    std::string text;
    for (int b = 0; b < 4; ++b) text += static_cast<char>(number >> (8 * b) & 255u);
    return text;
  }
};

inline SmallGltf small_gltf() {
  SmallGltf file;
  file.add_floats({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, "VEC3");
  file.add<std::uint8_t>({0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 5121);
  file.add_floats({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
  file.add<std::uint16_t>({0, 1, 2, 0, 2, 3}, "SCALAR", 5123);
  file.add_floats({0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, "VEC3");
  file.add_floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,
                   1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1},
                  "MAT4");
  file.add_floats({0, 0.5f, 1}, "SCALAR");
  const float half = 0.70710678f, sin = 0.38268343f, cos = 0.92387953f;
  file.add_floats({0, 0, 0, 1, 0, 0, sin, cos, 0, 0, half, half}, "VEC4");
  file.add_floats({0, 1, 0}, "SCALAR");

  file.json.update(nlohmann::json::parse(R"({
    "scenes": [{"nodes": [0, 1]}],
    "nodes": [{"name": "Body", "mesh": 0, "skin": 0},
              {"name": "Root", "children": [2]},
              {"name": "Tip", "translation": [0, 1, 0]}],
    "skins": [{"joints": [1, 2], "inverseBindMatrices": 5}],
    "meshes": [{"name": "Square",
                "primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2},
                                "indices": 3, "targets": [{"POSITION": 4}]}],
                "weights": [0], "extras": {"targetNames": ["lift"]}}],
    "animations": [{"name": "Bend",
                    "channels": [{"sampler": 0, "target": {"node": 2, "path": "rotation"}},
                                 {"sampler": 1, "target": {"node": 0, "path": "weights"}}],
                    "samplers": [{"input": 6, "output": 7},
                                 {"input": 6, "output": 8, "interpolation": "LINEAR"}]}]})"));
  return file;
}

}  // namespace descant::test
