// tests/io/file_test.cpp: files appear whole or not at all, and failures name their path.

#include "descant/io/file.hpp"

#include <gtest/gtest.h>

#include "support/input_error.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

TEST(File, ReadsBackWhatWasWritten) {
  const TemporaryFolder folder;
  const std::string bytes("a\0b\r\n\xff", 6);
  write_file(folder.file("x.bin"), bytes);
  EXPECT_EQ(read_file(folder.file("x.bin")), bytes);
  EXPECT_EQ(folder.num_files(), 1);
}

TEST(File, NamesWhatCannotBeRead) {
  const TemporaryFolder folder;
  const std::string missing = folder.file("missing.obj");
  expect_input_error([&] { read_file(missing); }, missing, "cannot be found");
  expect_input_error([&] { read_file(folder.path()); }, folder.path(), "is a folder");
}

TEST(File, TurnsAwayHugeFilesUnread) {
  const TemporaryFolder folder;
  const std::string huge = folder.file("huge.mesh");
  write_file(huge, "");
  std::filesystem::resize_file(huge, (std::uintmax_t{4} << 30) + 1);  // sparse: takes no space
  expect_input_error([&] { read_file(huge); }, huge, "larger than 4 GiB");
}

TEST(File, NamesWhatCannotBeWritten) {
  const TemporaryFolder folder;
  expect_input_error([&] { write_file(folder.path(), "x"); }, folder.path(), "is a folder");
  const std::string nowhere = folder.file("no/such/x.obj");
  expect_input_error([&] { write_file(nowhere, "x"); }, nowhere, "there is no folder");
  EXPECT_EQ(folder.num_files(), 0);
}

TEST(File, KeepsTheOldFileUntilTheNewOneIsWhole) {
  const TemporaryFolder folder;
  const std::string path = folder.file("x.txt");
  write_file(path, "old");
  {
    AtomicFile file(path);
    file.write("new, but never finished");
    EXPECT_EQ(read_file(path), "old");
  }
  EXPECT_EQ(read_file(path), "old");
  EXPECT_EQ(folder.num_files(), 1);
}

TEST(File, WritesThroughLinksAndLeavesDevicesInPlace) {
  const TemporaryFolder folder;
  write_file(folder.file("target.txt"), "old");
  std::filesystem::create_symlink("target.txt", folder.file("link.txt"));
  write_file(folder.file("link.txt"), "new");
  EXPECT_EQ(read_file(folder.file("target.txt")), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link.txt")));

  write_file("/dev/null", "gone");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(File, FindsNeighbours) {
  EXPECT_EQ(path_beside("a/b/scene.json", "c/m.mesh"), "a/b/c/m.mesh");
  EXPECT_EQ(path_beside("scene.json", "m.mesh"), "m.mesh");
  EXPECT_EQ(path_beside("a/scene.json", "/m.mesh"), "/m.mesh");
}

}  // namespace
}  // namespace descant
