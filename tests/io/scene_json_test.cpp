// io/scene_json_test.cpp: our scene format: what it means, what it refuses, and its round trip.

#include "descant/io/scene_json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "descant/examples/examples.hpp"
#include "descant/io/scene_json_node.hpp"
#include "descant/scene/settings.hpp"
#include "support/input_error.hpp"
#include "support/json_schema.hpp"
#include "support/scene_files.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

using nlohmann::json;
using test::plane_scene;
using test::SceneFiles;

json schema() {
  return json::parse(read_file(std::string(DESCANT_SOURCE_DIR) + "/docs/scene.schema.json"));
}

TEST(SceneJson, ReadsWhatIsWritten) {
  const Scene scene = plane_scene().read();
  EXPECT_EQ(scene.name, "scene");
  EXPECT_EQ(scene.num_frames, 5);  // the last key stands at 0.2 s, frame 4
  EXPECT_EQ(scene.run.fps, 20);
  const BodySpec& body = scene.bodies.at(0);
  EXPECT_EQ(body.mesh.num_elements(), 18);
  EXPECT_EQ(body.settings.young, 5000);
  EXPECT_EQ(body.rig.weights.rows(), 16);
  EXPECT_EQ(body.rig.weights(15, 0), 1);
  EXPECT_EQ(body.rig.handles.at(1).parent, 0);
  const auto& tracks = std::get<std::vector<HandleTrack>>(body.rig.animation);
  EXPECT_EQ(tracks.at(1).times, (std::vector<double>{0, 0.1, 0.2}));
  EXPECT_EQ(tracks[1].translations(1, 0), 0.3);
  EXPECT_NEAR(tracks[1].rotations(1, 2), std::sin(10 * std::numbers::pi / 180), 1e-15);
  EXPECT_EQ(tracks[1].scales(2, 1), 1.1);
  EXPECT_EQ(tracks[1].scales(0, 1), 1);
}

TEST(SceneJson, EulerAnglesTurnAboutXFirst) {
  SceneFiles all = plane_scene();
  all.files["cube.mesh"] = medit_text(box_mesh(Vector{{0, 0, 0}}, Vector{{1, 1, 1}}, {1, 1, 1}));
  all.scene["bodies"][0]["mesh"] = "cube.mesh";
  all.scene["bodies"][0]["rig"] = json::parse(R"({"kind": "rigid", "handles": [
      {"tail": [0, 0, 0], "keys": [{"time": 0}, {"time": 1, "rotate": [90, 0, 90]}]}]})");
  const Scene scene = all.read();
  const Matrix T =
      handle_transforms(scene.bodies[0].rig.handles,
                        std::get<std::vector<HandleTrack>>(scene.bodies[0].rig.animation), 1)[0];
  // about x first, y goes to z, where the turn about z leaves it; z goes to −y, then to x
  EXPECT_NEAR((T.col(1) - Vector{{0, 0, 1}}).norm(), 0, 1e-12);
  EXPECT_NEAR((T.col(2) - Vector{{1, 0, 0}}).norm(), 0, 1e-12);
}

TEST(SceneJson, BodiesOverrideTheScene) {
  SceneFiles all = plane_scene();
  all.scene["poisson"] = 0.1;
  all.scene["leak"] = "leak.npy";
  json second = all.scene["bodies"][0];
  second["name"] = "second";
  second["frequency"] = 2;
  second["poisson"] = 0.2;
  second["leak"] = 0.5;
  all.scene["bodies"].push_back(second);
  const Scene scene = all.read();
  EXPECT_EQ(scene.bodies[0].settings.young, 5000);
  EXPECT_EQ(scene.bodies[0].settings.poisson, 0.1);
  EXPECT_EQ(scene.bodies[0].settings.leak_file, "leak.npy");
  EXPECT_FALSE(scene.bodies[1].settings.young);
  EXPECT_EQ(scene.bodies[1].settings.frequency, 2);
  EXPECT_EQ(scene.bodies[1].settings.poisson, 0.2);
  EXPECT_EQ(scene.bodies[1].settings.leak_file, "");
}

