// tests/app/enrich_test.cpp: `descant enrich` as a user calls it, and as a user breaks it off.

#include <gtest/gtest.h>

#include <algorithm>

#include "descant/io/file.hpp"
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

TEST(EnrichCommand, SlowConvertsBetweenContainers) {
  const TemporaryFolder folder;
  const Outcome outcome = run_script(folder.path(),
                                     "set -e; $DESCANT example pup -o pup.glb; "
                                     "$DESCANT enrich pup.glb -o a.gltf --clip Jump --detail 1200; "
                                     "$DESCANT enrich a.gltf -o b.glb --amount 0; "
                                     "$DESCANT info b.glb");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
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

/// Starts a run that is long by construction over an old result, ends it by a signal.
Outcome broken_off(const TemporaryFolder& folder, const std::string& signal) {
  return run_script(
      folder.path(),
      "$DESCANT example pup -o pup.glb; echo old > alive.glb; "
      "$DESCANT enrich pup.glb -o alive.glb --detail 4000 --progress plain "
      "--fps 1000 2> log & "
      "run=$!; for i in $(seq 600); do grep -q simulating log && break; sleep 0.1; done; "
      "kill -" +
          signal + " $run; wait $run; echo code $?; rm -f log");
}

TEST(EnrichCommand, SlowInterruptedLeavesTheOldFileWhole) {
  for (const std::string signal : {"INT", "KILL"}) {
    const TemporaryFolder folder;
    const Outcome outcome = broken_off(folder, signal);
    EXPECT_NE(outcome.out.find("code 1"), std::string::npos) << outcome.out << outcome.err;
    EXPECT_EQ(read_file(folder.file("alive.glb")), "old\n") << signal;
    EXPECT_EQ(folder.num_files(), 4) << "pup.glb, alive.glb, stdout.txt and stderr.txt";
  }
}

}  // namespace
}  // namespace descant
