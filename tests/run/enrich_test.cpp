// tests/run/enrich_test.cpp: a character in, the same character alive out.

#include "descant/run/enrich.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "descant/examples/examples.hpp"
#include "descant/io/file.hpp"
#include "descant/io/gltf.hpp"
#include "descant/io/npy.hpp"
#include "descant/io/pc2.hpp"
#include "descant/scene/character_pose.hpp"
#include "support/input_error.hpp"
#include "support/small_gltf.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

/// A coarse body, so that a run takes a second or so.
EnrichOptions coarse(const TemporaryFolder& folder, const std::string& clip) {
  EnrichOptions options;
  options.in = folder.file("in.glb");
  options.out = folder.file("out.glb");
  options.settings = default_enrich_settings();
  options.settings.character.clip = clip;
  options.settings.character.detail = 1200;
  options.output.threads = 1;
  options.output.save.clear();
  return options;
}

void write_example(const TemporaryFolder& folder, const std::string& name) {
  write_file(folder.file("in.glb"), make_character_file(name));
}

Character read(const std::string& path) { return character_of(read_gltf_document(path), {}); }

int clip_number(const Character& character, const std::string& name) {
  for (size_t c = 0; c < character.clips.size(); ++c)
    if (character.clips[c].name == name) return static_cast<int>(c);
  return -1;
}

double rms(const Report& report) {
  double largest = 0;
  for (const BodyReport& body : report.bodies)
    for (const ClipReport& clip : body.clips)
      for (const FrameReport& frame : clip.frames) largest = std::max(largest, frame.rms);
  return largest;
}

TEST(Enrich, SlowWhatIsWrittenIsWhatWasSimulated) {
  const TemporaryFolder folder;
  write_example(folder, "pup");
  EnrichOptions options = coarse(folder, "Jump");
  options.output.save = {SaveFormat::npy, SaveFormat::pc2};
  const Report report = enrich(options, {}, {});
  ASSERT_EQ(report.bodies.size(), 1u);
  const BodyReport& body = report.bodies[0];
  EXPECT_LE(report.summary.contract_max, 1e-9);
  EXPECT_GE(rms(report), 1e-4 * body.mesh.diagonal) << "the body moves";
  ASSERT_EQ(body.clips.size(), 1u);
  EXPECT_GT(body.clips[0].encoding->targets, 1);

  // evaluated from the file, every frame is where it was simulated to be
  const Character written = read(options.out);
  const CharacterClip& clip = written.clips[clip_number(written, "Jump")];
  const std::string saved = folder.file("out.files/Jump/" + body.name + "/surface.npy");
  const NpyArray surface = read_npy_file(saved);
  const Index width = surface.shape[1] * 3;
  ASSERT_EQ(surface.shape[0], static_cast<Index>(body.clips[0].frames.size()));
  double worst = 0, added = 0;
  const Character original = read(options.in);
  for (Index f = 0; f < surface.shape[0]; ++f) {
    const double time = body.clips[0].frames[f].time;
    const Eigen::Map<const Positions> expected(surface.values.data() + f * width, width / 3, 3);
    for (const PartReport& part : body.parts) {
      const auto rows = expected.middleRows(part.first, part.vertices);
      const Positions shown = posed_surface(written, pose_at(written, clip, time), part.node);
      const Positions before = posed_surface(
          original, pose_at(original, original.clips[clip_number(original, "Jump")], time),
          part.node);
      worst = std::max(worst, (shown - rows).rowwise().norm().maxCoeff());
      added = std::max(added, (before - rows).rowwise().norm().maxCoeff());
    }
  }
  EXPECT_LE(worst, 1.001e-3 * body.mesh.diagonal);
  EXPECT_GE(added, 5e-3 * body.mesh.diagonal) << "the bound says something only of visible motion";

  // and so is the cache, to the precision of its numbers
  const std::string stem = folder.file("out.files/Jump/" + body.parts[0].name);
  const PointCache cache = parse_pc2(read_file(stem + ".pc2"), "pc2");
  ASSERT_EQ(static_cast<Index>(cache.frames.size()), surface.shape[0]);
  const Eigen::Map<const Positions> first(surface.values.data(), width / 3, 3);
  EXPECT_LE((cache.frames[0] - first.topRows(body.parts[0].vertices)).cwiseAbs().maxCoeff(),
            1e-6 * body.mesh.diagonal);
}

