// tests/app/enrich_test.cpp: `descant enrich` as a user calls it, and as a user breaks it off.

#include <gtest/gtest.h>

#include <algorithm>

#include "descant/io/file.hpp"
#include "descant/io/gltf.hpp"
#include "descant/scene/character_pose.hpp"
#include "program.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

using test::Outcome;
using test::run_descant;
using test::run_script;

TEST(EnrichCommand, SlowSaysInOneLineWhatItDid) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_descant(folder.path(), "example pup -o pup.glb").exit_code, 0);
  const Outcome outcome =
      run_descant(folder.path(), "enrich pup.glb -o alive.glb --clip Jump --detail 1200");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out.find("alive.glb: "), 0u) << outcome.out;
  EXPECT_NE(outcome.out.find("morph targets"), std::string::npos) << outcome.out;
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1);
}

void expect_same_mesh(const CharacterMesh& a, const CharacterMesh& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.target_names, b.target_names);
  ASSERT_EQ(a.parts.size(), b.parts.size());
  for (size_t p = 0; p < a.parts.size(); ++p) {
    const SurfacePart &x = a.parts[p], &y = b.parts[p];
    EXPECT_EQ(x.positions, y.positions);
    EXPECT_EQ(x.normals, y.normals);
    EXPECT_EQ(x.triangles, y.triangles);
    EXPECT_EQ(x.joints, y.joints);
    EXPECT_EQ(x.weights, y.weights);
    EXPECT_EQ(x.targets, y.targets);
  }
}

/// The same nodes, meshes, morph targets and clips, to the last bit.
void expect_same_character(const Character& a, const Character& b) {
  ASSERT_EQ(a.nodes.size(), b.nodes.size());
  ASSERT_EQ(a.meshes.size(), b.meshes.size());
  ASSERT_EQ(a.clips.size(), b.clips.size());
  for (size_t n = 0; n < a.nodes.size(); ++n) {
    EXPECT_EQ(a.nodes[n].name, b.nodes[n].name);
    EXPECT_EQ(a.nodes[n].mesh, b.nodes[n].mesh);
    EXPECT_EQ(a.nodes[n].skin, b.nodes[n].skin);
  }
  for (size_t m = 0; m < a.meshes.size(); ++m) expect_same_mesh(a.meshes[m], b.meshes[m]);
  if (::testing::Test::HasFailure()) return;  // weights of other targets cannot be compared
  for (size_t c = 0; c < a.clips.size(); ++c) {
    EXPECT_EQ(a.clips[c].name, b.clips[c].name);
    EXPECT_EQ(a.clips[c].duration, b.clips[c].duration);
    for (const double share : {0.0, 0.31, 0.5, 1.0}) {
      const CharacterPose x = pose_at(a, a.clips[c], share * a.clips[c].duration),
                          y = pose_at(b, b.clips[c], share * b.clips[c].duration);
      EXPECT_EQ(x.world_from_node, y.world_from_node);
      EXPECT_EQ(x.morph_weights, y.morph_weights);
    }
  }
}

TEST(EnrichCommand, SlowConvertsBetweenContainers) {
  const TemporaryFolder folder;
  const Outcome outcome = run_script(folder.path(),
                                     "set -e; $DESCANT example pup -o pup.glb; "
                                     "$DESCANT enrich pup.glb -o a.glb --clip Jump --detail 1200; "
                                     "$DESCANT enrich pup.glb -o a.gltf --clip Jump --detail 1200; "
                                     "$DESCANT enrich a.gltf -o b.glb --amount 0; "
                                     "$DESCANT enrich b.glb -o c.gltf --amount 0");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto read = [&](const std::string& name) {
    return character_of(read_gltf_document(folder.file(name)), {});
  };
  const Character alive = read("a.glb");
  ASSERT_GT(alive.meshes.at(0).target_names.size(), 1u) << "there is something to convert";
  for (const char* name : {"a.gltf", "b.glb", "c.gltf"}) {
    SCOPED_TRACE(name);
    expect_same_character(alive, read(name));
  }
}

TEST(EnrichCommand, MistakesEndWithCodeTwo) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_descant(folder.path(), "example pup -o pup.glb").exit_code, 0);
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {"enrich none.glb -o a.glb", "none.glb"},
      {"enrich pup.glb", "--output is required. Add -o OUT.glb; `descant enrich --help`"},
      {"enrich", "Add IN.glb -o OUT.glb"},
      {"enrich pup.glb -o a.obj", ".glb or .gltf"},
      {"enrich pup.glb -o pup.glb", "never overwritten"},
      {"enrich pup.glb -o a.glb --clip Wlak", "Walk"},
      {"enrich pup.glb -o a.glb --frequncy 2", "--frequency"},
      {"enrich pup.glb -o a.glb --detail 5", "--detail"},
      {"enrich pup.glb -o a.glb --targets 3 --error 0.1", "--error"},
      {"enrich pup.glb -o a.glb --tet-mesh none.mesh", "none.mesh"},
      {"enrich pup.glb -o a.glb --material arapp", "arap"},
  };
  for (const auto& [arguments, says] : mistakes) {
    const Outcome outcome = run_descant(folder.path(), arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments << "\n" << outcome.err;
    EXPECT_NE(outcome.err.find(says), std::string::npos) << arguments << "\n" << outcome.err;
  }
  EXPECT_EQ(folder.num_files(), 3) << "pup.glb, stdout.txt and stderr.txt";
}

/// Starts a run that is long by construction over an old result, ends it by a signal. It says how
/// the run ended, and its last words.
Outcome broken_off(const TemporaryFolder& folder, const std::string& signal) {
  return run_script(
      folder.path(),
      "$DESCANT example pup -o pup.glb; echo old > alive.glb; "
      "$DESCANT enrich pup.glb -o alive.glb --detail 4000 --progress plain "
      "--fps 1000 2> log & "
      "run=$!; for i in $(seq 600); do grep -q simulating log && break; sleep 0.1; done; "
      "kill -" +
          signal + " $run; wait $run; echo code $?; tail -n 1 log; rm -f log");
}

TEST(EnrichCommand, SlowInterruptedLeavesTheOldFileWhole) {
  // asked to stop, it says so, with a code of its own; killed, it cannot
  const std::vector<std::pair<std::string, std::string>> ends = {
      {"INT", "code 130\nerror: stopped; nothing was written\n"},
      {"TERM", "code 130\nerror: stopped; nothing was written\n"},
      {"KILL", "code 137\n"}};
  for (const auto& [signal, end] : ends) {
    const TemporaryFolder folder;
    const Outcome outcome = broken_off(folder, signal);
    EXPECT_NE(outcome.out.find(end), std::string::npos) << outcome.out << outcome.err;
    EXPECT_EQ(read_file(folder.file("alive.glb")), "old\n") << signal;
    EXPECT_EQ(folder.num_files(), 4) << "pup.glb, alive.glb, stdout.txt and stderr.txt";
  }
}

}  // namespace
}  // namespace descant
