// app/bad_input_test.cpp: the real program turns bad input away with exit code 2 and the place.

#include <gtest/gtest.h>

#include <functional>

#include "descant/io/file.hpp"
#include "program.hpp"
#include "support/scene_files.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

using test::Outcome;
using test::run_descant;
using test::SceneFiles;

void write_all(const SceneFiles& all, const TemporaryFolder& folder) {
  for (const auto& [name, bytes] : all.files) write_file(folder.file(name), bytes);
  write_file(folder.file("scene.json"), all.scene.dump());
}

/// A tetrahedron, and whatever is done to it.
std::string tetrahedron(const std::string& last_vertex, const std::string& corners) {
  return "MeshVersionFormatted 1\nDimension 3\nVertices 4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n" +
         last_vertex + " 0\nTetrahedra 1\n" + corners + " 0\nEnd\n";
}

SceneFiles space_scene(const std::string& mesh) {
  SceneFiles all;
  all.files["tet.mesh"] = mesh;
  all.scene = nlohmann::json::parse(R"({"descant": 1, "num_frames": 2, "young": 1e4, "bodies": [
    {"name": "tet", "mesh": "tet.mesh", "rig": {"kind": "affine"}}]})");
  return all;
}

/// A published example of one point handle that stands still.
SceneFiles published_scene(const std::string& mesh) {
  SceneFiles all;
  all.files["tet.mesh"] = mesh;
  all.files["point.tgf"] = "1 0 0 0\n#\n#\n";
  all.files["anim.txt"] = "1 2\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n";
  all.scene = nlohmann::json::parse(R"({"mesh_file": "tet.mesh", "handle_file": "point.tgf",
    "anim_file": "anim.txt", "dt": 0.01, "YM": 1e4, "pr": 0.4})");
  return all;
}

SceneFiles changed(const std::function<void(SceneFiles&)>& change) {
  SceneFiles all = test::plane_scene();
  change(all);
  return all;
}

struct BadInput {
  std::string name;
  SceneFiles files;
  std::string place, says;  ///< both in the message
  std::string options;
};

void PrintTo(const BadInput& bad, std::ostream* out) { *out << bad.name; }

std::vector<BadInput> bad_inputs() {
  const auto with_options = [](const char* name, const char* options, const char* place,
                               const char* says) {
    return BadInput{name, test::plane_scene(), place, says, options};
  };
  const auto leak = [](SceneFiles& all) {
    NpyArray values{{16}, std::vector<double>(16, 1)};
    values.values[7] = -1;
    all.files["leak.npy"] = npy_bytes(values);
    all.scene["leak"] = "leak.npy";
  };
  return {
      {"nan_vertex", space_scene(tetrahedron("nan 0 1", "1 2 3 4")), "tet.mesh:7", "", ""},
      {"repeated_vertex", space_scene(tetrahedron("0 0 1", "1 2 3 3")), "tet.mesh", "twice", ""},
      {"flat_tet", space_scene(tetrahedron("1 1 0", "1 2 3 4")), "tet.mesh", "volume", ""},
      {"empty_mesh", space_scene("MeshVersionFormatted 1\nDimension 3\nEnd\n"), "tet.mesh", "", ""},
      {"truncated_mesh", space_scene(tetrahedron("0 0 1", "1 2 3 4").substr(0, 70)), "tet.mesh", "",
       ""},
      {"published_repeated_vertex", published_scene(tetrahedron("0 0 1", "1 2 3 3")), "tet.mesh",
       "twice", ""},
      {"published_flat_tet", published_scene(tetrahedron("1 1 0", "1 2 3 4")), "tet.mesh", "volume",
       ""},
      {"published_empty_mesh", published_scene("MeshVersionFormatted 1\nDimension 3\nEnd\n"),
       "tet.mesh", "", ""},
      {"no_weights", changed([](SceneFiles& all) {
         all.files["weights.npy"] = npy_bytes({{0, 2}, {}});
       }),
       "weights.npy", "0 x 2 weights", ""},
      {"option_as_key", changed([](SceneFiles& all) { all.scene["save"] = "obj"; }),
       "scene.json#/save", "`--save`", ""},
      {"body_folder_is_a_file",
       changed([](SceneFiles& all) { all.scene["bodies"][0]["name"] = "weights.npy"; }),
       "./weights.npy", "not a folder", "-o ."},
      {"wrong_weights", changed([](SceneFiles& all) {
         all.files["weights.npy"] = npy_bytes({{5, 2}, std::vector<double>(10, 0.5)});
       }),
       "weights.npy", "5", ""},
      {"truncated_weights", changed([](SceneFiles& all) { all.files["weights.npy"].resize(150); }),
       "weights.npy", "", ""},
      {"missing_file", changed([](SceneFiles& all) { all.files.erase("square.mesh"); }),
       "square.mesh", "", ""},
      {"misspelt_key", changed([](SceneFiles& all) { all.scene["bodies"][0]["dampign"] = 1; }),
       "scene.json#/bodies/0/dampign", "Did you mean `damping`?", ""},
      {"zero_young", changed([](SceneFiles& all) { all.scene["young"] = 0; }), "scene.json#/young",
       "at least 1e-30", ""},
      {"negative_young", changed([](SceneFiles& all) { all.scene["young"] = -7; }),
       "scene.json#/young", "at least 1e-30", ""},
      {"poisson", changed([](SceneFiles& all) { all.scene["poisson"] = 0.5; }),
       "scene.json#/poisson", "less than 0.5", ""},
      {"no_frame", changed([](SceneFiles& all) {
         all.scene["bodies"][0]["rig"]["handles"][1]["keys"] = nlohmann::json::array();
       }),
       "scene.json#/bodies/0/rig/handles/1/keys", "no frame", ""},
      {"mixed_leak", changed(leak), "leak.npy", "sign", ""},
      {"hold_with_stvk", changed([](SceneFiles& all) {
         all.scene["pose"] = "hold";
         all.scene["material"] = "stvk";
       }),
       "hold", "corotational", ""},
      with_options("option_young", "--young -5", "--young", "at least 1e-30"),
      with_options("option_misspelt", "--yuong 5", "--yuong", "Did you mean `--young`?"),
      with_options("option_poisson", "--poisson 0.5", "--poisson", "less than 0.5"),
      with_options("option_frames", "--frames 50:", "frames", "5 frames"),
      with_options("option_leak", "--leak nowhere.npy", "nowhere.npy", ""),
      with_options("option_twice", "--young 5 --young 6", "--young", "twice"),
      with_options("option_without_value", "--young", "--young", ""),
      with_options("option_handle", "--rigid rihgt", "rigid", "Did you mean `right`?"),
      with_options("option_report_folder", "--report no/where.json", "no/where.json", "folder"),
      with_options("option_report_scene", "--report scene.json", "scene.json", "overwritten"),
      with_options("option_report_mesh", "--report ./square.mesh", "square.mesh", "overwritten"),
      with_options("option_checkpoint_weights", "--checkpoint weights.npy", "weights.npy",
                   "overwritten"),
      with_options("option_report_twice", "--report a --checkpoint ./a", "a", "twice"),
      with_options("option_output_in_a_file", "-o square.mesh/out", "square.mesh", "not a folder"),
      with_options("option_young_huge", "--young 1e31", "--young", "at most 1e+30 Pa"),
      with_options("option_rank_cutoff", "--rank-cutoff 1e-3", "--rank-cutoff", "at most 1e-06"),
      with_options("word_too_many", "another.json", "another.json", "too many"),
  };
}