TEST(Enrich, SlowClipsThatWereNotAskedForStayAsTheyWere) {
  const TemporaryFolder folder;
  write_example(folder, "pup");
  const EnrichOptions options = coarse(folder, "Jump");
  enrich(options, {}, {});
  const Character before = read(options.in), after = read(options.out);
  const int walk = clip_number(before, "Walk");
  for (const double time : {0.0, 0.3, 0.71})
    for (size_t node = 0; node < before.nodes.size(); ++node) {
      if (before.nodes[node].mesh < 0) continue;
      const int number = static_cast<int>(node);
      const Positions a = posed_surface(before, pose_at(before, before.clips[walk], time), number);
      const Positions b = posed_surface(after, pose_at(after, after.clips[walk], time), number);
      EXPECT_LE((a - b).cwiseAbs().maxCoeff(), 1e-7);
    }
}

TEST(Enrich, RunsFromFileToFile) {
  const TemporaryFolder folder;
  write_example(folder, "pup");
  EnrichOptions options = coarse(folder, "Jump");
  options.settings.body.frequency = 6;
  options.settings.character.targets = 3;
  options.settings.character.normals = true;
  options.output.report = folder.file("report.json");
  const Report report = enrich(options, {}, {});
  EXPECT_LE(report.summary.contract_max, 1e-9);
  EXPECT_EQ(report.bodies[0].clips[0].encoding->targets, 3);
  const Character written = read(options.out);
  EXPECT_EQ(written.meshes[written.nodes[report.bodies[0].parts[0].node].mesh].target_names.size(),
            3u);
}

TEST(Enrich, ClipsOfOneNameAreBothSaved) {
  const TemporaryFolder folder;
  std::string file = make_character_file("pup");
  file.replace(file.find("\"Walk\""), 6, "\"Jump\"");
  write_file(folder.file("in.glb"), file);
  EnrichOptions options = coarse(folder, "all");
  options.settings.body.frequency = 6;
  options.settings.character.targets = 1;
  options.settings.run.quality = Quality::preview;
  options.settings.character.cycles = Cycles::ignored;
  options.output.save = {SaveFormat::npy};
  const Report report = enrich(options, {}, {});
  const BodyReport& body = report.bodies.at(0);
  ASSERT_EQ(body.clips.size(), 2u);
  for (size_t c = 0; c < 2; ++c) {
    EXPECT_EQ(body.clips[c].name, "Jump");
    const std::string clip = c == 0 ? "Jump" : "Jump_2";
    const std::string saved = folder.file("out.files/" + clip + "/" + body.name + "/surface.npy");
    EXPECT_EQ(read_npy_file(saved).shape[0], static_cast<Index>(body.clips[c].frames.size()));
  }
  EXPECT_NE(body.clips[0].frames.size(), body.clips[1].frames.size()) << "one is the other's";
}

TEST(Enrich, NoAmountGivesTheFileBack) {
  const TemporaryFolder folder;
  write_example(folder, "gnome");
  EnrichOptions options = coarse(folder, "all");
  options.settings.run.amount = 0;
  enrich(options, {}, {});
  EXPECT_EQ(read_file(options.out), read_file(options.in));
}

/// The pup with every vertex bound to its head, and to nothing else.
std::string pup_on_its_head() {
  GltfDocument document = parse_gltf_document(make_character_file("pup"), "in.glb");
  test::SmallGltf file;
  file.json = nlohmann::json::parse(document.json);
  file.json.erase("buffers");
  file.bytes = document.buffers[0];
  const Character pup = character_of(document, {});
  int head = 0;
  while (pup.nodes[pup.skins[0].joints[head]].name != "head") ++head;
  for (nlohmann::json& mesh : file.json["meshes"])
    for (nlohmann::json& part : mesh["primitives"]) {
      const Index count =
          file.json["accessors"][part["attributes"]["POSITION"].get<size_t>()]["count"];
      std::vector<float> weights(4 * count, 0);
      std::vector<std::uint16_t> joints(4 * count, static_cast<std::uint16_t>(head));
      for (Index i = 0; i < count; ++i) weights[4 * i] = 1;
      part["attributes"]["JOINTS_0"] = file.add<std::uint16_t>(joints, "VEC4", 5123);
      part["attributes"]["WEIGHTS_0"] = file.add_floats(weights, "VEC4");
    }
  return file.glb();
}

TEST(Enrich, ABodyHeldRigidIsGivenBack) {
  const TemporaryFolder folder;
  write_file(folder.file("in.glb"), pup_on_its_head());
  EnrichOptions options = coarse(folder, "Jump");
  const Report free = enrich(options, {}, {});
  EXPECT_GT(rms(free), 1e-4 * free.bodies[0].mesh.diagonal) << "it would move";
  EXPECT_NE(read_file(options.out), read_file(options.in));
  options.settings.body.rigid = {"head"};
  EXPECT_EQ(rms(enrich(options, {}, {})), 0);
  EXPECT_EQ(read_file(options.out), read_file(options.in));
}

