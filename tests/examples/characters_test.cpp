// tests/examples/characters_test.cpp: the built-in characters are sound glTF files that read back.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "descant/core/error.hpp"
#include "descant/examples/examples.hpp"
#include "descant/io/gltf.hpp"
#include "descant/scene/character_pose.hpp"

namespace descant {
namespace {

using nlohmann::json;

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const ExampleInfo& info : list_characters()) all.push_back(info.name);
  return all;
}

/// Made once: it takes about a second.
const std::string& bytes_of(const std::string& name) {
  static std::map<std::string, std::string> made;
  const auto [entry, is_new] = made.try_emplace(name);
  if (is_new) entry->second = make_character_file(name);
  return entry->second;
}

struct File {
  json root;
  std::string binary;
};

std::uint32_t word_at(const std::string& bytes, size_t at) {
  std::uint32_t word = 0;
  for (int i = 0; i < 4; ++i)
    word |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return word;
}

/// Taken apart by hand, so that writer and reader cannot agree on a mistake.
File file_of(const std::string& name) {
  const std::string& bytes = bytes_of(name);
  EXPECT_EQ(bytes.substr(0, 4), "glTF");
  EXPECT_EQ(word_at(bytes, 4), 2u);
  EXPECT_EQ(word_at(bytes, 8), bytes.size());
  const size_t length = word_at(bytes, 12);
  EXPECT_EQ(length % 4, 0u);
  EXPECT_EQ(bytes.substr(16, 4), "JSON");
  EXPECT_EQ(word_at(bytes, 20 + length), bytes.size() - length - 28);
  EXPECT_EQ(bytes.substr(24 + length, 4), std::string("BIN\0", 4));
  return {json::parse(bytes.substr(20, length)), bytes.substr(28 + length)};
}

Character character_named(const std::string& name) {
  const GltfDocument document = parse_gltf_document(bytes_of(name), name + ".glb");
  return character_of(document, [](Severity, const std::string& text) { ADD_FAILURE() << text; });
}

class BuiltInCharacter : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, BuiltInCharacter, ::testing::ValuesIn(names()),
                         [](const auto& test) { return test.param; });

/// Those with a skin: the wren has none.
class SkinnedCharacter : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, SkinnedCharacter, ::testing::Values("pup", "gnome"),
                         [](const auto& test) { return test.param; });

TEST_P(BuiltInCharacter, AccessorsFillTheirViewsAndViewsTheBuffer) {
  const auto [root, binary] = file_of(GetParam());
  const std::map<int, size_t> sizes{{5121, 1}, {5123, 2}, {5125, 4}, {5126, 4}};
  const std::map<std::string, size_t> widths{{"SCALAR", 1}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
  EXPECT_EQ(root["asset"]["version"], "2.0");
  ASSERT_EQ(root["buffers"].size(), 1u);
  EXPECT_LE(binary.size() - root["buffers"][0]["byteLength"].get<size_t>(), 3u);
  ASSERT_EQ(root["accessors"].size(), root["bufferViews"].size());
  size_t end = 0;
  for (const json& accessor : root["accessors"]) {
    const json& view = root["bufferViews"][accessor["bufferView"].get<size_t>()];
    EXPECT_EQ(view["byteLength"], sizes.at(accessor["componentType"]) *
                                      widths.at(accessor["type"]) *
                                      accessor["count"].get<size_t>());
    EXPECT_EQ(view["byteOffset"].get<size_t>() % 4, 0u);
    EXPECT_GE(view["byteOffset"], end);
    end = view["byteOffset"].get<size_t>() + view["byteLength"].get<size_t>();
  }
  EXPECT_EQ(end, root["buffers"][0]["byteLength"]);
}

TEST_P(BuiltInCharacter, BoundsAreThoseOfTheNumbers) {
  const auto [root, binary] = file_of(GetParam());
  int num_bounded = 0;
  for (const json& accessor : root["accessors"]) {
    if (!accessor.contains("min")) continue;
    ++num_bounded;
    const size_t width = accessor["min"].size(), count = accessor["count"];
    const size_t at = root["bufferViews"][accessor["bufferView"].get<size_t>()]["byteOffset"];
    for (size_t a = 0; a < width; ++a) {
      float low = 1e30f, high = -1e30f;
      for (size_t i = 0; i < count; ++i) {
        float value = 0;
        std::memcpy(&value, binary.data() + at + 4 * (width * i + a), 4);
        low = std::min(low, value);
        high = std::max(high, value);
      }
      EXPECT_EQ(accessor["min"][a].get<float>(), low);
      EXPECT_EQ(accessor["max"][a].get<float>(), high);
    }
  }
  EXPECT_GT(num_bounded, 3);
}

/// Every edge of a closed surface is walked once in each direction.
bool is_closed(const Elements& triangles) {
  std::set<std::pair<int, int>> edges;
  for (Index t = 0; t < triangles.rows(); ++t)
    for (int c = 0; c < 3; ++c)
      if (!edges.insert({triangles(t, c), triangles(t, (c + 1) % 3)}).second) return false;
  return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
    return edges.contains({edge.second, edge.first});
  });
}

