// tests/io/gltf_container_test.cpp: from `.gltf` and `.glb` to either, with every file in its
// place.

#include "descant/io/gltf_container.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "descant/io/gltf.hpp"
#include "descant/scene/character_pose.hpp"
#include "support/gltf_files.hpp"
#include "support/input_error.hpp"
#include "support/published_fixture.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

using test::Json;
namespace fs = std::filesystem;

// A triangle whose positions and times lie in two files, with a picture beside them.
void write_sample(const std::string& folder) {
  std::string corners(36, '\0');
  corners[14] = corners[30] = '\x80', corners[15] = corners[31] = '\x3f';
  const std::string times("\0\0\0\0\0\0\x80\x3f\0", 9);  // a byte too many
  const Json root = Json::parse(R"({
    "asset": {"version": "2.0"},
    "buffers": [{"uri": "my%20corners.bin", "byteLength": 36, "name": "first"},
                {"uri": "times.bin", "byteLength": 9}],
    "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 1, "byteLength": 8}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                   "min": [0, 0, 0], "max": [1, 1, 0]},
                  {"bufferView": 1, "componentType": 5126, "count": 2, "type": "SCALAR",
                   "min": [0], "max": [1]},
                  {"bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC3"}],
    "images": [{"uri": "skin.png", "name": "skin"}, {"uri": "gone.png"}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "nodes": [{"mesh": 0}],
    "animations": [{"samplers": [{"input": 1, "output": 2}],
                    "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]})");
  write_file(folder + "/in.gltf", root.dump(1));
  write_file(folder + "/my corners.bin", corners);
  write_file(folder + "/times.bin", times);
  write_file(folder + "/skin.png", "\x89PNG picture");
}

MeshAddition one_target(int vertices) {
  return {.node = 0,
          .targets = {{.name = "descant_0", .positions = {Positions::Constant(vertices, 3, 0.5)}}},
          .clips = {{.clip = 0, .times = {0, 1}, .weights = Matrix::Ones(2, 1)}}};
}

// Writes the enriched file to `path` and reads it back from there.
GltfDocument written(const GltfDocument& in, const std::string& path) {
  const GltfFiles files = enriched_gltf(in, character_of(in, {}), {one_target(3)}, path);
  write_file(path, files.main);
  if (!files.buffer_name.empty())
    write_file((fs::path(path).parent_path() / files.buffer_name).string(), files.buffer);
  return read_gltf_document(path);
}

void expect_alive(const GltfDocument& document) {
  const Character character = character_of(document, {});
  const Positions shown =
      posed_surface(character, pose_at(character, character.clips.at(0), 0.5), 0);
  Positions expected(3, 3);
  expected << 0, 0, 0, 1, 0, 0, 0, 1, 0;
  // half way along the translation (0,0,0) … (1,0,0), all moved by one half
  EXPECT_EQ(shown, (expected.rowwise() + Eigen::RowVector3d(1, 0.5, 0.5)).eval());
}

class GltfContainer : public ::testing::Test {
 protected:
  void SetUp() override {
    write_sample(folder_.path());
    in_ = read_gltf_document(folder_.path() + "/in.gltf");
  }

  TemporaryFolder folder_;
  GltfDocument in_;
};

TEST_F(GltfContainer, GltfKeepsItsBuffersAndGainsOne) {
  const GltfDocument out = written(in_, folder_.path() + "/out.gltf");
  expect_alive(out);
  const Json json = Json::parse(out.json);
  ASSERT_EQ(json["buffers"].size(), 3u);
  EXPECT_EQ(json["buffers"][0].dump(), Json::parse(in_.json)["buffers"][0].dump());
  EXPECT_EQ(json["buffers"][1].dump(), Json::parse(in_.json)["buffers"][1].dump());
  EXPECT_EQ(json["buffers"][2]["uri"], "out.bin");
  EXPECT_EQ(json["images"].dump(), Json::parse(in_.json)["images"].dump());
  EXPECT_NE(out.json.find('\n'), std::string::npos) << "text stays spread over lines";
}

TEST_F(GltfContainer, ReferencesFollowToAnotherFolder) {
  fs::create_directories(folder_.path() + "/there/deep");
  const GltfDocument out = written(in_, folder_.path() + "/there/deep/out file.gltf");
  expect_alive(out);
  const Json json = Json::parse(out.json);
  EXPECT_EQ(json["buffers"][0]["uri"], "../../my%20corners.bin");
  EXPECT_EQ(json["buffers"][2]["uri"], "out%20file.bin");
  EXPECT_EQ(json["images"][0]["uri"], "../../skin.png");
}

TEST_F(GltfContainer, NeverTakesTheNameOfAFileItCameFrom) {
  const GltfFiles files =
      enriched_gltf(in_, character_of(in_, {}), {one_target(3)}, folder_.path() + "/times.gltf");
  EXPECT_EQ(files.buffer_name, "times-descant.bin");
}

TEST_F(GltfContainer, GlbPacksEverything) {
  const GltfDocument out = written(in_, folder_.path() + "/out.glb");
  expect_alive(out);
  ASSERT_EQ(out.buffers.size(), 1u);
  const std::string packed = in_.buffers[0] + in_.buffers[1] + std::string(3, '\0');
  EXPECT_EQ(out.buffers[0].substr(0, packed.size()), packed);
  const Json json = Json::parse(out.json);
  EXPECT_EQ(json["buffers"][0]["name"], "first");
  EXPECT_FALSE(json["buffers"][0].contains("uri"));
  EXPECT_EQ(json["bufferViews"][0].dump(), R"({"buffer":0,"byteLength":36})");
  EXPECT_EQ(json["bufferViews"][1].dump(), R"({"buffer":0,"byteLength":8,"byteOffset":36})");

  // the picture that is there comes along; the one that is not stays a reference
  const Json& image = json["images"][0];
  EXPECT_EQ(image["mimeType"], "image/png");
  EXPECT_EQ(image["name"], "skin");
  const Json& view = json["bufferViews"][image["bufferView"].get<std::size_t>()];
  EXPECT_EQ(out.buffers[0].substr(view["byteOffset"].get<std::size_t>(),
                                  view["byteLength"].get<std::size_t>()),
            "\x89PNG picture");
  EXPECT_EQ(json["images"][1].dump(), R"({"uri":"gone.png"})");
}

TEST_F(GltfContainer, GlbBackToGltf) {
  const GltfDocument glb = written(in_, folder_.path() + "/out.glb");
  const std::string path = folder_.path() + "/back.gltf";
  const GltfFiles files = enriched_gltf(glb, character_of(glb, {}), {}, path);
  EXPECT_EQ(files.buffer_name, "back.bin");
  EXPECT_EQ(files.buffer, glb.buffers[0]);
  write_file(path, files.main);
  write_file(folder_.path() + "/back.bin", files.buffer);
  expect_alive(read_gltf_document(path));
}

// Every character as users have them.
class GltfEditData : public test::PublishedFixture {};

TEST_F(GltfEditData, EveryCharacterStaysItself) {
  int seen = 0;
  for (const auto& entry : fs::directory_iterator(data_ + "/characters")) {
    const std::string path = entry.path().string();
    if (!path.ends_with(".glb") && !path.ends_with(".gltf")) continue;
    SCOPED_TRACE(path);
    ++seen;
    const GltfDocument in = read_gltf_document(path);
    const Character before = character_of(in, {});

    // one target a mesh node, used in the first clip only
    std::vector<MeshAddition> additions;
    for (int n = 0; n < static_cast<int>(before.nodes.size()); ++n) {
      if (before.nodes[n].mesh < 0) continue;
      MeshAddition& addition = additions.emplace_back();
      addition.node = n;
      NewTarget& target = addition.targets.emplace_back();
      target.name = "descant_0";
      for (const SurfacePart& part : before.meshes[before.nodes[n].mesh].parts)
        target.positions.push_back(Positions::Ones(part.positions.rows(), 3));
      addition.clips.push_back({.clip = 0, .times = {0, 0.1, 0.2}, .weights = Matrix::Zero(3, 1)});
    }
    const GltfFiles files = enriched_gltf(in, before, additions, "out.glb");
    const GltfDocument out = parse_gltf_document(files.main, "out.glb");
    const Character after = character_of(out, {});
    EXPECT_EQ(out.buffers[0].substr(0, in.buffers[0].size()), in.buffers[0]);
    for (std::size_t c = 0; c < before.clips.size(); ++c)
      for (const double time : {0.0, 0.05, 0.123, 0.7}) {
        const CharacterPose a = pose_at(before, before.clips[c], time),
                            b = pose_at(after, after.clips[c], time);
        for (std::size_t n = 0; n < before.nodes.size(); ++n) {
          EXPECT_EQ(a.world_from_node[n], b.world_from_node[n]);
          const Vector& old = a.morph_weights[n];
          if (before.nodes[n].mesh < 0) continue;
          ASSERT_EQ(b.morph_weights[n].size(), old.size() + 1);
          EXPECT_EQ(b.morph_weights[n][old.size()], 0);
          EXPECT_LE((b.morph_weights[n].head(old.size()) - old).lpNorm<Eigen::Infinity>(), 1e-6);
        }
      }
  }
  EXPECT_GE(seen, 9);
}

}  // namespace
}  // namespace descant