TEST(Enrich, APartHeldRigidStaysAsItWas) {
  const TemporaryFolder folder;
  write_example(folder, "pup");
  EnrichOptions options = coarse(folder, "Jump");
  options.settings.body.rigid = {"head"};
  enrich(options, {}, {});
  const Character before = read(options.in), after = read(options.out);
  const int clip = clip_number(before, "Jump");
  double head = 0, rest = 0;  // the largest motion added to what is the head's alone, and elsewhere
  for (const double time : {0.5, 0.8, 1.1})
    for (int n = 0; n < static_cast<int>(before.nodes.size()); ++n) {
      if (before.nodes[n].mesh < 0) continue;
      const Positions a = posed_surface(before, pose_at(before, before.clips[clip], time), n),
                      b = posed_surface(after, pose_at(after, after.clips[clip], time), n);
      const Vector added = (a - b).rowwise().norm();
      Index row = 0;
      for (const SurfacePart& part : before.meshes[before.nodes[n].mesh].parts)
        for (Index i = 0; i < part.positions.rows(); ++i, ++row) {
          const int joint = before.skins[0].joints[part.joints(i, 0)];
          const bool is_head = before.nodes[joint].name == "head" && part.weights(i, 0) > 0.999;
          double& largest = is_head ? head : rest;
          largest = std::max(largest, added[row]);
        }
    }
  EXPECT_GT(rest, 5e-3) << "of a pup of about one";
  EXPECT_LT(head, 0.1 * rest);
}

TEST(Enrich, AStrictContractLeavesALinearRigNothingToAdd) {
  const TemporaryFolder folder;
  write_example(folder, "pup");
  EnrichOptions options = coarse(folder, "Jump");
  options.settings.body.leak = 0;
  const Report report = enrich(options, {}, {});
  EXPECT_LE(rms(report), 1e-9 * report.bodies[0].mesh.diagonal);
  EXPECT_EQ(read_file(options.out), read_file(options.in));
}

TEST(Enrich, SlowACycleLoopsWithoutASeam) {
  const TemporaryFolder folder;
  write_example(folder, "pup");
  EnrichOptions options = coarse(folder, "Walk");
  options.output.save = {SaveFormat::npy};
  const Report report = enrich(options, {}, {});
  const std::string name = report.bodies[0].name;
  const NpyArray u_c = read_npy_file(folder.file("out.files/Walk/" + name + "/u_c.npy"));
  const Index width = u_c.shape[1] * 3, last = u_c.shape[0] - 1;
  const Eigen::Map<const Matrix> frames(u_c.values.data(), width, u_c.shape[0]);
  EXPECT_EQ(frames.col(0), frames.col(last));
  EXPECT_GT(frames.col(0).norm(), 0) << "it was in full swing when the cycle began";
  // the motion goes on across the seam as it does elsewhere
  double largest = 0;
  for (Index f = 1; f < last; ++f)
    largest = std::max(largest, (frames.col(f + 1) - 2 * frames.col(f) + frames.col(f - 1)).norm());
  EXPECT_LE((frames.col(1) - 2 * frames.col(0) + frames.col(last - 1)).norm(), 1.5 * largest);

  options.settings.character.cycles = Cycles::ignored;
  enrich(options, {}, {});
  const NpyArray once = read_npy_file(folder.file("out.files/Walk/" + name + "/u_c.npy"));
  const Eigen::Map<const Vector> start(once.values.data(), width);
  EXPECT_EQ(start.norm(), 0) << "played once, it starts from rest";
}

/// The same character under a root that makes it larger.
std::string enlarged(const std::string& glb, double factor) {
  GltfDocument document = parse_gltf_document(glb, "in.glb");
  nlohmann::json json = nlohmann::json::parse(document.json);
  nlohmann::json& scene = json["scenes"][0];
  json["nodes"].push_back({{"children", scene["nodes"]}, {"scale", {factor, factor, factor}}});
  scene["nodes"] = {static_cast<int>(json["nodes"].size()) - 1};
  test::SmallGltf file;
  file.json = json;
  file.bytes = document.buffers[0];
  return file.glb();
}

TEST(Enrich, SlowDoesNotDependOnTheSizeOfTheCharacter) {
  const TemporaryFolder folder;
  std::vector<Report> reports;
  for (const double factor : {1.0, 100.0}) {
    write_file(folder.file("in.glb"), enlarged(make_character_file("pup"), factor));
    reports.push_back(enrich(coarse(folder, "Jump"), {}, {}));
  }
  ASSERT_EQ(reports[0].bodies.size(), reports[1].bodies.size());
  const BodyReport &small = reports[0].bodies[0], &large = reports[1].bodies[0];
  EXPECT_EQ(small.mesh.elements, large.mesh.elements);
  EXPECT_NEAR(large.mesh.diagonal, 100 * small.mesh.diagonal, 1e-4 * large.mesh.diagonal);
  ASSERT_EQ(small.clips[0].frames.size(), large.clips[0].frames.size());
  // solved to 2e-5 of the diagonal, each from its own rounding
  for (size_t f = 0; f < small.clips[0].frames.size(); ++f)
    EXPECT_NEAR(large.clips[0].frames[f].rms, 100 * small.clips[0].frames[f].rms,
                5e-5 * large.mesh.diagonal);
}

