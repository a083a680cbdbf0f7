// io/gltf_json.cpp: the words of glTF's JSON that several of its readers share.

#include "descant/io/gltf_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "descant/core/error.hpp"
#include "descant/io/text.hpp"

namespace descant {

namespace {

constexpr double largest_size = 9007199254740991.0;  // 2⁵³ − 1

constexpr std::string_view compressions[] = {"KHR_draco_mesh_compression",
                                             "EXT_meshopt_compression", "KHR_meshopt_compression",
                                             "MESHOPT_compression"};

constexpr const char* how_to_decompress =
    "Decompress it first: npx @gltf-transform/cli copy in.glb out.glb";

// Beginnings of the names of extensions that touch only looks, sound or notes.
constexpr std::string_view harmless[] = {
    "KHR_materials_",   "KHR_texture_",    "KHR_lights_",           "KHR_mesh_quantization",
    "KHR_xmp",          "KHR_audio",       "EXT_texture_",          "EXT_lights_",
    "EXT_materials_",   "MSFT_texture_",   "MSFT_packing_",         "ADOBE_materials_",
    "FB_ngon_encoding", "VRMC_materials_", "KHR_node_hoverability", "KHR_node_selectability"};

bool is_compression(std::string_view name) {
  return std::find(std::begin(compressions), std::end(compressions), name) !=
         std::end(compressions);
}

bool is_harmless(std::string_view name) {
  return std::any_of(std::begin(harmless), std::end(harmless),
                     [&](std::string_view start) { return name.starts_with(start); });
}

}  // namespace

std::size_t size_of(const JsonNode& node) {
  const double value = node.number();
  if (value != std::floor(value) || value < 0 || value > largest_size)
    node.fail(fmt::format("must be a whole number, 0 or more, not {}", value));
  return static_cast<std::size_t>(value);
}

std::size_t size_or_zero(const JsonNode& node, const std::string& key) {
  return node.has(key) ? size_of(node.at(key)) : 0;
}

std::vector<JsonNode> items_or_none(const JsonNode& node, const std::string& key) {
  if (!node.has(key)) return {};
  std::vector<JsonNode> items = node.at(key).items(key.c_str());
  for (const JsonNode& item : items) item.expect_object();
  return items;
}

std::string text_or_empty(const JsonNode& node, const std::string& key) {
  return node.has(key) ? node.at(key).text() : std::string();
}

std::size_t index_of(const JsonNode& node, std::size_t count, const char* what) {
  const std::size_t index = size_of(node);
  if (index >= count)
    node.fail(fmt::format("names {} {}, and the file has {}, counted from 0", what, index, count),
              "Export the file again");
  return index;
}

void refuse_compressed(const JsonNode& node) {
  if (!node.has("extensions")) return;
  const JsonNode extensions = node.at("extensions");
  extensions.expect_object();
  for (const auto& [name, unused] : extensions.value().items()) {
    if (is_compression(name))
      extensions.at(name).fail("the data are compressed, which is not read", how_to_decompress);
  }
}

void expect_known_extensions(const JsonNode& root) {
  if (!root.has("extensionsRequired")) return;
  for (const JsonNode& node : root.at("extensionsRequired").items("names")) {
    const std::string name = node.text();
    if (is_compression(name))
      node.fail(fmt::format("the file is compressed with {}, which is not read", name),
                how_to_decompress);
    if (!is_harmless(name))
      node.fail(fmt::format("the file requires the extension {}, which is not known", shown(name)),
                "Export the file without it");
  }
}

}  // namespace descant
