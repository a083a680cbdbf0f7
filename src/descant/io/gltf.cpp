// io/gltf.cpp: puts a character together from the lists of a glTF file.

#include "descant/io/gltf.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "descant/core/error.hpp"
#include "descant/io/gltf_parts.hpp"
#include "descant/io/text.hpp"

namespace descant {

namespace {

void expect_version_2(const JsonNode& root) {
  const JsonNode asset = root.required("asset", "the version of glTF");
  asset.expect_object();
  const JsonNode version = asset.required("version", "the version of glTF");
  const std::string text = version.text();
  if (text != "2" && !text.starts_with("2."))
    version.fail(fmt::format("glTF {} is not read, only 2.0", shown(text)),
                 "Convert it, for example with `npx gltf-pipeline -i old.gltf -o new.glb`");
  if (!asset.has("minVersion")) return;
  const JsonNode least = asset.at("minVersion");
  if (least.text() != "2.0")
    least.fail(fmt::format("the file needs a reader of glTF {}", shown(least.text())),
               "Export it as glTF 2.0");
}

// The skins every mesh is shown with, by the nodes that show it.
std::vector<std::vector<const Skin*>> skins_of_meshes(const Character& character,
                                                      std::size_t num_meshes) {
  std::vector<std::vector<const Skin*>> skins(num_meshes);
  for (const CharacterNode& node : character.nodes)
    if (node.mesh >= 0 && node.skin >= 0)
      skins[static_cast<std::size_t>(node.mesh)].push_back(
          &character.skins[static_cast<std::size_t>(node.skin)]);
  return skins;
}

// A node's morph weights: its own, else its mesh's, else zeros.
void settle_morph_weights(GltfFile& file, const std::vector<Index>& num_targets,
                          std::vector<CharacterNode>& nodes) {
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    CharacterNode& node = nodes[n];
    if (node.mesh < 0) {
      node.morph_weights.resize(0);
      continue;
    }
    const auto mesh = static_cast<std::size_t>(node.mesh);
    const JsonNode& owner = file.nodes[n].has("weights") ? file.nodes[n] : file.meshes[mesh];
    take_room(file, file.nodes[n], static_cast<std::size_t>(num_targets[mesh]), 1);
    node.morph_weights = Vector::Zero(num_targets[mesh]);
    if (!owner.has("weights")) continue;
    const Vector weights = owner.at("weights").numbers();
    if (weights.size() != num_targets[mesh])
      owner.at("weights").fail(
          fmt::format("holds {} weights for {} morph targets", weights.size(), num_targets[mesh]),
          "Export the file again");
    node.morph_weights = weights;
  }
}

}  // namespace

Character character_of(const GltfDocument& document, const Log& log) {
  const nlohmann::json json = parse_json(document.json, document.path);
  const JsonNode root(json, document.path);
  root.expect_object();
  expect_version_2(root);
  expect_known_extensions(root);
  GltfFile file = gltf_file(root, document.buffers, log);

  Character character;
  character.name = std::filesystem::path(document.path).stem().string();
  character.nodes = read_nodes(file);
  character.skins = read_skins(file);
  const auto skins = skins_of_meshes(character, file.meshes.size());
  std::vector<Index> num_targets;
  for (std::size_t m = 0; m < file.meshes.size(); ++m) {
    character.meshes.push_back(read_mesh(file, m, skins[m]));
    const std::vector<SurfacePart>& parts = character.meshes.back().parts;
    num_targets.push_back(parts.empty() ? 0 : static_cast<Index>(parts.front().targets.size()));
  }
  settle_morph_weights(file, num_targets, character.nodes);
  for (std::size_t a = 0; a < file.animations.size(); ++a)
    character.clips.push_back(read_clip(file, a, character.nodes));
  return character;
}

}  // namespace descant