double volume(const SurfacePart& part) {
  double sum = 0;
  for (Index t = 0; t < part.triangles.rows(); ++t) {
    Eigen::Matrix3d corners;
    for (int c = 0; c < 3; ++c) corners.row(c) = part.positions.row(part.triangles(t, c));
    sum += corners.row(0).dot(corners.row(1).cross(corners.row(2))) / 6;
  }
  return sum;
}

TEST_P(BuiltInCharacter, SurfacesAreClosedAndFaceOutwards) {
  const Character character = character_named(GetParam());
  Index num_triangles = 0;
  for (const CharacterMesh& mesh : character.meshes)
    for (const SurfacePart& part : mesh.parts) {
      EXPECT_TRUE(is_closed(part.triangles)) << mesh.name;
      EXPECT_GT(volume(part), 0) << mesh.name;
      EXPECT_LT((part.normals.rowwise().norm().array() - 1).abs().maxCoeff(), 1e-6);
      num_triangles += part.triangles.rows();
      // normals agree with the triangles they belong to
      for (Index t = 0; t < part.triangles.rows(); ++t) {
        const auto corner = [&](int c) { return part.triangles(t, c); };
        const Eigen::RowVector3d a = part.positions.row(corner(0)),
                                 b = part.positions.row(corner(1)),
                                 c = part.positions.row(corner(2)),
                                 n = part.normals.row(corner(0)) + part.normals.row(corner(1)) +
                                     part.normals.row(corner(2));
        EXPECT_GT((b - a).cross(c - a).dot(n), 0) << mesh.name << ", triangle " << t;
      }
    }
  EXPECT_GE(num_triangles, 2000);
  EXPECT_LE(num_triangles, 7000);
}

TEST_P(SkinnedCharacter, WeightsSumToOneAndJointsAreThere) {
  const Character character = character_named(GetParam());
  int num_skinned = 0;
  for (const CharacterNode& node : character.nodes) {
    if (node.mesh < 0 || node.skin < 0) continue;
    ++num_skinned;
    const Skin& skin = character.skins[node.skin];
    for (const SurfacePart& part : character.meshes[node.mesh].parts) {
      ASSERT_EQ(part.weights.rows(), part.positions.rows());
      EXPECT_GE(part.weights.minCoeff(), 0);
      EXPECT_LT((part.weights.rowwise().sum().array() - 1).abs().maxCoeff(), 1e-6);
      EXPECT_GE(part.joints.minCoeff(), 0);
      EXPECT_LT(part.joints.maxCoeff(), static_cast<int>(skin.joints.size()));
    }
  }
  EXPECT_GT(num_skinned, 0);
}

