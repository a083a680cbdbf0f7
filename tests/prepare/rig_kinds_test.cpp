// prepare/rig_kinds_test.cpp: a kind of rig that the library does not know, as one row.

#include "descant/prepare/rig_kinds.hpp"

#include <gtest/gtest.h>

#include "descant/io/scene_json_parts.hpp"
#include "descant/prepare/build_body.hpp"
#include "descant/rig/function_rig.hpp"
#include "descant/run/describe.hpp"
#include "descant/scene/settings.hpp"
#include "support/input_error.hpp"
#include "support/scene_files.hpp"
#include "support/simulate_options.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

/// x ↦ x + p |x − c| a: wags along its axis a, the more the farther from its pivot c. Its handle's
/// way along the axis is p.
RigKind wag() {
  RigKind row{.name = "wag", .handles = HandleUse::pivot, .keys = {"axis"}};
  row.read = [](const JsonNode& rig, const SceneSource&, int dim) -> std::any {
    return rig.required("axis", "the direction it wags in").point(dim);
  };
  row.write = [](const RigSpec& rig, const SceneTarget&, JsonObject& object) {
    object.set("axis", std::any_cast<Vector>(rig.own));
  };
  row.build = [](const BodySpec& body, const Matrix&) -> DrivenRig {
    const auto axis = std::any_cast<Vector>(body.rig.own);
    const Positions arms = body.mesh.vertices.rowwise() - pivot_of(body).transpose();
    const Vector wag = flat(Positions(arms.rowwise().norm() * axis.transpose()));
    const FunctionShape shape{.dim = body.mesh.dim(), .num_vertices = arms.rows(), .num_params = 1};
    return {std::make_shared<FunctionRig>([wag](ConstVec p) { return Vector(p[0] * wag); }, shape),
            [axis, pivot = pivot_of(body)](const std::vector<Matrix>& maps) {
              const Vector at = maps[0] * pivot.homogeneous();
              return Vector(Vector::Constant(1, axis.dot(at - pivot)));
            }};
  };
  row.describe = [](const RigSpec& rig) {
    return "  axis        " + number_text(std::any_cast<Vector>(rig.own)[0]) + ", …\n";
  };
  return row;
}

/// The square of plane_scene on such a rig, its corner moving to and fro.
test::SceneFiles wagging() {
  test::SceneFiles files = test::plane_scene();
  files.scene["bodies"][0]["rig"] = nlohmann::json::parse(R"({
    "kind": "wag", "axis": [0.1, 0.7], "handles": [{"name": "corner", "tail": [0, 0], "keys": [
      {"time": 0}, {"time": 0.1, "translate": [0.3, 0.3]}, {"time": 0.2}]}]})");
  return files;
}

TEST(OwnRigKind, IsReadSimulatedWrittenAndReadAgain) {
  const RigRegistry rigs = builtin_rigs().with(wag());
  const TemporaryFolder folder;
  Scene scene = wagging().read({}, rigs);
  write_scene(scene, folder.file("a.json"), rigs);
  Scene again = read_scene(folder.file("a.json"), rigs, {});
  EXPECT_EQ(std::any_cast<Vector>(again.bodies[0].rig.own), (Vector{{0.1, 0.7}}));
  for (const SolverKind solver : {SolverKind::fast, SolverKind::newton_pcg, SolverKind::exact}) {
    scene.run.solver = again.run.solver = solver;
    SimulateOptions options = test::options_for(folder.file("out"));
    options.rigs = rigs;
    const Report report = simulate(scene, options, {}, {});
    EXPECT_EQ(report.bodies[0].rig, "wag");
    EXPECT_EQ(report.bodies[0].parameters, 1);
    EXPECT_GT(report.bodies[0].clips[0].frames[2].rms, 1e-3) << "physics adds to it";
    EXPECT_LE(report.summary.contract_max, 1e-9);
    const std::string bytes = read_file(folder.file("out/square/u_c.npy"));
    simulate(again, options, {}, {});
    EXPECT_TRUE(read_file(folder.file("out/square/u_c.npy")) == bytes) << "the same scene";
  }
}

