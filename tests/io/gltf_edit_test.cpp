// tests/io/gltf_edit_test.cpp: a glTF file gains morph targets and stays what it was otherwise.

#include "descant/io/gltf_edit.hpp"

#include <gtest/gtest.h>

#include <regex>

#include "descant/io/gltf.hpp"
#include "descant/scene/character_pose.hpp"
#include "support/gltf_files.hpp"
#include "support/input_error.hpp"

namespace descant {
namespace {

using test::differences;
using test::GltfMaker;
using test::Json;

constexpr int num_new = 2;

// Two nodes share a mesh of two parts with one morph target; a third has a mesh of its own,
// without. Clips: "Walk" moves the target of node 0 linearly, "Rest" in steps, "Turn" turns node 2.
GltfMaker sample() {
  GltfMaker maker;
  const int corner = maker.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  const int normal = maker.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
  const int moved = maker.floats({0, 0, 0, 0, 0, 1, 0, 0, 2}, "VEC3");
  const int two_times = maker.floats({0, 1}, "SCALAR"), rise = maker.floats({0, 1}, "SCALAR");
  const int turn = maker.floats({0, 0, 0, 1, 0, 0, 1, 0}, "VEC4");
  const Json part = {{"attributes", {{"POSITION", corner}, {"NORMAL", normal}}},
                     {"targets", Json::array({{{"POSITION", moved}}})}};
  const Json bare = {{"attributes", {{"POSITION", corner}}}};
  maker.root["meshes"] = Json::array(
      {{{"name", "pair"}, {"primitives", Json::array({part, part})}, {"weights", {0.25}}},
       {{"primitives", Json::array({bare})}, {"extras", {{"kept", 1.0}}}}});
  maker.root["nodes"] =
      Json::array({{{"mesh", 0}, {"weights", {0.5}}}, {{"mesh", 0}}, {{"mesh", 1}}});
  maker.root["scenes"] = Json::array({{{"nodes", {0, 1, 2}}}});
  const auto clip = [](const char* name, int node, const char* path, const Json& sampler) {
    return Json{{"name", name},
                {"samplers", Json::array({sampler})},
                {"channels",
                 Json::array({{{"sampler", 0}, {"target", {{"node", node}, {"path", path}}}}})}};
  };
  maker.root["animations"] =
      Json::array({clip("Walk", 0, "weights", {{"input", two_times}, {"output", rise}}),
                   clip("Rest", 0, "weights",
                        {{"input", two_times}, {"interpolation", "STEP"}, {"output", rise}}),
                   clip("Turn", 2, "rotation", {{"input", two_times}, {"output", turn}})});
  // numbers as people write them
  maker.root["extras"] = Json::parse(
      R"({"whole": 1, "decimal": 1.0, "long": 0.12345678901234567, "tiny": 1e-300,
          "negative": -0.0, "big": 12345678901234567890, "text": "ü \u0001 \/", "none": null})");
  return maker;
}

GltfDocument document_of(const std::string& bytes, const std::string& path) {
  return parse_gltf_document(bytes, path, [](const std::string& name) -> std::string {
    throw InputError(name, "is not there");
  });
}

// Every target moves vertex i of part p by its own amount.
MeshAddition addition(const Character& character, int node, const std::vector<int>& clips) {
  MeshAddition result{.node = node};
  for (int k = 0; k < num_new; ++k) {
    NewTarget target{.name = "descant_" + std::to_string(k)};
    for (const SurfacePart& part : character.meshes[character.nodes[node].mesh].parts) {
      const double size = 0.1 * double(target.positions.size() + 1) * (k + 1);
      target.positions.push_back(Positions::Constant(part.positions.rows(), 3, size));
    }
    result.targets.push_back(target);
  }
  for (const int clip : clips) {
    NewWeights keyed{.clip = clip, .times = {0, 0.5, 1}, .weights = Matrix(3, num_new)};
    keyed.weights << 1, 0, 1, 0.5, 1, 1;
    result.clips.push_back(keyed);
  }
  return result;
}

// Before and after, both as documents and as characters.
struct Edited {
  GltfDocument in, out;
  Character before, after;
  GltfFiles files;
  Json json_before() const { return Json::parse(in.json); }
  Json json_after() const { return Json::parse(out.json); }
};

Edited edited(const GltfDocument& in, const std::vector<std::pair<int, std::vector<int>>>& which,
              const std::string& out_path) {
  Edited result{.in = in, .before = character_of(in, {})};
  std::vector<MeshAddition> additions;
  for (const auto& [node, clips] : which) additions.push_back(addition(result.before, node, clips));
  result.files = enriched_gltf(in, result.before, additions, out_path);
  const auto read = [&](const std::string& path) {
    EXPECT_TRUE(path.ends_with(result.files.buffer_name)) << path;
    return result.files.buffer;
  };
  result.out = parse_gltf_document(result.files.main, out_path, read);
  result.after = character_of(result.out, {});
  return result;
}

void expect_only(const std::set<std::string>& found, const std::string& allowed) {
  for (const std::string& pointer : found)
    EXPECT_TRUE(std::regex_match(pointer, std::regex(allowed))) << pointer << " changed";
}

TEST(GltfEdit, ChangesNothingElse) {
  const Edited files = edited(document_of(sample().glb_bytes(), "in.glb"), {{2, {2}}}, "out.glb");
  ASSERT_EQ(files.out.buffers.size(), 1u);
  EXPECT_EQ(files.out.buffers[0].substr(0, files.in.buffers[0].size()), files.in.buffers[0]);
  const Json before = files.json_before(), after = files.json_after();
  expect_only(differences(before, after),
              "/buffers/0/byteLength|/accessors/.*|/bufferViews/.*|/animations/2/channels/-"
              "|/animations/2/samplers/-|/meshes/1/weights|/meshes/1/primitives/0/targets"
              "|/meshes/1/extras/targetNames");
  for (const char* list : {"accessors", "bufferViews"})
    for (std::size_t i = 0; i < before[list].size(); ++i)
      EXPECT_EQ(before[list][i].dump(), after[list][i].dump());
  EXPECT_EQ(before["extras"].dump(), after["extras"].dump());
  EXPECT_EQ(after["meshes"][1]["weights"], Json({0, 0}));
  EXPECT_EQ(after["meshes"][1]["extras"]["targetNames"], Json({"descant_0", "descant_1"}));
  EXPECT_TRUE(after["extras"]["whole"].is_number_integer());
  EXPECT_TRUE(after["extras"]["decimal"].is_number_float());
  EXPECT_EQ(after["extras"]["long"].get<double>(), 0.12345678901234567);
  EXPECT_EQ(after["extras"]["big"].get<std::uint64_t>(), 12345678901234567890u);
}

TEST(GltfEdit, WritesWhatWasAsked) {
  const Edited files = edited(document_of(sample().glb_bytes(), "in.glb"), {{2, {2}}}, "out.glb");
  const MeshAddition asked = addition(files.before, 2, {2});
  const SurfacePart& part = files.after.meshes[1].parts[0];
  ASSERT_EQ(part.targets.size(), 2u);
  for (int k = 0; k < num_new; ++k)
    EXPECT_EQ(part.targets[k], asked.targets[k].positions[0].cast<float>().cast<double>());
  EXPECT_EQ(pose_at(files.after, files.after.clips[2], 0.25).morph_weights[2],
            (Eigen::Vector2d(1, 0.25)));
  EXPECT_EQ(pose_at(files.after, files.after.clips[0], 0.25).morph_weights[2], Vector::Zero(2));
  EXPECT_EQ(rest_pose(files.after).morph_weights[2], Vector::Zero(2));
  // bounds and alignment as glTF asks
  const Json json = files.json_after();
  const Json& accessor =
      json["accessors"]
          [json["meshes"][1]["primitives"][0]["targets"][1]["POSITION"].get<std::size_t>()];
  EXPECT_EQ(accessor["min"], accessor["max"]);
  EXPECT_EQ(accessor["min"][0].get<double>(), double(0.2f));
  for (const Json& view : json["bufferViews"]) EXPECT_EQ(view["byteOffset"].get<int>() % 4, 0);
}

TEST(GltfEdit, ClonesASharedMeshAndKeepsOldWeights) {
  const Edited files =
      edited(document_of(sample().glb_bytes(), "in.glb"), {{0, {0}}, {1, {2}}}, "out.glb");
  const Json after = files.json_after();
  // the first leaves the shared mesh to the other, which is then its only user
  ASSERT_EQ(after["meshes"].size(), 3u);
  EXPECT_EQ(after["nodes"][0]["mesh"], 2);
  EXPECT_EQ(after["nodes"][1]["mesh"], 0);
  EXPECT_EQ(after["meshes"][2]["weights"].dump(), "[0.25,0,0]");
  EXPECT_EQ(after["nodes"][0]["weights"].dump(), "[0.5,0,0]");
  EXPECT_FALSE(after["nodes"][1].contains("weights"));
  EXPECT_EQ(after["meshes"][2]["extras"]["targetNames"],
            Json({"target_0", "descant_0", "descant_1"}));
  for (const Json& part : after["meshes"][0]["primitives"]) EXPECT_EQ(part["targets"].size(), 3u);

  // parts get their own deltas, after the old target
  EXPECT_EQ(files.after.meshes[2].parts[0].targets[0], files.before.meshes[0].parts[0].targets[0]);
  EXPECT_EQ(files.after.meshes[2].parts[1].targets[1](0, 0), double(0.2f));

  // the old weight goes its way in both clips, the new ones in the enriched one only
  const auto weights = [&](int clip, double time, int node) -> Vector {
    return pose_at(files.after, files.after.clips[clip], time).morph_weights[node];
  };
  EXPECT_EQ(weights(0, 0.25, 0), (Eigen::Vector3d(0.25, 1, 0.25)));
  EXPECT_EQ(weights(0, 0.75, 0), (Eigen::Vector3d(0.75, 1, 0.75)));
  EXPECT_EQ(weights(1, 0.75, 0), (Eigen::Vector3d(0, 0, 0)));
  EXPECT_EQ(weights(1, 1, 0), (Eigen::Vector3d(1, 0, 0)));
  EXPECT_EQ(weights(2, 0.5, 0), (Eigen::Vector3d(0.5, 0, 0)));
  // a new channel holds the old target at its default, here the mesh's
  EXPECT_EQ(weights(2, 0.25, 1), (Eigen::Vector3d(0.25, 1, 0.25)));
  EXPECT_EQ(weights(0, 0.25, 1), (Eigen::Vector3d(0.25, 0, 0)));
  // the clip that is not enriched keeps its key times and its interpolation
  EXPECT_EQ(after["animations"][1]["samplers"][1]["input"],
            after["animations"][1]["samplers"][0]["input"]);
  EXPECT_EQ(after["animations"][1]["samplers"][1]["interpolation"], "STEP");
}

TEST(GltfEdit, LeavesTheSharedMeshToOthers) {
  const Edited files = edited(document_of(sample().glb_bytes(), "in.glb"), {{1, {0}}}, "out.glb");
  const Json after = files.json_after();
  EXPECT_EQ(after["meshes"][0].dump(), files.json_before()["meshes"][0].dump());
  EXPECT_EQ(after["nodes"][0].dump(), files.json_before()["nodes"][0].dump());
  EXPECT_EQ(after["animations"][0]["channels"][0].dump(),
            files.json_before()["animations"][0]["channels"][0].dump());
  EXPECT_EQ(after["nodes"][1]["mesh"], 2);
}

TEST(GltfEdit, StepsStayStepsInAnEnrichedClip) {
  const Edited files = edited(document_of(sample().glb_bytes(), "in.glb"), {{0, {1}}}, "out.glb");
  const auto weights = [&](double time) -> Vector {
    return pose_at(files.after, files.after.clips[1], time).morph_weights[0];
  };
  EXPECT_EQ(weights(0.75), (Eigen::Vector3d(0, 1, 0.75)));
  EXPECT_EQ(weights(std::nextafter(1.0f, 0.0f))[0], 0);
  EXPECT_EQ(weights(1), (Eigen::Vector3d(1, 1, 1)));
}

TEST(GltfEdit, NormalsWhereThePartHasThem) {
  const GltfDocument in = document_of(sample().glb_bytes(), "in.glb");
  const Character character = character_of(in, {});
  std::vector<MeshAddition> additions = {addition(character, 0, {0}), addition(character, 2, {0})};
  for (MeshAddition& each : additions)
    for (NewTarget& target : each.targets) target.normals = target.positions;
  const GltfFiles files = enriched_gltf(in, character, additions, "out.glb");
  const Json after = Json::parse(document_of(files.main, "out.glb").json);
  EXPECT_FALSE(after["meshes"][2]["primitives"][0]["targets"][0].contains("NORMAL"));
  EXPECT_TRUE(after["meshes"][2]["primitives"][0]["targets"][1].contains("NORMAL"));
  EXPECT_FALSE(after["meshes"][1]["primitives"][0]["targets"][0].contains("NORMAL"));
}

TEST(GltfEdit, NoTargetsNoChange) {
  const GltfDocument in = document_of(sample().glb_bytes(), "in.glb");
  const GltfFiles files = enriched_gltf(in, character_of(in, {}), {{.node = 0}}, "out.glb");
  const GltfDocument out = document_of(files.main, "out.glb");
  EXPECT_EQ(out.json, in.json);
  EXPECT_EQ(out.buffers, in.buffers);
}

TEST(GltfEdit, OtherEndingsAreTurnedAway) {
  const GltfDocument in = document_of(sample().glb_bytes(), "in.glb");
  expect_input_error([&] { enriched_gltf(in, character_of(in, {}), {}, "out.fbx"); }, "out.fbx",
                     ".glb or .gltf");
}

}  // namespace
}  // namespace descant
