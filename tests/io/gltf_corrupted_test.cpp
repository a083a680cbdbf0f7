// io/gltf_corrupted_test.cpp: what can be wrong in a glTF file, one by one; each is turned away at
// its place.

#include <gtest/gtest.h>

#include "support/corrupted_gltf_arrays.hpp"
#include "support/corrupted_gltf_values.hpp"
#include "support/input_error.hpp"

namespace descant {
namespace {

using test::Corruption;
using test::SmallGltf;

class CorruptedGltf : public testing::TestWithParam<Corruption> {};

TEST_P(CorruptedGltf, IsTurnedAwayAtItsPlace) {
  const Corruption& corruption = GetParam();
  SmallGltf file = test::small_gltf();
  corruption.edit(file);
  expect_input_error([&] { file.character(); }, "small.glb" + corruption.place, corruption.says);
}

std::string name_of(const testing::TestParamInfo<Corruption>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Arrays, CorruptedGltf, testing::ValuesIn(test::corrupted_arrays()),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Sparse, CorruptedGltf, testing::ValuesIn(test::corrupted_sparse()),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Meshes, CorruptedGltf, testing::ValuesIn(test::corrupted_meshes()),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Skins, CorruptedGltf, testing::ValuesIn(test::corrupted_skins()), name_of);
INSTANTIATE_TEST_SUITE_P(Nodes, CorruptedGltf, testing::ValuesIn(test::corrupted_nodes()), name_of);
INSTANTIATE_TEST_SUITE_P(Clips, CorruptedGltf, testing::ValuesIn(test::corrupted_clips()), name_of);
INSTANTIATE_TEST_SUITE_P(Whole, CorruptedGltf, testing::ValuesIn(test::corrupted_whole()), name_of);

TEST(CorruptedGltf, TheFileTheyAreMadeFromIsSound) {
  int num_warnings = 0;
  const Character character =
      test::small_gltf().character([&](Severity, const std::string&) { ++num_warnings; });
  EXPECT_EQ(character.meshes.size(), 1u);
  EXPECT_EQ(num_warnings, 0);
}

}  // namespace
}  // namespace descant