TEST(OwnRigKind, FollowsItsHandle) {
  const RigRegistry rigs = builtin_rigs().with(wag());
  const Scene scene = wagging().read({}, rigs);
  const BuiltBody built = build_body(scene.bodies[0], scene.run, rigs, Workers(1), {});
  EXPECT_NEAR(built.drive.params(0.1)[0], 0.3 * 0.1 + 0.3 * 0.7, 1e-15);
  EXPECT_EQ(built.drive.params(0)[0], 0);
}

TEST(OwnRigKind, IsDescribed) {
  const RigRegistry rigs = builtin_rigs().with(wag());
  const TemporaryFolder folder;
  write_scene(wagging().read({}, rigs), folder.file("a.json"), rigs);
  const std::string text = describe_file(folder.file("a.json"), rigs, {});
  EXPECT_NE(text.find("  rig         wag, 1 handle: corner\n  axis        0.1, …\n"),
            std::string::npos)
      << text;
}

TEST(OwnRigKind, MistakesInItAreNamed) {
  const RigRegistry rigs = builtin_rigs().with(wag());
  const auto read_with = [&](const char* change) {
    test::SceneFiles files = wagging();
    files.scene["bodies"][0]["rig"].merge_patch(nlohmann::json::parse(change));
    files.read({}, rigs);
  };
  const std::string rig = "scene.json#/bodies/0/rig";
  expect_input_error([&] { read_with(R"({"kind": "wga"})"); }, rig + "/kind",
                     "unknown rig `wga`. Did you mean `wag`?");
  expect_input_error([&] { read_with(R"({"axsi": [1, 0]})"); }, rig + "/axsi",
                     "unknown key `axsi`. Did you mean `axis`?");
  expect_input_error([&] { read_with(R"({"axis": null})"); }, rig, "`axis` is missing");
  expect_input_error([&] { read_with(R"({"weights": "weights.npy"})"); }, rig + "/weights",
                     "only a rig of kind lbs has weights");
  expect_input_error([&] { read_with(R"({"kind": "affine"})"); }, rig + "/axis",
                     "unknown key `axis`");
  expect_input_error([&] { wagging().read(); }, rig + "/kind", "Known here: affine, rigid, lbs");
}

TEST(OwnRigKind, WithoutHandlesRestsUnlessItsParametersMove) {
  RigKind row = wag();
  row.handles = HandleUse::none;
  const RigRegistry rigs = builtin_rigs().with(row);
  test::SceneFiles files = wagging();
  expect_input_error([&] { files.read({}, rigs); }, "scene.json#/bodies/0/rig/handles",
                     "a rig of kind wag has no handles");
  files.scene["num_frames"] = 3;
  files.scene["bodies"][0]["rig"].erase("handles");
  BodySpec body = files.read({}, rigs).bodies[0];
  EXPECT_EQ(build_body(body, {}, rigs, Workers(1), {}).drive.params(0.1), Vector::Zero(1));
  body.rig.animation = ParamTrack{10, Vector{{0, 2, 5}}};
  EXPECT_EQ(build_body(body, {}, rigs, Workers(1), {}).drive.params(0.2), Vector::Constant(1, 5));
}

TEST(RigRegistry, IsAValueWhoseNamesAndKeysAreUnique) {
  const RigRegistry rigs = builtin_rigs();
  EXPECT_EQ(rigs.with(wag()).kinds().size(), rigs.kinds().size() + 1);
  expect_input_error([&] { rigs.at("wag", "here"); }, "here", "unknown rig `wag`");
  EXPECT_THROW(rigs.with({.name = "lbs"}), BugError);
  EXPECT_THROW(rigs.with({.name = "other", .keys = {"weights"}}), BugError);
}

TEST(BuildBody, AKindThatIsNotThereIsAnInputError) {
  BodySpec body = test::plane_scene().read().bodies[0];
  body.rig.kind = "lsb";
  expect_input_error([&] { build_body(body, {}, Workers(1), {}); }, "body square", "`lbs`");
}

}  // namespace
}  // namespace descant
