// tests/support/published_fixture.hpp: tests on the authors' examples, which are not ours to ship:
// skipped where DESCANT_DATA is not set, failed where it names no folder.

#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace descant::test {

class PublishedFixture : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("DESCANT_DATA");
    if (!folder) GTEST_SKIP() << "DESCANT_DATA is not set: the published examples are elsewhere";
    if (!std::filesystem::is_directory(folder))
      FAIL() << "DESCANT_DATA names no folder: " << folder;
    data_ = folder;
  }

  std::string paper(const std::string& name) const { return data_ + "/paper/" + name; }

  std::string data_;
};

}  // namespace descant::test
