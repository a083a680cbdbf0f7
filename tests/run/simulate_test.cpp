// run/simulate_test.cpp: scenes into files: the same bytes however they are reached.

#include "descant/run/simulate.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "descant/prepare/shown_surface.hpp"
#include "descant/run/body_files.hpp"
#include "descant/run/checkpoint.hpp"
#include "descant/run/run_report.hpp"
#include "support/input_error.hpp"
#include "support/json_schema.hpp"
#include "support/scene_files.hpp"
#include "support/simulate_options.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

using test::options_for;
namespace fs = std::filesystem;

/// Two bodies, one in the plane and one in space, for six frames.
Scene small_scene() {
  test::SceneFiles files = test::plane_scene();
  files.files["bar.mesh"] =
      medit_text(box_mesh(Vector{{0, 0, 0}}, Vector{{0.4, 1, 0.4}}, {2, 4, 2}));
  files.scene["num_frames"] = 6;
  files.scene["bodies"].push_back(nlohmann::json::parse(R"({
    "name": "bar", "mesh": "bar.mesh",
    "rig": {"kind": "affine", "handles": [{"tail": [0.2, 0, 0.2], "keys": [
      {"time": 0}, {"time": 0.15, "translate": [0.3, 0, 0], "rotate": [0, 30, 10]},
      {"time": 0.25}]}]}})"));
  return files.read();
}

std::string bytes_of(const std::string& folder, const std::string& file) {
  return read_file(folder + "/" + file);
}

void expect_same_files(const std::string& a, const std::string& b) {
  int count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(a)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = fs::relative(entry.path(), a).string();
    EXPECT_TRUE(bytes_of(a, name) == bytes_of(b, name)) << name << " differs";
    ++count;
  }
  EXPECT_GT(count, 0);
}

TEST(Simulate, WritesMovingFramesThatKeepTheContract) {
  const TemporaryFolder folder;
  const Scene scene = small_scene();
  SimulateOptions options = options_for(folder.file("out"));
  options.output.save = {SaveFormat::npy, SaveFormat::obj};
  const Report report = simulate(scene, options, {}, {});
  for (const BodySpec& body : scene.bodies) {
    const std::string at = folder.file("out/" + body.name);
    const NpyArray u_c = read_npy_file(at + "/u_c.npy");
    EXPECT_EQ(u_c.shape, (std::vector<Index>{6, body.mesh.num_vertices(), body.mesh.dim()}));
    EXPECT_TRUE(fs::exists(at + "/frame_0005.obj"));
    EXPECT_FALSE(fs::exists(at + "/frame_0006.obj"));
  }
  EXPECT_EQ(report.summary.frames, 12);
  EXPECT_LE(report.summary.contract_max, 1e-9);
  // the bodies move: the contract is not kept by standing still
  for (const BodyReport& body : report.bodies) {
    double rms = 0;
    for (const FrameReport& frame : body.clips[0].frames) rms = std::max(rms, frame.rms);
    EXPECT_GT(rms, 1e-4 * body.mesh.diagonal) << body.name;
  }
}

TEST(Simulate, TheSurfaceIsRestPlusRigPlusComplement) {
  const TemporaryFolder folder;
  const Scene scene = small_scene();
  simulate(scene, options_for(folder.path()), {}, {});
  const BodySpec& bar = scene.bodies[1];
  const BuiltBody built = build_body(bar, scene.run, Workers(1), {});
  const ShownSurface surface = shown_surface(bar.mesh);
  const NpyArray u_c = read_npy_file(folder.file("bar/u_c.npy"));
  const NpyArray shown = read_npy_file(folder.file("bar/surface.npy"));
  const Index shown_size = 3 * static_cast<Index>(surface.vertices.size());
  ASSERT_LT(surface.vertices.size(), static_cast<size_t>(bar.mesh.num_vertices()));
  for (int frame = 0; frame < 6; ++frame) {
    const Eigen::Map<const Vector> c(u_c.values.data() + frame * bar.mesh.num_dofs(),
                                     bar.mesh.num_dofs());
    const Vector u = built.body.rig->displacement(built.drive.params(frame / scene.run.fps)) + c;
    const Positions expected = surface.positions(bar.mesh, u);
    const Eigen::Map<const Vector> written(shown.values.data() + frame * shown_size, shown_size);
    EXPECT_EQ(flat(expected), written);
  }
}

