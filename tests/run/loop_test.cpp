// tests/run/loop_test.cpp: `loop` from a scene to files: one seamless period, or a clear word.

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "descant/run/simulate.hpp"
#include "descant/scene/settings.hpp"
#include "support/input_error.hpp"
#include "support/scene_files.hpp"
#include "support/simulate_options.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

using test::options_for;

/// A bar that swings once to and fro in half a second; its last key is its first, `gap` aside.
Scene swinging_scene(double gap = 0, double damping = 0.2) {
  test::SceneFiles files;
  files.files["bar.mesh"] = medit_text(box_mesh(Vector{{0, 0}}, Vector{{0.4, 1}}, {2, 5}));
  files.scene = nlohmann::json::parse(R"({
    "descant": 1, "fps": 20, "num_frames": 11, "frequency": 4, "loop": true,
    "bodies": [{"name": "bar", "mesh": "bar.mesh",
      "rig": {"kind": "affine", "handles": [{"tail": [0.2, 0], "keys": [
        {"time": 0}, {"time": 0.125, "rotate": 40}, {"time": 0.375, "rotate": -40},
        {"time": 0.5}]}]}}]})");
  files.scene["damping"] = damping;
  files.scene["bodies"][0]["rig"]["handles"][0]["keys"][3]["translate"] = {gap, 0};
  return files.read();
}

TEST(SimulateLoop, TheLastFrameIsTheFirst) {
  const TemporaryFolder folder;
  std::vector<std::string> messages;
  const Log log = [&](Severity, const std::string& message) { messages.push_back(message); };
  const Report report = simulate(swinging_scene(), options_for(folder.path()), log, {});
  EXPECT_TRUE(messages.empty()) << messages.front();
  EXPECT_LE(report.summary.contract_max, 1e-9);
  for (const char* name : {"bar/u_c.npy", "bar/surface.npy"}) {
    const NpyArray file = read_npy_file(folder.file(name));
    ASSERT_EQ(file.shape[0], 11);
    const Index width = file.shape[1] * file.shape[2];
    const Eigen::Map<const Matrix> frames(file.values.data(), width, 11);
    EXPECT_EQ(frames.col(0), frames.col(10)) << name;
    EXPECT_GT((frames.col(0) - frames.col(5)).norm(), 0.01) << name;
  }
}

TEST(SimulateLoop, FramesAreRowsOfTheWholePeriod) {
  const TemporaryFolder folder;
  Scene scene = swinging_scene();
  simulate(scene, options_for(folder.file("all")), {}, {});
  scene.run.first_frame = 3;
  scene.run.end_frame = 6;
  simulate(scene, options_for(folder.file("some")), {}, {});
  const NpyArray all = read_npy_file(folder.file("all/bar/u_c.npy"));
  const NpyArray some = read_npy_file(folder.file("some/bar/u_c.npy"));
  ASSERT_EQ(some.shape[0], 3);
  const Index width = all.shape[1] * all.shape[2];
  EXPECT_TRUE(std::equal(some.values.begin(), some.values.end(), all.values.begin() + 3 * width));
}

TEST(SimulateLoop, AResumedRunGivesTheSameBytes) {
  const TemporaryFolder folder;
  simulate(swinging_scene(), options_for(folder.file("straight")), {}, {});
  const std::string expected = read_file(folder.file("straight/bar/u_c.npy"));
  // in a cycle before the one that is written, and in that one
  for (const std::string stop : {"cycle 2 of bar 0", "simulating bar 5"}) {
    SimulateOptions options = options_for(folder.file("resumed at " + stop));
    options.output.checkpoint = folder.file("checkpoint at " + stop);
    const Progress interrupt = [&](const ProgressEvent& event) {
      return event.stage + " " + std::to_string(event.done) != stop;
    };
    EXPECT_THROW(simulate(swinging_scene(), options, {}, interrupt), Interrupted);
    EXPECT_TRUE(std::filesystem::exists(options.output.checkpoint));
    options.output.resume = true;
    simulate(swinging_scene(), options, {}, {});
    EXPECT_TRUE(read_file(options.out + "/bar/u_c.npy") == expected) << "stopped at " << stop;
  }
}

TEST(SimulateLoop, PosesThatDoNotMeetAreAnErrorThatSaysByHowMuch) {
  const TemporaryFolder folder;
  try {
    simulate(swinging_scene(0.25), options_for(folder.path()), {}, {});
    FAIL() << "a bar that ends elsewhere was looped";
  } catch (const InputError& error) {
    EXPECT_EQ(error.place(), "body bar");
    EXPECT_NE(std::string(error.what()).find("0.25"), std::string::npos) << error.what();
  }
}

TEST(SimulateLoop, ASmallGapIsClosedWithAWarning) {
  const TemporaryFolder folder;
  std::vector<std::string> messages;
  const Log log = [&](Severity, const std::string& message) { messages.push_back(message); };
  simulate(swinging_scene(0.005), options_for(folder.path()), log, {});
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_NE(messages[0].find("0.005"), std::string::npos) << messages[0];
}

TEST(SimulateLoop, AMotionThatDoesNotRepeatIsToldOf) {
  const TemporaryFolder folder;
  std::vector<std::string> messages;
  const Log log = [&](Severity, const std::string& message) { messages.push_back(message); };
  Scene scene = swinging_scene(0, 0);
  scene.run.integrator = Integrator::bdf2;
  scene.run.substeps = 8;
  scene.bodies[0].settings.frequency = 0.7;
  simulate(scene, options_for(folder.path()), log, {});
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_NE(messages[0].find("after 20 cycles"), std::string::npos) << messages[0];
}

TEST(SimulateLoop, IsAFlagOnTheCommandLineAndABooleanInAScene) {
  Scene scene = swinging_scene();
  EXPECT_EQ(scene.run.playback, Playback::loop);
  scene.run.playback = Playback::once;
  apply_options(scene, {{"loop", {}}});
  EXPECT_EQ(scene.run.playback, Playback::loop);

  test::SceneFiles files = test::plane_scene();
  files.scene["loop"] = false;
  EXPECT_EQ(files.read().run.playback, Playback::once);
  files.scene["loop"] = 1;
  EXPECT_THROW(files.read(), InputError);
}

}  // namespace
}  // namespace descant
