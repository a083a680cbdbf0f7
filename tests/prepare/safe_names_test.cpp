// tests/prepare/safe_names_test.cpp: names of files, and that no file takes another's.

#include "descant/prepare/safe_names.hpp"

#include <gtest/gtest.h>

#include "descant/run/enriched_files.hpp"

namespace descant {
namespace {

TEST(SafeNames, KeepsLettersDigitsAndDashes) {
  SafeNames names;
  EXPECT_EQ(names.add("Run-2b", "clip"), "Run-2b");
  EXPECT_EQ(names.add("../etc/a b.c", "clip"), "___etc_a_b_c");
  EXPECT_EQ(names.add("é", "clip"), "__") << "two bytes";
  EXPECT_EQ(names.add("", "clip_0"), "clip_0");
}

TEST(SafeNames, GivesNoNameTwice) {
  SafeNames names;
  EXPECT_EQ(names.add("a b", "x"), "a_b");
  EXPECT_EQ(names.add("a.b", "x"), "a_b_2");
  EXPECT_EQ(names.add("a_b_2", "x"), "a_b_2_2");
  EXPECT_EQ(names.add("a_b", "x"), "a_b_3");
  EXPECT_EQ(names.add("", "a_b"), "a_b_4");
}

TEST(EnrichedFiles, HaveNamesOfTheirOwn) {
  Character character;
  for (const char* name : {"Run", "Run", ""}) {
    character.clips.emplace_back();
    character.clips.back().name = name;
  }
  for (const auto& [name, mesh] : {std::pair{"Head", -1}, {"Head", 0}, {"Head", 0}, {"", 0}}) {
    character.nodes.emplace_back();
    character.nodes.back().name = name;
    character.nodes.back().mesh = mesh;
  }
  const EnrichedFiles files = files_beside(character, "there/soft.glb", {SaveFormat::pc2});
  EXPECT_EQ(files.folder, "there/soft.files");
  EXPECT_EQ(files.clips, (std::vector<std::string>{"Run", "Run_2", "clip_2"}));
  EXPECT_EQ(files.nodes, (std::vector<std::string>{"", "Head", "Head_2", "node_3"}))
      << "a joint without a mesh takes no name";
}

}  // namespace
}  // namespace descant