/// A change to the small scene (a JSON merge patch of `at`), the pointer of the error, and its
/// text.
struct BadScene {
  const char* name;
  const char* at;
  const char* patch;
  const char* place;
  const char* says;
};

void PrintTo(const BadScene& bad, std::ostream* out) { *out << bad.name; }

class BadScenes : public testing::TestWithParam<BadScene> {};

TEST_P(BadScenes, AreTurnedAwayAtTheirPlace) {
  SceneFiles all = plane_scene();
  const BadScene& bad = GetParam();
  all.scene[json::json_pointer(bad.at)].merge_patch(json::parse(bad.patch));
  expect_input_error([&] { all.read(); }, std::string("scene.json") + bad.place, bad.says);
}

const char* const body = "/bodies/0";
const char* const rig = "/bodies/0/rig";
const char* const handle = "/bodies/0/rig/handles/1";
const char* const key = "/bodies/0/rig/handles/1/keys/1";

INSTANTIATE_TEST_SUITE_P(
    SceneJson, BadScenes,
    testing::Values(
        BadScene{"misspelt_key", "", R"({"fsp": 3})", "#/fsp", "Did you mean `fps`?"},
        BadScene{"misspelt_body_key", body, R"({"yuong": 3})", "#/bodies/0/yuong", "`young`"},
        BadScene{"misspelt_rig_key", rig, R"({"wieghts": "x"})", "#/bodies/0/rig/wieghts",
                 "`weights`"},
        BadScene{"misspelt_handle_key", handle, R"({"tial": [0, 0]})",
                 "#/bodies/0/rig/handles/1/tial", "`tail`"},
        BadScene{"misspelt_key_key", key, R"({"rotat": 1})",
                 "#/bodies/0/rig/handles/1/keys/1/rotat", "`rotate`"},
        BadScene{"misspelt_choice", body, R"({"material": "arapp"})", "#/bodies/0/material",
                 "`arap`"},
        BadScene{"no_version", "", R"({"descant": null})", "", "`descant` is missing"},
        BadScene{"later_version", "", R"({"descant": 2})", "#/descant", "from 1 to 1"},
        BadScene{"zero_young", body, R"({"young": 0})", "#/bodies/0/young", "at least 1e-30"},
        BadScene{"text_young", body, R"({"young": "5"})", "#/bodies/0/young", "not a text"},
        BadScene{"high_poisson", body, R"({"poisson": 0.5})", "#/bodies/0/poisson",
                 "less than 0.5"},
        BadScene{"both_stiffnesses", body, R"({"young": 5, "frequency": 1})",
                 "#/bodies/0/frequency", "keep one"},
        BadScene{"no_bodies", "", R"({"bodies": []})", "#/bodies", "no body"},
        BadScene{"no_mesh", body, R"({"mesh": null})", "#/bodies/0", "`mesh` is missing"},
        BadScene{"wrong_mesh", body, R"({"mesh": "x.stl"})", "#/bodies/0/mesh", ".mesh"},
        BadScene{"folder_name", body, R"({"name": "../up"})", "#/bodies/0/name",
                 "cannot name a folder"},
        BadScene{"wrong_dimension", handle, R"({"tail": [0, 0, 0]})",
                 "#/bodies/0/rig/handles/1/tail", "2 coordinates"},
        BadScene{"unknown_parent", handle, R"({"parent": "lefft"})",
                 "#/bodies/0/rig/handles/1/parent", "`left`"},
        BadScene{"own_parent", handle, R"({"parent": "right"})", "#/bodies/0/rig/handles/1/parent",
                 "ancestor"},
        BadScene{"same_handle", handle, R"({"name": "left", "parent": null})",
                 "#/bodies/0/rig/handles/1", "second handle"},
        BadScene{"no_keys", handle, R"({"keys": []})", "#/bodies/0/rig/handles/1/keys", "no frame"},
        BadScene{"nothing_moves", handle, R"({"keys": null})", "", "no frame"},
        BadScene{"no_frames", "", R"({"num_frames": 0})", "#/num_frames", "from 1"},
        BadScene{"backwards", key, R"({"time": 0.3})", "#/bodies/0/rig/handles/1/keys/2/time",
                 "not later"},
        BadScene{"three_angles_in_the_plane", key, R"({"rotate": [1, 2, 3]})",
                 "#/bodies/0/rig/handles/1/keys/1/rotate", "one angle"},
        BadScene{"out_of_plane", key, R"({"rotate": [1, 0, 0, 0]})",
                 "#/bodies/0/rig/handles/1/keys/1/rotate", "out of the plane"},
        BadScene{"zero_quaternion", key, R"({"rotate": [0, 0, 0, 0]})",
                 "#/bodies/0/rig/handles/1/keys/1/rotate", "zero"},
        BadScene{"zero_scale", key, R"({"scale": 0})", "#/bodies/0/rig/handles/1/keys/1/scale",
                 "greater than 0"},
        BadScene{"pinned_outside", body, R"({"pinned": [16]})", "#/bodies/0/pinned/0",
                 "from 0 to 15"},
        BadScene{"region_of_nothing", body, R"({"regions": [{"young": 1}]})",
                 "#/bodies/0/regions/0", "`box` or `ball`"},
        BadScene{"region_radius", body,
                 R"({"regions": [{"ball": {"center": [0, 0], "radius": 0}}]})",
                 "#/bodies/0/regions/0/ball/radius", "greater than 0"},
        BadScene{"keys_and_params", rig, R"({"params": "weights.npy"})", "#/bodies/0/rig/params",
                 "beside keys"},
        BadScene{"stray_fps", rig, R"({"params_fps": 3})", "#/bodies/0/rig/params_fps",
                 "without `params`"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(SceneJson, RefusesTextThatIsNotAScene) {
  const auto parse = [](const std::string& text) {
    parse_scene(text, "s.json", builtin_rigs(), read_file, {});
  };
  expect_input_error([&] { parse("{\"descant\": 1,"); }, "s.json", "not valid JSON");
  expect_input_error([&] { parse("[]"); }, "s.json", "expected an object");
  expect_input_error([&] { parse("{\"fps\": 1, \"fps\": 2}"); }, "s.json", "stands twice");
  expect_input_error([&] { parse("{\"fps\": 1e999}"); }, "s.json", "not valid JSON");
  expect_input_error([&] { parse(std::string(100000, '[')); }, "s.json", "64 levels");
  expect_input_error([&] { parse("\xff\xfe"); }, "s.json", "not valid JSON");
}

TEST(SceneJson, SaysWhichFileIsMissing) {
  SceneFiles all = plane_scene();
  all.files.erase("weights.npy");
  expect_input_error([&] { all.read(); }, "weights.npy", "no such file");
}

TEST(SceneJson, RefusesAnAnimationFileWithoutRows) {
  SceneFiles all = plane_scene();
  all.files["params.npy"] = npy_bytes({{0, 12}, {}});
  all.scene["bodies"][0]["rig"] =
      json::parse(R"({"weights": "weights.npy", "params": "params.npy"})");
  expect_input_error([&] { all.read(); }, "scene.json#/bodies/0/rig/params", "no frame");
}

TEST(SceneJson, TheSchemaAgreesWithTheReader) {
  const test::SchemaValidator validator(schema());
  EXPECT_EQ(validator.problems(plane_scene().scene), std::vector<std::string>{});
  for (const char* pointer : {"", "/bodies/0", "/bodies/0/rig", "/bodies/0/rig/handles/0",
                              "/bodies/0/rig/handles/1/keys/0"}) {
    json misspelt = plane_scene().scene;
    misspelt[json::json_pointer(pointer)]["wrong_key"] = 1;
    EXPECT_EQ(validator.problems(misspelt),
              std::vector<std::string>{std::string(pointer) + "/wrong_key: unknown key"});
  }
}

TEST(SceneJson, TheSchemaHasEverySettingAndNoOther) {
  const json root = schema();
  std::set<std::string> body_keys, scene_keys;
  for (const auto& setting : body_settings()) body_keys.insert(setting.info.name);
  scene_keys = body_keys;
  for (const auto& setting : run_settings()) scene_keys.insert(setting.info.name);
  const auto keys_of = [](const json& properties) {
    std::set<std::string> keys;
    for (const auto& [name, unused] : properties.items()) keys.insert(name);
    return keys;
  };
  for (const char* own : {"name", "mesh", "rig", "regions", "young_per_element", "pinned"}) {
    body_keys.insert(own);
  }
  for (const char* own : {"$schema", "descant", "name", "num_frames", "bodies"}) {
    scene_keys.insert(own);
  }
  EXPECT_EQ(keys_of(root["properties"]), scene_keys);
  EXPECT_EQ(keys_of(root["definitions"]["body"]["properties"]), body_keys);
  // and the same words for every choice
  for (const auto& setting : body_settings()) {
    if (setting.info.kind != SettingKind::choice) continue;
    EXPECT_EQ(root["properties"][setting.info.name]["enum"], json(setting.info.choices));
  }
}

void expect_same_region(const Region& a, const Region& b) {
  EXPECT_EQ(a.box_min, b.box_min);
  EXPECT_EQ(a.box_max, b.box_max);
  EXPECT_EQ(a.center, b.center);
  EXPECT_EQ(a.radius, b.radius);
  EXPECT_EQ(a.young, b.young);
  EXPECT_EQ(a.poisson, b.poisson);
  EXPECT_EQ(a.density, b.density);
  EXPECT_EQ(a.stiffness, b.stiffness);
}

void expect_same_scene(const Scene& a, const Scene& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.num_frames, b.num_frames);
  for (const auto& setting : run_settings()) {
    EXPECT_EQ(setting.value(a.run), setting.value(b.run)) << setting.info.name;
  }
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (size_t i = 0; i < a.bodies.size(); ++i) {
    const BodySpec &x = a.bodies[i], &y = b.bodies[i];
    EXPECT_EQ(x.name, y.name);
    EXPECT_EQ(x.mesh.vertices, y.mesh.vertices);
    EXPECT_EQ(x.mesh.elements, y.mesh.elements);
    EXPECT_EQ(x.rig.kind, y.rig.kind);
    EXPECT_EQ(x.rig.weights, y.rig.weights);
    EXPECT_EQ(x.pinned, y.pinned);
    ASSERT_EQ(x.regions.size(), y.regions.size());
    for (size_t r = 0; r < x.regions.size(); ++r) expect_same_region(x.regions[r], y.regions[r]);
    EXPECT_EQ(x.young_per_element, y.young_per_element);
    for (const auto& setting : body_settings()) {
      if (setting.info.name == "leak" && !y.settings.leak_file.empty()) continue;
      EXPECT_EQ(setting.value(x.settings), setting.value(y.settings)) << setting.info.name;
    }
    ASSERT_EQ(x.rig.handles.size(), y.rig.handles.size());
    for (size_t h = 0; h < x.rig.handles.size(); ++h) {
      EXPECT_EQ(x.rig.handles[h].name, y.rig.handles[h].name);
      EXPECT_EQ(x.rig.handles[h].tail, y.rig.handles[h].tail);
      EXPECT_EQ(x.rig.handles[h].head, y.rig.handles[h].head);
      EXPECT_EQ(x.rig.handles[h].parent, y.rig.handles[h].parent);
    }
    ASSERT_EQ(x.rig.animation.index(), y.rig.animation.index());
    if (const auto* params = std::get_if<ParamTrack>(&x.rig.animation)) {
      EXPECT_EQ(params->fps, std::get<ParamTrack>(y.rig.animation).fps);
      EXPECT_EQ(params->samples, std::get<ParamTrack>(y.rig.animation).samples);
      continue;
    }
    const auto* tracks = std::get_if<std::vector<HandleTrack>>(&x.rig.animation);
    for (double time : {0.0, 0.013, 0.4, 1.0, 7.0}) {
      const auto& others = std::get<std::vector<HandleTrack>>(y.rig.animation);
      EXPECT_EQ(handle_transforms(x.rig.handles, *tracks, time),
                handle_transforms(y.rig.handles, others, time));
    }
  }
}

TEST(SceneJson, RoundTripsToTheLastBit) {
  const TemporaryFolder folder;
  Scene scene = plane_scene().read();
  scene.run.gravity = {0.1, -9.81};
  scene.run.first_frame = 2;
  scene.bodies[0].settings.stiff = {{"left", 1.0 / 3}};
  scene.bodies[0].settings.rigid = {"right"};
  scene.bodies[0].pinned = {3, 1};
  scene.bodies[0].young_per_element = Vector::LinSpaced(18, 1, 1e5 / 3);
  scene.bodies[0].regions.push_back({{}, {}, Vector{{0.1, 0.2}}, 0.3, {}, 0.2, {}, 1e-7});
  scene.bodies[0].regions.push_back(
      {Vector{{0.1, -1}}, Vector{{1.0 / 3, 2}}, {}, 0, 1e4 / 3, {}, 700.7, {}});
  write_scene(scene, folder.file("a.json"), builtin_rigs());
  expect_same_scene(scene, read_scene(folder.file("a.json"), builtin_rigs(), {}));
}

TEST(SceneJson, WritesAPaintedLeakAsAFile) {
  const TemporaryFolder folder;
  Scene scene = plane_scene().read();
  scene.bodies[0].painted_leak = Vector::LinSpaced(16, 0, 1);
  write_scene(scene, folder.file("a.json"), builtin_rigs());
  const Scene again = read_scene(folder.file("a.json"), builtin_rigs(), {});
  const std::vector<double> values = read_npy_file(again.bodies[0].settings.leak_file).values;
  EXPECT_EQ(Vector(Eigen::Map<const Vector>(values.data(), values.size())),
            scene.bodies[0].painted_leak);
}

TEST(SceneJson, WritesParametersAsAFile) {
  const TemporaryFolder folder;
  Scene scene = plane_scene().read();
  scene.bodies[0].rig.animation = ParamTrack{12, Matrix::Random(4, 12)};
  write_scene(scene, folder.file("a.json"), builtin_rigs());
  const Scene again = read_scene(folder.file("a.json"), builtin_rigs(), {});
  const auto& track = std::get<ParamTrack>(again.bodies[0].rig.animation);
  EXPECT_EQ(track.fps, 12);
  EXPECT_EQ(track.samples, std::get<ParamTrack>(scene.bodies[0].rig.animation).samples);
}

class ExampleScenes : public testing::TestWithParam<std::string> {};

TEST_P(ExampleScenes, FitTheSchemaAndRoundTrip) {
  const TemporaryFolder folder;
  const Scene scene = make_example(GetParam());
  write_scene(scene, folder.file("scene.json"), builtin_rigs());
  const json text = json::parse(read_file(folder.file("scene.json")));
  EXPECT_EQ(test::SchemaValidator(schema()).problems(text), std::vector<std::string>{});
  expect_same_scene(scene, read_scene(folder.file("scene.json"), builtin_rigs(), {}));
}

std::vector<std::string> example_names() {
  std::vector<std::string> names;
  for (const ExampleInfo& example : list_examples()) names.push_back(example.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(SceneJson, ExampleScenes, testing::ValuesIn(example_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace descant
