// tests/support/published_fixture.hpp: tests on the authors' examples, skipped without
// DESCANT_DATA.

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
    if (!folder || !std::filesystem::is_directory(folder))
      GTEST_SKIP() << "DESCANT_DATA does not name the folder of the published examples";
    data_ = folder;
  }

  std::string paper(const std::string& name) const { return data_ + "/paper/" + name; }

  std::string data_;
};

}  // namespace descant::test
