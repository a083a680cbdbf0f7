// app/commands_test.cpp: the program as a user meets it.

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "descant/examples/examples.hpp"
#include "descant/io/file.hpp"
#include "descant/io/npy.hpp"
#include "descant/scene/settings.hpp"
#include "program.hpp"
#include "support/scene_files.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

using nlohmann::json;
using test::Outcome;
using test::run_descant;

void write_plane_scene(const TemporaryFolder& folder) {
  const test::SceneFiles all = test::plane_scene();
  for (const auto& [name, bytes] : all.files) write_file(folder.file(name), bytes);
  write_file(folder.file("scene.json"), all.scene.dump());
}

TEST(App, HelpNamesEverySettingWithItsDefault) {
  const TemporaryFolder folder;
  const Outcome help = run_descant(folder.path(), "simulate --help");
  EXPECT_EQ(help.exit_code, 0);
  const auto check = [&](const auto& table) {
    for (const auto& setting : table) {
      const size_t at = help.out.find(option_name(setting.info.name));
      ASSERT_NE(at, std::string::npos) << setting.info.name;
      // its own lines: up to the next option
      const std::string own = help.out.substr(at, help.out.find("\n  --", at) - at);
      if (setting.info.fallback.empty()) continue;
      EXPECT_NE(own.find("default: " + setting.info.fallback), std::string::npos) << own;
    }
  };
  EXPECT_EQ(help.out.find("--young Pa ..."), std::string::npos);
  EXPECT_NE(help.out.find("example: tail=4"), std::string::npos);
  check(body_settings());
  check(run_settings());
  check(output_settings());
  EXPECT_NE(help.out.find("Example:"), std::string::npos);
  EXPECT_EQ(run_descant(folder.path(), "--help").exit_code, 0);
  EXPECT_EQ(run_descant(folder.path(), "--version").out.substr(0, 8), "descant ");
}

TEST(App, AWrongCommandIsExplained) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_descant(folder.path(), "").exit_code, 2);
  const Outcome outcome = run_descant(folder.path(), "simulat scene.json");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("Did you mean `simulate`?"), std::string::npos) << outcome.err;
}

TEST(App, ExamplesAreListedAndWritten) {
  const TemporaryFolder folder;
  const Outcome help = run_descant(folder.path(), "example --help");
  EXPECT_NE(help.out.find("descant example pup -o pup.glb"), std::string::npos) << help.out;
  const Outcome list = run_descant(folder.path(), "example");
  EXPECT_EQ(list.exit_code, 0);
  for (const ExampleInfo& example : list_examples()) {
    EXPECT_NE(list.out.find(example.name), std::string::npos);
  }
  EXPECT_EQ(run_descant(folder.path(), "example leaf -o a.json").exit_code, 0);
  const Outcome info = run_descant(folder.path(), "info a.json");
  EXPECT_EQ(info.exit_code, 0) << info.err;
  EXPECT_NE(info.out.find("body leaf"), std::string::npos) << info.out;
  for (const ExampleInfo& character : list_characters())
    EXPECT_NE(list.out.find(character.name), std::string::npos);
  EXPECT_EQ(run_descant(folder.path(), "example pup").exit_code, 0);
  EXPECT_EQ(read_file(folder.file("pup.glb")), make_character_file("pup"));
  EXPECT_EQ(run_descant(folder.path(), "example pup -o pup.json").exit_code, 2);
  EXPECT_EQ(run_descant(folder.path(), "example laef -o b.json").exit_code, 2);
  EXPECT_EQ(run_descant(folder.path(), "example leaf -o a.txt").exit_code, 2);
}

TEST(App, SimulateWritesAndSaysWhere) {
  const TemporaryFolder folder;
  write_plane_scene(folder);
  const Outcome outcome = run_descant(
      folder.path(), "simulate scene.json -o out --save npy,obj --report r.json --frames 1:4");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("square: 3 frames"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("out/square"), std::string::npos) << outcome.out;
  EXPECT_EQ(read_npy_file(folder.file("out/square/u_c.npy")).shape[0], 3);
  EXPECT_TRUE(std::filesystem::exists(folder.file("out/square/frame_0003.obj")));
  const json report = json::parse(read_file(folder.file("r.json")));
  EXPECT_EQ(report["command"][1], "simulate");
  EXPECT_EQ(report["summary"]["frames"], 3);
  EXPECT_LE(report["summary"]["contract_max"].get<double>(), 1e-9);
}

TEST(App, ReportsGoToPipesAndThroughLinks) {
  const TemporaryFolder folder;
  write_plane_scene(folder);
  const Outcome outcome = test::run_script(folder.path(), R"(
    mkfifo pipe; ln -s real.json link.json; echo old > real.json
    cat pipe > piped.json & "$DESCANT" simulate scene.json -o new --report pipe || exit 1
    wait
    "$DESCANT" simulate scene.json -o new --report link.json &&
    "$DESCANT" simulate scene.json -o made --report made/r.json --checkpoint made/c &&
    test -p pipe && test -h link.json && test -s made/c)");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* file : {"piped.json", "real.json", "made/r.json"}) {
    EXPECT_EQ(json::parse(read_file(folder.file(file)))["summary"]["frames"], 5) << file;
  }
  // into the program's own output, before what it says there
  const Outcome own = run_descant(folder.path(), "simulate scene.json -o new --report /dev/stdout");
  EXPECT_EQ(own.exit_code, 0) << own.err;
  const size_t said = own.out.find("square: 5 frames");
  ASSERT_NE(said, std::string::npos) << own.out;
  EXPECT_EQ(json::parse(own.out.substr(0, said))["summary"]["frames"], 5);
}

