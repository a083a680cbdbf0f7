// tests/io/published_test.cpp: a small example in the authors' formats, whole and broken.

#include "descant/io/published.hpp"

#include <gtest/gtest.h>

#include <map>

#include "support/input_error.hpp"

namespace descant {
namespace {

// Files that exist only here.
struct Files {
  std::map<std::string, std::string> files = {
      {"d/t.mesh",
       "MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 1\n4 0 0 1\n0 2 0 1\n0 0 2 1\n"
       "Tetrahedra\n1\n1 2 3 4 0\n"},
      {"d/t.tgf", "1 2 1 1\n2 4 1 1\n#\n#\n"},
      {"d/w.dmat", "2 4\n1\n0.5\n0.25\n0\n0\n0.5\n0.75\n1\n"},
      {"d/a.txt",
       "2 2\n2 1 1\n0 0 0\n4 1 1\n0 0 0\n"
       "2 1 1\n0 0 0\n4 1 1\n0 0 0\n"
       "3 1 1\n0 0 90\n4 1 1\n0 0 0\n"},
      {"d/f.obj", "v 0 0 0\nv 4 0 0\nv 0 2 0\nf 1 2 3\n"},
      {"d/b.tgf", "1 0 0 0\n2 4 0 0\n#\n1 2 1\n"},
      {"d/bw.dmat", "1 3\n1\n1\n1\n"},
      {"d/ba.txt", "3 1\n0 0 0\n0 0 0\n1 0 0\n2 0 0\n"},
      {"d/i.dmat", "1 2\n2\n3\n"},
      {"d/T.dmat", "12 1\n1\n1\n0\n0\n0\n0\n1\n1\n0\n0\n0\n0\n"}};

  Scene read(const std::string& json, std::vector<std::string>* warnings = nullptr) const {
    const FileReader reader = [this](const std::string& path) {
      const auto found = files.find(path);
      if (found == files.end()) throw InputError(path, "cannot be found");
      return found->second;
    };
    return parse_published_example(json, "d/x.json", reader,
                                   [&](Severity, const std::string& message) {
                                     if (warnings) warnings->push_back(message);
                                   });
  }
};

// The 3D example with `extra` put in front of its keys (so that it must end in a comma).
std::string solid(const std::string& extra = "") {
  return "{" + extra +
         R"("mesh_file": "t.mesh", "handle_file": "t.tgf", "weight_file": "w.dmat",
            "anim_file": "a.txt", "dt": 0.02, "YM": 7e5, "pr": 0.4, "scale": 1})";
}

std::string flat(const std::string& rig) {
  return "{" + rig + R"(, "mesh_file": "f.obj", "dt": 0.01, "YM": 175, "pr": 0.3})";
}

const std::string bones =
    R"("handle_file": "b.tgf", "weight_file": "bw.dmat", "anim_file": "ba.txt")";
const std::string vertices = R"("constraint_file": "i.dmat", "anim_file": "T.dmat")";

TEST(Published, IsToldByItsMeshOrImage) {
  EXPECT_TRUE(is_published_example(R"({"mesh_file": "a.mesh"})"));
  EXPECT_TRUE(is_published_example(R"({"image_file": "a.png"})"));
  EXPECT_FALSE(is_published_example(R"({"bodies": []})"));
  EXPECT_FALSE(is_published_example(R"(["mesh_file"])"));
  EXPECT_FALSE(is_published_example("{"));
  EXPECT_FALSE(is_published_example(""));
}