TEST(Simulate, ThreadsDoNotChangeABit) {
  const TemporaryFolder folder;
  SimulateOptions one = options_for(folder.file("one")), two = options_for(folder.file("two"));
  two.output.threads = 2;
  simulate(small_scene(), one, {}, {});
  simulate(small_scene(), two, {}, {});
  expect_same_files(folder.file("one"), folder.file("two"));
}

TEST(Simulate, FramesAreRowsOfTheFullRun) {
  const TemporaryFolder folder;
  Scene scene = small_scene();
  simulate(scene, options_for(folder.file("all")), {}, {});
  scene.run.first_frame = 2;
  scene.run.end_frame = 5;
  const Report report = simulate(scene, options_for(folder.file("some")), {}, {});
  EXPECT_EQ(report.bodies[0].clips[0].frames.front().frame, 2);
  const NpyArray all = read_npy_file(folder.file("all/square/u_c.npy"));
  const NpyArray some = read_npy_file(folder.file("some/square/u_c.npy"));
  ASSERT_EQ(some.shape[0], 3);
  const size_t row = all.values.size() / 6;
  EXPECT_TRUE(std::equal(some.values.begin(), some.values.end(), all.values.begin() + 2 * row));
}

TEST(Simulate, RangesBeyondTheAnimation) {
  Scene scene = small_scene();
  std::string warning;
  const Log log = [&](Severity, const std::string& text) { warning = text; };
  scene.run.end_frame = 60;
  EXPECT_EQ(written_frames(scene, log).end, 6);
  EXPECT_NE(warning.find("6 frames"), std::string::npos);
  scene.run.first_frame = 6;
  expect_input_error([&] { written_frames(scene, {}); }, "frames", "6 frames");
  scene.num_frames = 0;
  expect_input_error([&] { written_frames(scene, {}); }, "scene", "no frame");
}

TEST(Simulate, AmountScalesWhatIsWritten) {
  const TemporaryFolder folder;
  Scene scene = small_scene();
  simulate(scene, options_for(folder.file("full")), {}, {});
  scene.run.amount = 0.5;
  simulate(scene, options_for(folder.file("half")), {}, {});
  const auto full = read_npy_file(folder.file("full/bar/u_c.npy")).values;
  const auto half = read_npy_file(folder.file("half/bar/u_c.npy")).values;
  for (size_t i = 0; i < full.size(); ++i) ASSERT_EQ(half[i], 0.5 * full[i]);
}

/// Stops after `frames` frames, as Ctrl-C would.
Progress stop_after(long frames) {
  return [frames](const ProgressEvent& event) { return event.done < frames; };
}

TEST(Simulate, AResumedRunGivesTheSameBytes) {
  const TemporaryFolder folder;
  const Scene scene = small_scene();
  simulate(scene, options_for(folder.file("straight")), {}, {});
  for (long stop : {1, 4, 6, 9}) {  // in the first body, at its end, in the second
    SimulateOptions options = options_for(folder.file("resumed" + std::to_string(stop)));
    options.output.checkpoint = folder.file("checkpoint");
    EXPECT_THROW(simulate(scene, options, {}, stop_after(stop)), Interrupted);
    EXPECT_FALSE(fs::exists(options.out));
    options.output.resume = true;
    const Report report = simulate(scene, options, {}, {});
    EXPECT_EQ(report.summary.frames, 12);
    expect_same_files(folder.file("straight"), options.out);
  }
}

TEST(Simulate, AFinishedCheckpointCanBeCutOrExtended) {
  const TemporaryFolder folder;
  Scene scene = small_scene();
  simulate(scene, options_for(folder.file("straight")), {}, {});
  SimulateOptions options = options_for(folder.file("short"));
  options.output.checkpoint = folder.file("checkpoint");
  scene.run.end_frame = 3;
  simulate(scene, options, {}, {});
  options.output.resume = true;
  options.out = folder.file("long");
  scene.run.end_frame.reset();
  simulate(scene, options, {}, {});
  expect_same_files(folder.file("straight"), options.out);
}

TEST(Simulate, AShorterResumedRunLeavesTheCheckpointWhole) {
  const TemporaryFolder folder;
  Scene scene = small_scene();
  SimulateOptions options = options_for(folder.file("straight"));
  options.output.checkpoint = folder.file("checkpoint");
  simulate(scene, options, {}, {});
  options.output.resume = true;
  options.out = folder.file("short");
  scene.run.end_frame = 3;
  EXPECT_EQ(simulate(scene, options, {}, {}).summary.frames, 6);
  EXPECT_EQ(read_npy_file(folder.file("short/bar/u_c.npy")).shape[0], 3);
  options.out = folder.file("again");
  scene.run.end_frame.reset();
  simulate(scene, options, {}, {});
  expect_same_files(folder.file("straight"), options.out);
}

