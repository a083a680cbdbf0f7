// tests/support/gltf_files.hpp: small glTF files made by hand, and what differs between two.

#pragma once

#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "descant/core/types.hpp"

namespace descant::test {

using Json = nlohmann::ordered_json;

/// A `.glb` of this JSON and binary chunk, both padded as they must be.
inline std::string glb(std::string json, std::string bin) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  bin.resize((bin.size() + 3) / 4 * 4, '\0');
  const auto word = [](std::size_t value) {
    std::string bytes;
    for (int b = 0; b < 4; ++b) bytes += static_cast<char>(value >> (8 * b) & 255);
    return bytes;
  };
  return "glTF" + word(2) + word(28 + json.size() + bin.size()) + word(json.size()) + "JSON" +
         json + word(bin.size()) + std::string("BIN\0", 4) + bin;
}

/// A glTF document under construction: one buffer, one view an accessor.
struct GltfMaker {
  Json root = {{"asset", {{"version", "2.0"}}}};
  std::string bin;

  /// An accessor of float32 numbers; its number.
  int floats(const std::vector<float>& values, const std::string& type) {
    const std::size_t width = type == "SCALAR" ? 1 : type == "VEC3" ? 3 : 4, at = bin.size();
    bin.resize(at + 4 * values.size());
    std::memcpy(bin.data() + at, values.data(), 4 * values.size());
    Json accessor = {{"bufferView", root["bufferViews"].size()},
                     {"componentType", 5126},
                     {"count", values.size() / width},
                     {"type", type}};
    for (std::size_t a = 0; a < width; ++a) {
      float low = values.at(a), high = low;
      for (std::size_t i = a; i < values.size(); i += width)
        low = std::min(low, values[i]), high = std::max(high, values[i]);
      accessor["min"].push_back(low), accessor["max"].push_back(high);
    }
    root["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", at}, {"byteLength", 4 * values.size()}});
    root["accessors"].push_back(std::move(accessor));
    return static_cast<int>(root["accessors"].size()) - 1;
  }

  std::string glb_bytes() {
    root["buffers"] = Json::array({{{"byteLength", bin.size()}}});
    return glb(root.dump(), bin);
  }
};

/// JSON pointers to the values of `after` that are not as in `before`: changed, added or gone.
inline std::set<std::string> differences(const Json& before, const Json& after) {
  std::set<std::string> found;
  for (const auto& step : Json::diff(before, after)) found.insert(step["path"].get<std::string>());
  return found;
}

}  // namespace descant::test