TEST(Published, ReadsASolidWithPoints) {
  std::vector<std::string> warnings;
  const Scene scene = Files().read(solid(), &warnings);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(scene.name, "x");
  EXPECT_EQ(scene.num_frames, 2);
  EXPECT_EQ(scene.run.fps, 1 / 0.02);
  EXPECT_EQ(scene.run.substeps, 1);
  EXPECT_EQ(scene.run.integrator, Integrator::euler);
  EXPECT_EQ(scene.run.preroll, 0);
  ASSERT_EQ(scene.bodies.size(), 1u);

  const BodySpec& body = scene.bodies[0];
  EXPECT_EQ(body.settings.law, LawKind::arap);
  EXPECT_EQ(body.settings.pose, Pose::relax);
  EXPECT_EQ(body.settings.young, 7e5);
  EXPECT_EQ(body.settings.poisson, 0.4);
  EXPECT_EQ(body.settings.density, 1000);
  EXPECT_EQ(body.settings.damping, 0);

  // centre (2, 1, 1), half-size 2
  EXPECT_EQ(body.mesh.vertices.row(1), (Positions(1, 3) << 1, -0.5, -0.5).finished().row(0));
  EXPECT_EQ(body.rig.kind, "lbs");
  ASSERT_EQ(body.rig.handles.size(), 2u);
  EXPECT_EQ(body.rig.handles[0].tail, Vector::Zero(3));
  EXPECT_EQ(body.rig.handles[1].tail, (Vector(3) << 1, 0, 0).finished());
  EXPECT_EQ(body.rig.weights(2, 1), 0.75);
  const auto& tracks = std::get<std::vector<HandleTrack>>(body.rig.animation);
  EXPECT_EQ(tracks[0].translations(1, 0), 0.5);
  EXPECT_EQ(tracks[0].times[1], 1 / scene.run.fps);
}

TEST(Published, KnowsTheModels) {
  const Files files;
  const auto settings = [&](const char* model) {
    return files.read(solid("\"model\": \"" + std::string(model) + "\",")).bodies[0].settings;
  };
  EXPECT_EQ(settings("arap").law, LawKind::arap);
  EXPECT_EQ(settings("stvk").law, LawKind::stvk);
  EXPECT_EQ(settings("corotational").law, LawKind::corotational);
  EXPECT_EQ(settings("neohookean").law, LawKind::neohookean);
  EXPECT_EQ(settings("neohookean").volume, VolumeTerm::quadratic);
}

TEST(Published, ReadsAPlaneBodyWithBones) {
  const Scene scene = Files().read(flat(bones));
  const BodySpec& body = scene.bodies[0];
  EXPECT_EQ(body.mesh.dim(), 2);
  EXPECT_EQ(body.settings.density, 1);
  EXPECT_EQ(scene.num_frames, 3);
  ASSERT_EQ(body.rig.handles.size(), 1u);
  EXPECT_EQ(body.rig.handles[0].tail, (Vector(2) << -1, -0.5).finished());
  EXPECT_EQ(body.rig.handles[0].head, (Vector(2) << 1, -0.5).finished());
  EXPECT_EQ(std::get<std::vector<HandleTrack>>(body.rig.animation)[0].translations(2, 0), 1);
}

TEST(Published, ReadsHandlesAtVertices) {
  const Scene scene = Files().read(flat(vertices));
  const RigSpec& rig = scene.bodies[0].rig;
  ASSERT_EQ(rig.handles.size(), 2u);
  EXPECT_EQ(rig.handles[0].tail, (Vector(2) << 1, -0.5).finished());
  EXPECT_EQ(rig.weights.size(), 0);
  const auto& track = std::get<ParamTrack>(rig.animation);
  EXPECT_EQ(track.fps, scene.run.fps);
  EXPECT_EQ(scene.num_frames, 1);
  // both handles at the identity
  const Matrix identity = (Matrix(1, 12) << 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0).finished();
  EXPECT_EQ(track.samples, identity);
}

TEST(Published, NormalisesWeightsAloud) {
  Files files;
  files.files["d/w.dmat"] = "2 4\n2\n0.5\n0.25\n0\n0\n0.5\n0.75\n1\n";
  std::vector<std::string> warnings;
  const Scene scene = files.read(solid(), &warnings);
  EXPECT_EQ(scene.bodies[0].rig.weights(0, 0), 1);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("d/w.dmat"), std::string::npos);
}