TEST(Simulate, RefusesACheckpointThatLacksFrames) {
  const TemporaryFolder folder;
  const Scene scene = small_scene();
  SimulateOptions options = options_for(folder.file("out"));
  const std::string file = options.output.checkpoint = folder.file("checkpoint");
  simulate(scene, options, {}, {});
  Checkpoint kept = parse_checkpoint(read_file(file), file);
  kept.bodies[1].frames.pop_back();
  kept.bodies[1].u_c.pop_back();
  write_file(file, checkpoint_bytes(kept));
  options.output.resume = true;
  expect_input_error([&] { simulate(scene, options, {}, {}); }, file, "lacks frames of body bar");
}

TEST(Simulate, ABrokenContractIsToldOf) {
  Report report;
  report.bodies.resize(1);
  report.bodies[0].name = "bar";
  report.bodies[0].clips.resize(1);
  report.bodies[0].clips[0].frames.resize(2);
  std::string warning;
  const Log log = [&](Severity, const std::string& text) { warning = text; };
  report.bodies[0].clips[0].frames[1].contract = 1e-9;
  warn_of_broken_contracts(report, log);
  EXPECT_EQ(warning, "");
  report.bodies[0].clips[0].frames[1].contract = 2e-9;
  warn_of_broken_contracts(report, log);
  EXPECT_NE(warning.find("body bar"), std::string::npos);
  EXPECT_NE(warning.find("2e-09"), std::string::npos) << warning;
}

TEST(Simulate, RefusesTheCheckpointOfAnotherProblem) {
  const TemporaryFolder folder;
  Scene scene = small_scene();
  SimulateOptions options = options_for(folder.file("out"));
  options.output.checkpoint = folder.file("checkpoint");
  simulate(scene, options, {}, {});
  options.output.resume = true;
  scene.bodies[0].settings.young = 4999;
  expect_input_error([&] { simulate(scene, options, {}, {}); }, options.output.checkpoint,
                     "another problem");
  write_file(folder.file("precious"), "not a checkpoint");
  options.output.checkpoint = folder.file("precious");
  expect_input_error([&] { simulate(scene, options, {}, {}); }, folder.file("precious"),
                     "is not a checkpoint");
}

TEST(Simulate, AFailedRunLeavesTheOldFilesWhole) {
  const TemporaryFolder folder;
  Scene scene = small_scene();
  SimulateOptions options = options_for(folder.file("out"));
  options.output.report = folder.file("report.json");
  simulate(scene, options, {}, {});
  const std::string before = bytes_of(folder.path(), "out/square/u_c.npy");
  const std::string report = bytes_of(folder.path(), "report.json");
  scene.bodies[0].settings.young = 100;
  EXPECT_THROW(simulate(scene, options, {}, stop_after(9)), Interrupted);
  EXPECT_EQ(bytes_of(folder.path(), "out/square/u_c.npy"), before);
  // the last file cannot be written: none is renamed
  options.output.report = folder.file("out/square");
  EXPECT_THROW(simulate(scene, options, {}, {}), InputError);
  EXPECT_EQ(bytes_of(folder.path(), "out/square/u_c.npy"), before);
  EXPECT_EQ(bytes_of(folder.path(), "report.json"), report);
  for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
    EXPECT_NE(entry.path().extension(), ".part");
  }
}

TEST(Simulate, TheReportFitsItsSchema) {
  const TemporaryFolder folder;
  SimulateOptions options = options_for(folder.file("out"));
  options.output.report = folder.file("report.json");
  options.command = {"descant", "simulate", "a \"b\".json"};
  simulate(small_scene(), options, {}, {});
  const auto report = nlohmann::json::parse(bytes_of(folder.path(), "report.json"));
  const auto schema = nlohmann::json::parse(
      read_file(std::string(DESCANT_SOURCE_DIR) + "/docs/report.schema.json"));
  EXPECT_EQ(test::SchemaValidator(schema).problems(report), std::vector<std::string>{});
  EXPECT_EQ(report["command"][2], "a \"b\".json");
  EXPECT_EQ(report["bodies"][1]["clips"][0]["frames"].size(), 6u);
  EXPECT_EQ(report["bodies"][1]["mesh"]["euler"], 1);
}

}  // namespace
}  // namespace descant