class BadInputs : public testing::TestWithParam<BadInput> {};

TEST_P(BadInputs, GiveExitCodeTwoAndThePlace) {
  const TemporaryFolder folder;
  const BadInput& bad = GetParam();
  write_all(bad.files, folder);
  const Outcome outcome =
      run_descant(folder.path(), "simulate scene.json " +
                                     (bad.options.starts_with("-o") ? "" : std::string("-o out ")) +
                                     bad.options);
  EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
  EXPECT_TRUE(outcome.err.find("error: ") != std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find(bad.place), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find(bad.says), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(test::text_of(folder.file("out/square/u_c.npy")), "");
}

INSTANTIATE_TEST_SUITE_P(App, BadInputs, testing::ValuesIn(bad_inputs()),
                         [](const auto& test) { return test.param.name; });

TEST(AppWarnings, AnInvertedTetIsTurnedWithAWarning) {
  const TemporaryFolder folder;
  write_all(space_scene(tetrahedron("0 0 1", "1 3 2 4")), folder);
  const Outcome outcome = run_descant(folder.path(), "simulate scene.json -o out");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("warning: tet.mesh"), std::string::npos) << outcome.err;
}

TEST(AppWarnings, AnInvertedTetOfAPublishedExampleIsTurnedWithAWarning) {
  const TemporaryFolder folder;
  write_all(published_scene(tetrahedron("0 0 1", "1 3 2 4")), folder);
  const Outcome outcome = run_descant(folder.path(), "simulate scene.json -o out");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("warning: tet.mesh"), std::string::npos) << outcome.err;
}

TEST(App, APublishedExampleMustHaveANameForItsFolder) {
  const TemporaryFolder folder;
  const SceneFiles all = published_scene(tetrahedron("0 0 1", "1 2 3 4"));
  write_all(all, folder);
  for (const char* name : {"...json", ".json", "a b.json"}) {
    write_file(folder.file(name), all.scene.dump());
    const Outcome outcome =
        run_descant(folder.path(), std::string("simulate '") + name + "' -o out");
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    EXPECT_NE(outcome.err.find("cannot name a folder"), std::string::npos) << outcome.err;
  }
}

TEST(AppWarnings, WeightsAreNormalisedWithAWarning) {
  const TemporaryFolder folder;
  SceneFiles all = test::plane_scene();
  all.files["weights.npy"] = npy_bytes({{16, 2}, std::vector<double>(32, 0.75)});
  write_all(all, folder);
  const Outcome outcome = run_descant(folder.path(), "simulate scene.json -o out");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("warning: weights.npy"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace descant