TEST(Published, SaysWhichRigIsMissing) {
  const Files files;
  expect_input_error([&] { files.read(R"({"image_file": "a.png", "dt": 0.05, "mu": 50})"); },
                     "d/x.json#/image_file", "meshes made from an image");
  expect_input_error(
      [&] { files.read(flat(R"("skeleton_file": "c.tgf", "anim_file": "c.dmat")")); },
      "d/x.json#/skeleton_file", "cage rigs are not in this version");
  expect_input_error(
      [&] {
        files.read(
            flat(R"("handle_file": "t.tgf", "weight_file": "w.dmat", "anim_file": "ba.txt")"));
      },
      "d/x.json#/handle_file", "wire rig, which is not in this version");
}

TEST(Published, SaysWhereTheJsonIsWrong) {
  const Files files;
  const struct {
    std::string json;
    const char *place, *what;
  } cases[] = {
      {R"({"mesh_file": "t.mesh"})", "d/x.json", "`dt` is missing"},
      {R"({"mesh_file": "t.mesh", "dt": 0})", "d/x.json#/dt", "at least 1e-06"},
      {R"({"mesh_file": "t.mesh", "dt": 1e-320})", "d/x.json#/dt", "at least 1e-06"},
      {R"({"mesh_file": "t.mesh", "dt": "x"})", "d/x.json#/dt", "expected a number"},
      {R"({"mesh_file": "t.mesh", "dt": 1, "YM": -5})", "d/x.json#/YM", "at most 1e+30, not -5"},
      {R"({"mesh_file": "t.mesh", "dt": 1, "YM": 5, "pr": 0.5})", "d/x.json#/pr",
       "between -1 and 0.5"},
      {R"({"mesh_file": "t.stl", "dt": 1, "YM": 5, "pr": 0.3})", "d/x.json#/mesh_file", "neither"},
      {R"({"mesh_file": "no.mesh", "dt": 1, "YM": 5, "pr": 0.3})", "d/no.mesh", "cannot be found"},
      {R"({"mesh_file": "t.mesh", "dt": 1, "YM": 5, "pr": 0.3})", "d/x.json", "`handle_file`"},
      {solid(R"("model": "jelly",)"), "d/x.json#/model", "there is no model `jelly`"},
      {solid(R"("modle": "arap",)"), "d/x.json#/modle", "model"},
  };
  for (const auto& bad : cases) {
    SCOPED_TRACE(bad.json);
    expect_input_error([&] { files.read(bad.json); }, bad.place, bad.what);
  }
}

TEST(Published, SaysWhichFileIsWrong) {
  const struct {
    const char *file, *text;
    std::string json;
    const char *place, *what;
  } cases[] = {
      {"d/t.mesh", "Dimension 3 Vertices 1 2 2 2 0 Tetrahedra 1 1 1 1 1 0", solid(), "d/t.mesh",
       "twice"},
      {"d/w.dmat", "1 4\n1\n1\n1\n1\n", solid(), "d/w.dmat", "4 x 1 weights"},
      {"d/a.txt", "2 2\n1", solid(), "d/a.txt:1", "promises more"},
      {"d/t.tgf", "1 0 0 0\n2 1 1 1\n3 0 0 1\n#\n1 2 1\n", solid(), "d/t.tgf", "points and bones"},
      {"d/f.obj", "v 0 0 0\nv 1 0 1\nv 0 1 0\nf 1 2 3", flat(bones), "d/f.obj", "not flat"},
      {"d/i.dmat", "1 2\n2\n4\n", flat(vertices), "d/i.dmat", "entry 2 is 4"},
      {"d/i.dmat", "1 1\n1.5\n", flat(vertices), "d/i.dmat", "entry 1 is 1.5"},
      {"d/i.dmat", "0 0", flat(vertices), "d/i.dmat", "names no vertex"},
      {"d/T.dmat", "1 1\n1\n", flat(vertices), "d/T.dmat", "has 1 columns; 2 handles need 12"},
  };
  for (const auto& bad : cases) {
    SCOPED_TRACE(bad.text);
    Files files;
    files.files[bad.file] = bad.text;
    expect_input_error([&] { files.read(bad.json); }, bad.place, bad.what);
  }
}

}  // namespace
}  // namespace descant
