// fuzz/gltf.cpp: any bytes as a glTF file and the buffers it names, in the order they are asked
// for, with a line `---` between them; what is read can be posed.

#include "descant/io/gltf.hpp"

#include "descant/scene/character_pose.hpp"
#include "fuzz.hpp"

namespace descant::fuzz {

namespace {

void check_part(const SurfacePart& part, std::size_t num_targets) {
  require(part.positions.allFinite() && part.weights.allFinite());
  require(part.targets.size() == num_targets);
  require(part.joints.rows() == part.weights.rows() && part.joints.cols() == part.weights.cols());
  if (part.triangles.size() > 0)
    require(part.triangles.minCoeff() >= 0 &&
            part.triangles.maxCoeff() < static_cast<int>(part.positions.rows()));
}

void pose_all(const Character& character, const CharacterPose& pose) {
  require(pose.world_from_node.size() == character.nodes.size());
  for (std::size_t n = 0; n < character.nodes.size(); ++n)
    posed_surface(character, pose, static_cast<int>(n));
}

}  // namespace

void gltf(std::string_view bytes) {
  const std::vector<std::string_view> parts = parts_of(bytes);
  std::size_t next = 1;
  const FileReader reader = [&](const std::string& path) {
    if (next >= parts.size()) throw InputError(path, "cannot be found");
    return std::string(parts[next++]);
  };
  const GltfDocument document = parse_gltf_document(std::string(parts[0]), "fuzz.gltf", reader);
  const Character character = character_of(document, {});
  for (const CharacterMesh& mesh : character.meshes)
    for (const SurfacePart& part : mesh.parts) check_part(part, mesh.parts.front().targets.size());
  pose_all(character, rest_pose(character));
  for (const CharacterClip& clip : character.clips)
    pose_all(character, pose_at(character, clip, 0.4 * clip.duration));
}

}  // namespace descant::fuzz

DESCANT_FUZZ(descant::fuzz::gltf)