TEST(App, ProgressAsJsonLinesIsNothingButJson) {
  const TemporaryFolder folder;
  write_plane_scene(folder);
  const Outcome outcome =
      run_descant(folder.path(), "simulate scene.json -o out --progress json --frames :50");
  EXPECT_EQ(outcome.exit_code, 0);
  std::istringstream lines(outcome.err);
  std::string line;
  long last = -1;
  int warnings = 0;
  while (std::getline(lines, line)) {
    const json event = json::parse(line);
    warnings += event.contains("warning");
    if (!event.contains("done")) continue;
    EXPECT_GE(event["done"].get<long>(), last);
    EXPECT_EQ(event["total"], 5);
    last = event["done"].get<long>();
  }
  EXPECT_EQ(last, 5);
  EXPECT_EQ(warnings, 1);  // the range ends after the animation
  EXPECT_EQ(run_descant(folder.path(), "simulate scene.json -o out --progress none").err, "");
}

TEST(App, InfoDescribesFiles) {
  const TemporaryFolder folder;
  write_plane_scene(folder);
  const Outcome mesh = run_descant(folder.path(), "info square.mesh");
  EXPECT_NE(mesh.out.find("vertices    16"), std::string::npos) << mesh.out;
  EXPECT_NE(mesh.out.find("area        1\n"), std::string::npos) << mesh.out;
  const Outcome array = run_descant(folder.path(), "info weights.npy");
  EXPECT_NE(array.out.find("(16, 2)"), std::string::npos) << array.out;
  EXPECT_EQ(run_descant(folder.path(), "info no.mesh").exit_code, 2);
  EXPECT_EQ(run_descant(folder.path(), "info fox.glb").exit_code, 2);
  EXPECT_EQ(run_descant(folder.path(), "info fox.blend").exit_code, 2);
}

TEST(App, WithoutASolutionItSaysHowToRunAgain) {
  const TemporaryFolder folder;
  test::SceneFiles all = test::plane_scene();
  // the rig turns the body inside out, where this law is not defined, and pins leave no way out
  all.scene["material"] = "neohookean";
  for (int i = 0; i < 8; ++i) all.scene["bodies"][0]["pinned"].push_back(i);
  all.files["params.npy"] = npy_bytes({{2, 6}, {1, 0, 0, 1, 0, 0, -1, 0, 0, 1, 0, 0}});
  all.scene["bodies"][0]["rig"] = json{{"kind", "affine"}, {"params", "params.npy"}};
  for (const auto& [name, bytes] : all.files) write_file(folder.file(name), bytes);
  write_file(folder.file("scene.json"), all.scene.dump());
  const Outcome outcome =
      run_descant(folder.path(),
                  "simulate scene.json --checkpoint c --report=r -o 'o ut' --resume --frames :2");
  EXPECT_EQ(outcome.exit_code, 3) << outcome.err;
  EXPECT_NE(outcome.err.find("frame 1"), std::string::npos) << outcome.err;
  const std::string again = "simulate scene.json -o 'o ut' --frames 1:2";
  EXPECT_NE(outcome.err.find(again), std::string::npos) << outcome.err;
  // and that comes to the same end
  const Outcome repeated = run_descant(folder.path(), again);
  EXPECT_EQ(repeated.exit_code, 3) << repeated.err;
  EXPECT_NE(repeated.err.find("frame 1"), std::string::npos) << repeated.err;
}

TEST(App, CtrlCKeepsACheckpointThatResumes) {
  const TemporaryFolder folder;
  write_plane_scene(folder);
  const std::string simulate =
      "simulate scene.json --solver exact --substeps 4000 --progress json ";
  EXPECT_EQ(run_descant(folder.path(), simulate + "-o straight").exit_code, 0);
  // the signal comes once the first frame is done
  const Outcome stopped = test::run_script(folder.path(), "\"$DESCANT\" " + simulate + R"(\
    -o resumed --checkpoint c 2> progress &
    pid=$!
    for i in $(seq 1000); do grep -qs '"done":1' progress && break; sleep 0.01; done
    kill -INT $pid
    wait $pid)");
  EXPECT_EQ(stopped.exit_code, 130);
  EXPECT_FALSE(std::filesystem::exists(folder.file("resumed")));
  const Outcome resumed =
      run_descant(folder.path(), simulate + "-o resumed --checkpoint c --resume");
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_TRUE(read_file(folder.file("straight/square/u_c.npy")) ==
              read_file(folder.file("resumed/square/u_c.npy")));
}

}  // namespace
}  // namespace descant
