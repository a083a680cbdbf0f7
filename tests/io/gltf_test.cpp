// io/gltf_test.cpp: what a glTF file may hold comes out as plain numbers.

#include "descant/io/gltf.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "descant/scene/character_pose.hpp"
#include "support/small_gltf.hpp"

namespace descant {
namespace {

using nlohmann::json;
using test::small_gltf;
using test::SmallGltf;

const SurfacePart& only_part(const Character& character) {
  return character.meshes.at(0).parts.at(0);
}

Elements triangles_of(const SmallGltf& file) { return only_part(file.character()).triangles; }

Elements rows(const std::vector<std::array<int, 3>>& triangles) {
  Elements elements(static_cast<Index>(triangles.size()), 3);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (int i = 0; i < 3; ++i) elements(static_cast<Index>(t), i) = triangles[t][i];
  return elements;
}

TEST(Gltf, ReadsTheSmallFile) {
  const Character character = small_gltf().character();
  EXPECT_EQ(character.name, "small");
  ASSERT_EQ(character.nodes.size(), 3u);
  EXPECT_EQ(character.nodes[0].name, "Body");
  EXPECT_EQ(character.nodes[0].mesh, 0);
  EXPECT_EQ(character.nodes[0].skin, 0);
  EXPECT_EQ(character.nodes[0].morph_weights, Vector::Zero(1));
  EXPECT_EQ(character.nodes[1].parent, -1);
  EXPECT_EQ(character.nodes[2].parent, 1);
  EXPECT_EQ(character.nodes[2].translation, Eigen::Vector3d(0, 1, 0));

  const SurfacePart& part = only_part(character);
  EXPECT_EQ(part.positions.row(2), Eigen::RowVector3d(1, 1, 0));
  EXPECT_EQ(part.normals.size(), 0);
  EXPECT_EQ(part.stiffness.size(), 0);
  EXPECT_EQ(part.triangles, rows({{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(part.joints.col(0), Eigen::Vector4i(0, 0, 1, 1));
  EXPECT_EQ(part.weights.rowwise().sum(), Vector::Ones(4));
  ASSERT_EQ(part.targets.size(), 1u);
  EXPECT_EQ(part.targets[0].row(2), Eigen::RowVector3d(0, 0, 1));
  EXPECT_EQ(character.meshes[0].target_names, std::vector<std::string>{"lift"});

  EXPECT_EQ(character.skins[0].joints, (std::vector<int>{1, 2}));
  EXPECT_EQ(character.skins[0].inverse_binds[1].col(3), Eigen::Vector4d(0, -1, 0, 1));
  ASSERT_EQ(character.clips.size(), 1u);
  EXPECT_EQ(character.clips[0].name, "Bend");
  EXPECT_EQ(character.clips[0].duration, 1);
  ASSERT_EQ(character.clips[0].channels.size(), 2u);
  EXPECT_EQ(character.clips[0].channels[0].path, ChannelPath::rotation);
  EXPECT_EQ(character.clips[0].channels[0].interpolation, Interpolation::linear);
  EXPECT_EQ(character.clips[0].channels[1].values.col(0), Eigen::Vector3d(0, 1, 0));
}

TEST(Gltf, TheSameFileAsTextGivesTheSame) {
  const Character binary = small_gltf().character();
  const Character text = character_of(parse_gltf_document(small_gltf().gltf(), "small.gltf"), {});
  const CharacterPose from_binary = pose_at(binary, binary.clips[0], 0.3);
  const CharacterPose from_text = pose_at(text, text.clips[0], 0.3);
  EXPECT_EQ(posed_surface(binary, from_binary, 0), posed_surface(text, from_text, 0));
}

// ---- triangles
// -----------------------------------------------------------------------------------

TEST(GltfTriangles, WithoutIndicesVerticesComeInOrder) {
  SmallGltf file = small_gltf();
  file.primitive().erase("indices");
  int num_warnings = 0;
  const Character character = file.character([&](Severity, const std::string& message) {
    EXPECT_NE(message.find("small.glb#/meshes/0/primitives/0"), message.npos) << message;
    ++num_warnings;
  });
  EXPECT_EQ(only_part(character).triangles, rows({{0, 1, 2}}));
  EXPECT_EQ(num_warnings, 1) << "four corners: one is left over";
}

TEST(GltfTriangles, StripsAreWrittenOut) {
  SmallGltf file = small_gltf();
  file.primitive()["indices"] = file.add<std::uint8_t>({0, 1, 2, 3, 3, 1, 0}, "SCALAR", 5121);
  file.primitive()["mode"] = 5;
  // (2,3,3) and (3,3,1) only lead the strip on; every second triangle is turned
  EXPECT_EQ(triangles_of(file), rows({{0, 1, 2}, {1, 3, 2}, {3, 1, 0}}));
}

TEST(GltfTriangles, FansAreWrittenOut) {
  SmallGltf file = small_gltf();
  file.primitive()["indices"] = file.add<std::uint32_t>({3, 0, 1, 2}, "SCALAR", 5125);
  file.primitive()["mode"] = 6;
  EXPECT_EQ(triangles_of(file), rows({{0, 1, 3}, {1, 2, 3}}));
}

TEST(GltfTriangles, PointsAndLinesHaveVerticesAlone) {
  for (int mode = 0; mode < 4; ++mode) {
    SmallGltf file = small_gltf();
    file.primitive()["mode"] = mode;
    const Character character = file.character();
    EXPECT_EQ(only_part(character).triangles.rows(), 0);
    EXPECT_EQ(only_part(character).triangles.cols(), 3);
    EXPECT_EQ(only_part(character).positions.rows(), 4);
  }
}

// ---- arrays
// --------------------------------------------------------------------------------------

TEST(GltfArrays, InterleavedAttributesShareAView) {
  SmallGltf file = small_gltf();
  std::vector<float> numbers;
  for (int v = 0; v < 4; ++v)
    for (const int number : {v, 2 * v, 3 * v, 10 + v, 20 + v, 30 + v})
      numbers.push_back(static_cast<float>(number));
  const int view = file.add_view(numbers);
  file.json["bufferViews"][view]["byteStride"] = 24;
  file.accessor(test::small_positions)["bufferView"] = view;
  file.accessor(test::small_target)["bufferView"] = view;
  file.accessor(test::small_target)["byteOffset"] = 12;
  const Character character = file.character();
  EXPECT_EQ(only_part(character).positions.row(3), Eigen::RowVector3d(3, 6, 9));
  EXPECT_EQ(only_part(character).targets[0].row(3), Eigen::RowVector3d(13, 23, 33));
}

TEST(GltfArrays, QuantizedPositionsAndTargets) {
  SmallGltf file = small_gltf();
  file.json["extensionsRequired"] = json::array({"KHR_mesh_quantization"});
  const int shorts = file.add<std::int16_t>(
      {0, 0, 0, 0, 32767, 0, 0, 0, -32768, 0, 0, 0, 16384, -16384, 1, 0}, "VEC4", 5122);
  file.accessor(shorts).update(json::parse(R"({"type": "VEC3", "normalized": true})"));
  file.json["bufferViews"].back()["byteStride"] = 8;
  const int bytes =
      file.add<std::int8_t>({-128, 127, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0}, "VEC4", 5120);
  file.accessor(bytes)["type"] = "VEC3";
  file.json["bufferViews"].back()["byteStride"] = 4;
  file.primitive()["attributes"]["POSITION"] = shorts;
  file.primitive()["targets"][0]["POSITION"] = bytes;
  const Character character = file.character();
  const Positions& positions = only_part(character).positions;
  EXPECT_EQ(positions.row(1), Eigen::RowVector3d(1, 0, 0));
  EXPECT_EQ(positions.row(2), Eigen::RowVector3d(-1, 0, 0)) << "-32768 is -1, not beyond";
  EXPECT_EQ(positions(3, 0), 16384 / 32767.0);
  EXPECT_EQ(only_part(character).targets[0].row(0), Eigen::RowVector3d(-128, 127, 5));
}

TEST(GltfArrays, SparseEntriesReplaceTheirElements) {
  for (const bool has_view : {true, false}) {
    SmallGltf file = small_gltf();
    const int indices = file.add_view<std::uint16_t>({0, 3});
    const int values = file.add_view<float>({1, 2, 3, 4, 5, 6});
    file.accessor(test::small_target)["sparse"] = {
        {"count", 2},
        {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
        {"values", {{"bufferView", values}}}};
    if (!has_view) file.accessor(test::small_target).erase("bufferView");
    const Character character = file.character();
    const Positions& target = only_part(character).targets[0];
    EXPECT_EQ(target.row(0), Eigen::RowVector3d(1, 2, 3));
    EXPECT_EQ(target.row(1), Eigen::RowVector3d(0, 0, 0));
    EXPECT_EQ(target.row(2), Eigen::RowVector3d(0, 0, has_view ? 1 : 0));
    EXPECT_EQ(target.row(3), Eigen::RowVector3d(4, 5, 6));
  }
}

TEST(GltfArrays, TargetsMayMoveNormalsAlone) {
  SmallGltf file = small_gltf();
  file.primitive()["targets"][0] = {{"NORMAL", test::small_target}};
  EXPECT_EQ(only_part(file.character()).targets[0], Positions::Zero(4, 3));
}

TEST(GltfArrays, NormalsThatAreNoNumbersBecomeZero) {
  SmallGltf file = small_gltf();
  const float nan = std::nanf("");
  file.primitive()["attributes"]["NORMAL"] =
      file.add_floats({0, 0, 1, nan, 0, 1, 0, 1, 0, 1, 0, 0}, "VEC3");
  const Character character = file.character();
  EXPECT_EQ(only_part(character).normals.row(0), Eigen::RowVector3d(0, 0, 1));
  EXPECT_EQ(only_part(character).normals.row(1), Eigen::RowVector3d(0, 0, 0));
}

TEST(GltfArrays, StiffnessIsAnAttributeOfItsOwn) {
  SmallGltf file = small_gltf();
  file.primitive()["attributes"]["_DESCANT_STIFFNESS"] = file.add_floats({1, 2, 0.5f, 4}, "SCALAR");
  EXPECT_EQ(only_part(file.character()).stiffness, Eigen::Vector4d(1, 2, 0.5, 4));
}

TEST(GltfArrays, PaintIsTheBrightnessOfColours) {
  SmallGltf file = small_gltf();
  file.primitive()["attributes"]["COLOR_0"] =
      file.add_floats({0, 0, 0, 1, 1, 0.5f, 0, 0, 0.5f, 0.25f, 0.75f, 0, 2, 2, 2, 1}, "VEC4");
  EXPECT_EQ(only_part(file.character()).paint, Eigen::Vector4d(0, 0.5, 0.5, 1));
}

// ---- skins
// ---------------------------------------------------------------------------------------

TEST(GltfSkins, EightInfluencesAndNormalisedIntegers) {
  SmallGltf file = small_gltf();
  json& attributes = file.primitive()["attributes"];
  attributes["WEIGHTS_0"] = file.add<std::uint8_t>(
      {255, 0, 0, 0, 51, 51, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0}, "VEC4", 5121);
  file.accessor(9)["normalized"] = true;
  attributes["JOINTS_1"] =
      file.add<std::uint16_t>({0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 999}, "VEC4", 5123);
  attributes["WEIGHTS_1"] =
      file.add<std::uint16_t>({0, 0, 0, 0, 0, 0, 0, 39321, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC4", 5123);
  file.accessor(11)["normalized"] = true;
  const Character character = file.character();
  const SurfacePart& part = only_part(character);
  ASSERT_EQ(part.joints.cols(), 8);
  EXPECT_NEAR(part.weights(1, 0), 0.2, 1e-15);
  EXPECT_NEAR(part.weights(1, 7), 0.6, 1e-15);
  EXPECT_EQ(part.joints(1, 7), 1);
  EXPECT_EQ(part.joints(3, 7), 0) << "what weighs nothing follows joint 0, whatever stands there";
}

TEST(GltfSkins, WeightsFarFromOneAreNormalisedWithAWarning) {
  for (const auto& [weight, warnings] : {std::pair{0.9995f, 0}, std::pair{0.5f, 1}}) {
    SmallGltf file = small_gltf();
    file.put(test::small_weights, 4, weight);
    std::vector<std::string> messages;
    const Character character =
        file.character([&](Severity, const std::string& message) { messages.push_back(message); });
    EXPECT_EQ(only_part(character).weights(1, 0), 1);
    ASSERT_EQ(static_cast<int>(messages.size()), warnings);
    if (warnings) {
      EXPECT_EQ(messages[0].find("small.glb#/accessors/2: vertex 1: the weights sum to 0.5"), 0u)
          << messages[0];
    }
  }
}

TEST(GltfSkins, WithoutBindMatricesTheyAreIdentities) {
  SmallGltf file = small_gltf();
  file.json["skins"][0].erase("inverseBindMatrices");
  EXPECT_EQ(file.character().skins[0].inverse_binds[1], Eigen::Matrix4d::Identity());
}

TEST(GltfSkins, JointsOfAMeshNobodySkinsAreLeftOut) {
  SmallGltf file = small_gltf();
  file.json["nodes"][0].erase("skin");
  file.put(test::small_weights, 0, 0.0f);
  const Character character = file.character();
  EXPECT_EQ(only_part(character).joints.size(), 0);
  EXPECT_EQ(posed_surface(character, rest_pose(character), 0), only_part(character).positions);
}

TEST(GltfSkins, AMeshMayBeShownWithAndWithoutASkin) {
  SmallGltf file = small_gltf();
  file.json["nodes"].push_back({{"mesh", 0}, {"translation", {5, 0, 0}}});
  const Character character = file.character();
  const CharacterPose pose = pose_at(character, character.clips[0], 1);
  EXPECT_EQ(posed_surface(character, pose, 3).row(2), Eigen::RowVector3d(6, 1, 0));
  EXPECT_NEAR(posed_surface(character, pose, 0)(2, 0), 0, 1e-7);
}

// ---- nodes and clips
// -----------------------------------------------------------------------------

TEST(GltfNodes, MatricesAreDecomposed) {
  const Eigen::Quaterniond turn = Eigen::Quaterniond(0.3, -0.5, 0.7, 0.2).normalized();
  for (const Eigen::Vector3d& scale :
       {Eigen::Vector3d(2, 3, 0.01), Eigen::Vector3d(2, -3, 4), Eigen::Vector3d(1, 0, 1)}) {
    Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
    matrix.topLeftCorner<3, 3>() = turn.toRotationMatrix() * scale.asDiagonal();
    matrix.topRightCorner<3, 1>() = Eigen::Vector3d(7, -8, 9);
    SmallGltf file = small_gltf();
    file.json["nodes"][2].erase("translation");
    file.json["nodes"][2]["matrix"] = std::vector<double>(matrix.data(), matrix.data() + 16);
    int num_warnings = 0;
    const Character character =
        file.character([&](Severity, const std::string&) { ++num_warnings; });
    EXPECT_NEAR((rest_pose(character).world_from_node[2] - matrix).norm(), 0, 1e-14);
    EXPECT_NEAR(character.nodes[2].rotation.norm(), 1, 1e-15);
    EXPECT_EQ(num_warnings, 0);
  }
}

TEST(GltfNodes, AShearIsLeftOutWithAWarning) {
  SmallGltf file = small_gltf();
  file.json["nodes"][2]["matrix"] = {1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  std::string warning;
  file.character([&](Severity, const std::string& message) { warning = message; });
  EXPECT_EQ(warning.find("small.glb#/nodes/2/matrix: the matrix holds a shear"), 0u) << warning;
}

TEST(GltfNodes, MorphWeightsAreTheNodesThenTheMeshs) {
  SmallGltf file = small_gltf();
  file.json["meshes"][0]["weights"][0] = 0.25;
  EXPECT_EQ(file.character().nodes[0].morph_weights[0], 0.25);
  file.json["nodes"][0]["weights"] = json::array({0.75});
  EXPECT_EQ(file.character().nodes[0].morph_weights[0], 0.75);
}

TEST(GltfClips, ChannelsThatAnimateNoNodeAreLeftOutWithAWarning) {
  SmallGltf file = small_gltf();
  file.json["animations"][0]["channels"][0]["target"] = {{"path", "pointer"}};
  int num_warnings = 0;
  const Character character = file.character([&](Severity, const std::string&) { ++num_warnings; });
  EXPECT_EQ(character.clips[0].channels.size(), 1u);
  EXPECT_EQ(num_warnings, 1);
}

TEST(GltfClips, CubicSplinesBringTheirTangents) {
  SmallGltf file = small_gltf();
  json& sampler = file.json["animations"][0]["samplers"][1];
  sampler["interpolation"] = "CUBICSPLINE";
  sampler["output"] = file.add_floats({1, 2, 3, 4, 5, 6, 7, 8, 9}, "SCALAR");
  const Channel channel = file.character().clips[0].channels[1];
  EXPECT_EQ(channel.interpolation, Interpolation::cubic_spline);
  EXPECT_EQ(channel.in_tangents.col(0), Eigen::Vector3d(1, 4, 7));
  EXPECT_EQ(channel.values.col(0), Eigen::Vector3d(2, 5, 8));
  EXPECT_EQ(channel.out_tangents.col(0), Eigen::Vector3d(3, 6, 9));
}

TEST(Gltf, CompressedDataThatAlsoLieUncompressedAreRead) {
  SmallGltf file = small_gltf();
  file.json["extensionsUsed"] = {"KHR_draco_mesh_compression", "EXT_meshopt_compression"};
  file.primitive()["extensions"]["KHR_draco_mesh_compression"]["bufferView"] = 0;
  file.view_of(test::small_positions)["extensions"]["EXT_meshopt_compression"]["buffer"] = 0;
  EXPECT_EQ(only_part(file.character()).positions.row(2), Eigen::RowVector3d(1, 1, 0));
}

TEST(Gltf, ExtensionsThatTouchOnlyLooksAreHarmless) {
  SmallGltf file = small_gltf();
  file.json["extensionsRequired"] = {"KHR_materials_unlit", "KHR_texture_transform",
                                     "KHR_texture_basisu",  "KHR_lights_punctual",
                                     "EXT_texture_webp",    "KHR_mesh_quantization"};
  EXPECT_EQ(file.character().nodes.size(), 3u);
}

}  // namespace
}  // namespace descant
