// app/corrupted_gltf_test.cpp: the real program on every corrupted character: exit code 2, the
// place of the fault, nothing written.

#include <gtest/gtest.h>

#include "descant/io/file.hpp"
#include "program.hpp"
#include "support/corrupted_gltf_arrays.hpp"
#include "support/corrupted_gltf_values.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

using test::Corruption;
using test::Outcome;

void expect_turned_away(const std::vector<Corruption>& corruptions) {
  for (const Corruption& corruption : corruptions) {
    SCOPED_TRACE(corruption.name);
    const TemporaryFolder folder;
    test::SmallGltf file = test::small_gltf();
    corruption.edit(file);
    write_file(folder.file("small.glb"), file.glb());
    const Outcome outcome = test::run_descant(folder.path(), "info small.glb");
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    EXPECT_NE(outcome.err.find("small.glb" + corruption.place + ": "), std::string::npos)
        << outcome.err;
    EXPECT_NE(outcome.err.find(corruption.says), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    const Outcome enriched = test::run_descant(folder.path(), "enrich small.glb -o out.glb");
    EXPECT_EQ(enriched.exit_code, 2) << enriched.err;
    EXPECT_EQ(folder.num_files(), 3) << "the file, stdout.txt and stderr.txt";
  }
}

TEST(CorruptedCharacters, ArraysAreTurnedAway) { expect_turned_away(test::corrupted_arrays()); }
TEST(CorruptedCharacters, SparseArraysAreTurnedAway) {
  expect_turned_away(test::corrupted_sparse());
}
TEST(CorruptedCharacters, WholeFilesAreTurnedAway) { expect_turned_away(test::corrupted_whole()); }
TEST(CorruptedCharacters, MeshesAreTurnedAway) { expect_turned_away(test::corrupted_meshes()); }
TEST(CorruptedCharacters, SkinsAreTurnedAway) { expect_turned_away(test::corrupted_skins()); }
TEST(CorruptedCharacters, NodesAreTurnedAway) { expect_turned_away(test::corrupted_nodes()); }
TEST(CorruptedCharacters, ClipsAreTurnedAway) { expect_turned_away(test::corrupted_clips()); }

TEST(CorruptedCharacters, TheCharacterTheyAreMadeFromIsSound) {
  const TemporaryFolder folder;
  write_file(folder.file("small.glb"), test::small_gltf().glb());
  const Outcome outcome = test::run_descant(folder.path(), "info small.glb");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out.find("character small\n"), 0u) << outcome.out;
}

}  // namespace
}  // namespace descant