TEST(Enrich, SlowPartsThatDoNotTouchAreBodiesOfTheirOwn) {
  const TemporaryFolder folder;
  write_example(folder, "gnome");
  EnrichOptions options = coarse(folder, "Bow");
  const Report report = enrich(options, {}, {});
  ASSERT_EQ(report.bodies.size(), 2u);
  EXPECT_EQ(report.bodies[0].parts.size(), 2u) << "the gnome and the lantern in its hand";
  EXPECT_EQ(report.bodies[1].parts[0].name, "hat");
  options.settings.character.tet_mesh = "any.mesh";
  expect_input_error([&] { enrich(options, {}, {}); }, "--tet-mesh", "bodies that move apart");
}

TEST(Enrich, SlowMorphsAloneDoNotDrift) {
  const TemporaryFolder folder;
  write_example(folder, "wren");
  EnrichOptions options = coarse(folder, "Ruffle");
  options.output.save = {SaveFormat::npy};
  const Report report = enrich(options, {}, {});
  EXPECT_LE(report.summary.contract_max, 1e-9);
  const BodyReport& body = report.bodies[0];
  const NpyArray u_c = read_npy_file(folder.file("out.files/Ruffle/" + body.name + "/u_c.npy"));
  for (Index f = 0; f < u_c.shape[0]; ++f) {
    const Eigen::Map<const Positions> frame(u_c.values.data() + f * u_c.shape[1] * 3, u_c.shape[1],
                                            3);
    EXPECT_LE(frame.colwise().mean().norm(), 0.01 * body.mesh.diagonal) << "frame " << f;
    EXPECT_LE(frame.rowwise().norm().maxCoeff(), 0.1 * body.mesh.diagonal) << "frame " << f;
  }
}

TEST(Enrich, SlowABodyThatWouldSwingTooWideIsMadeStiffer) {
  const TemporaryFolder folder;
  write_example(folder, "wren");
  EnrichOptions options = coarse(folder, "Flap");
  std::string said;
  const Log log = [&](Severity, const std::string& message) { said += message; };
  const BodyReport tuned = enrich(options, log, {}).bodies.at(0);
  EXPECT_GT(tuned.body_frequency, 1.2 * default_enrich_frequency);
  EXPECT_NE(said.find("is made stiffer"), std::string::npos) << said;
  for (const FrameReport& frame : tuned.clips[0].frames)
    EXPECT_LE(frame.max, 0.1 * tuned.mesh.diagonal) << frame.frame;

  // who asks for a frequency gets it
  options.settings.body.frequency = default_enrich_frequency;
  const BodyReport asked = enrich(options, {}, {}).bodies.at(0);
  EXPECT_DOUBLE_EQ(asked.body_frequency, default_enrich_frequency);
  double widest = 0;
  for (const FrameReport& frame : asked.clips[0].frames) widest = std::max(widest, frame.max);
  EXPECT_GT(widest, 0.1 * asked.mesh.diagonal);
}

TEST(Enrich, SlowBodiesSideBySideGiveTheSameBytes) {
  const TemporaryFolder folder;
  write_example(folder, "gnome");
  EnrichOptions options = coarse(folder, "Bow");
  options.settings.run.quality = Quality::preview;
  enrich(options, {}, {});
  const std::string alone = read_file(options.out);
  options.output.threads = 2;
  enrich(options, {}, {});
  EXPECT_TRUE(read_file(options.out) == alone);
}

TEST(Enrich, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  write_example(folder, "pup");
  EnrichOptions options = coarse(folder, "Wlak");
  expect_input_error([&] { enrich(options, {}, {}); }, "--clip", "`Walk`");
  options = coarse(folder, "Walk");
  options.settings.body.rigid = {"hed"};
  expect_input_error([&] { enrich(options, {}, {}); }, "--rigid", "`head`");
  options = coarse(folder, "Walk");
  options.out = options.in;
  expect_input_error([&] { enrich(options, {}, {}); }, options.in, "never overwritten");
  options.out = folder.file("out.fbx");
  expect_input_error([&] { enrich(options, {}, {}); }, options.out, ".glb or .gltf");
  EXPECT_EQ(folder.num_files(), 1) << "nothing was written";
}

}  // namespace
}  // namespace descant