TEST_P(SkinnedCharacter, StandsAtRestAsItWasModelled) {
  // inverse binds undo the rest pose: skinning moves nothing
  const Character character = character_named(GetParam());
  const CharacterPose pose = rest_pose(character);
  for (size_t n = 0; n < character.nodes.size(); ++n) {
    const CharacterNode& node = character.nodes[n];
    if (node.skin < 0) continue;
    const Positions posed = posed_surface(character, pose, static_cast<int>(n));
    ASSERT_GT(posed.rows(), 0);
    Index row = 0;
    for (const SurfacePart& part : character.meshes[node.mesh].parts)
      for (Index i = 0; i < part.positions.rows(); ++i, ++row)
        EXPECT_LE((posed.row(row) - part.positions.row(i)).norm(), 1e-6);
  }
}

TEST_P(BuiltInCharacter, MovesVisiblyInEveryClipAndKeysFitThem) {
  const Character character = character_named(GetParam());
  EXPECT_EQ(character.clips.size(), 2u);
  for (const CharacterClip& clip : character.clips) {
    EXPECT_GT(clip.duration, 0.5);
    for (const Channel& channel : clip.channels)
      EXPECT_NEAR(channel.times.back(), clip.duration, 1e-6);
    double farthest = 0;
    const CharacterPose first = pose_at(character, clip, 0);
    const CharacterPose later = pose_at(character, clip, 0.4 * clip.duration);
    for (size_t n = 0; n < character.nodes.size(); ++n) {
      if (character.nodes[n].mesh < 0) continue;
      const int node = static_cast<int>(n);
      farthest = std::max(
          farthest, (posed_surface(character, later, node) - posed_surface(character, first, node))
                        .rowwise()
                        .norm()
                        .maxCoeff());
    }
    EXPECT_GT(farthest, 0.05) << clip.name;
  }
}

TEST_P(BuiltInCharacter, TheFirstClipIsACycle) {
  const Character character = character_named(GetParam());
  const CharacterClip& clip = character.clips[0];
  const CharacterPose first = pose_at(character, clip, 0);
  const CharacterPose last = pose_at(character, clip, clip.duration);
  for (size_t n = 0; n < character.nodes.size(); ++n) {
    if (character.nodes[n].mesh < 0) continue;
    const int node = static_cast<int>(n);
    // quaternions and positions are float32
    EXPECT_LE((posed_surface(character, last, node) - posed_surface(character, first, node))
                  .cwiseAbs()
                  .maxCoeff(),
              1e-6);
  }
}

TEST_P(BuiltInCharacter, TheSameEachTime) {
  EXPECT_TRUE(make_character_file(GetParam()) == bytes_of(GetParam()));
}

TEST(Characters, AreTheKindsTheyAreMeantToBe) {
  const Character pup = character_named("pup"), wren = character_named("wren"),
                  gnome = character_named("gnome");
  EXPECT_EQ(pup.clips[0].name, "Walk");
  EXPECT_EQ(pup.clips[1].name, "Jump");
  EXPECT_EQ(pup.skins[0].joints.size(), 19u);
  EXPECT_TRUE(wren.skins.empty());
  EXPECT_EQ(wren.meshes[0].target_names.size(), 3u);
  EXPECT_EQ(wren.meshes[0].parts[0].targets.size(), 3u);
  EXPECT_EQ(gnome.meshes.size(), 3u);
  int num_unskinned = 0;
  for (const CharacterNode& node : gnome.nodes) num_unskinned += node.mesh >= 0 && node.skin < 0;
  EXPECT_EQ(num_unskinned, 1);
}

TEST(Characters, TheHatTouchesNothing) {
  const Character gnome = character_named("gnome");
  double nearest = 1e9;
  for (const SurfacePart& body : gnome.meshes[0].parts) {
    const Positions& hat = gnome.meshes[1].parts[0].positions;
    for (Index i = 0; i < hat.rows(); ++i)
      nearest =
          std::min(nearest, (body.positions.rowwise() - hat.row(i)).rowwise().norm().minCoeff());
  }
  EXPECT_GT(nearest, 0.015);
}

TEST(Characters, UnknownNamesGetTheList) {
  try {
    make_character_file("pop");
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("the characters are pup, wren, gnome"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace descant
