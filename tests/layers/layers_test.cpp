// layers/layers_test.cpp: the tree keeps to its layers, and the check that says so can say no.

#include <gtest/gtest.h>

#include "layers/source_rules.hpp"

namespace descant::test {
namespace {

/// A file that is fine but for the lines given.
SourceFile sample(const std::string& path, std::vector<std::string> lines) {
  SourceFile file{path, {"// a sample."}};
  if (ends(path, ".hpp")) file.lines.push_back("#pragma once");
  file.lines.insert(file.lines.end(), lines.begin(), lines.end());
  return file;
}

size_t num_violations(const std::string& path, const std::string& line) {
  return violations(sample(path, {line})).size();
}

TEST(Layers, TheTreeKeepsThem) {
  const std::vector<SourceFile> files = read_sources(DESCANT_SOURCE_DIR);
  ASSERT_GT(files.size(), 20u) << "no sources found under " << DESCANT_SOURCE_DIR;
  for (const SourceFile& file : files)
    for (const std::string& violation : violations(file)) ADD_FAILURE() << violation;
}

TEST(Layers, AFolderMayIncludeItselfAndThoseAbove) {
  EXPECT_EQ(num_violations("src/descant/rig/a.hpp", "#include \"descant/rig/b.hpp\""), 0u);
  EXPECT_EQ(num_violations("src/descant/rig/a.hpp", "#include \"descant/core/b.hpp\""), 0u);
  EXPECT_EQ(num_violations("src/descant/io/a.cpp", "#include \"descant/scene/b.hpp\""), 0u);
}

TEST(Layers, AFolderMayNotIncludeThoseBelow) {
  EXPECT_EQ(num_violations("src/descant/mesh/a.hpp", "#include \"descant/rig/b.hpp\""), 1u);
  EXPECT_EQ(num_violations("src/descant/core/a.cpp", "  #  include \"descant/io/b.hpp\""), 1u);
  EXPECT_EQ(num_violations("src/descant/mesh/a.hpp", "#include \"descant/extra/b.hpp\""), 1u);
  EXPECT_EQ(num_violations("src/descant/extra/a.hpp", "#include \"descant/core/b.hpp\""), 1u);
  EXPECT_EQ(num_violations("src/descant/mesh/a.cpp", "#include \"b.hpp\""), 1u);
}

TEST(Layers, ContractAndSolveKnowNoRig) {
  EXPECT_EQ(num_violations("src/descant/contract/a.cpp", "#include \"descant/rig/rig.hpp\""), 1u);
  EXPECT_EQ(num_violations("src/descant/solve/a.hpp", "#include \"descant/rig/rig.hpp\""), 1u);
  EXPECT_EQ(num_violations("src/descant/simulation/a.cpp", "#include \"descant/rig/rig.hpp\""), 0u);
}

TEST(Layers, LibrariesStayInTheFilesThatNeedThem) {
  EXPECT_EQ(num_violations("src/descant/mesh/a.hpp", "#include <Eigen/Core>"), 0u);
  EXPECT_EQ(num_violations("src/descant/mesh/a.hpp", "#include <vector>"), 0u);
  EXPECT_EQ(num_violations("src/descant/mesh/a.cpp", "#include <nlohmann/json.hpp>"), 1u);
  EXPECT_EQ(num_violations("src/descant/io/a.cpp", "#include <nlohmann/json.hpp>"), 0u);
  EXPECT_EQ(num_violations("src/descant/io/a.hpp", "#include <nlohmann/json.hpp>"), 1u);
  EXPECT_EQ(num_violations("src/descant/io/a.hpp", "#include <nlohmann/json_fwd.hpp>"), 0u);
  EXPECT_EQ(num_violations("src/descant/rig/a.cpp", "#include <nlohmann/json_fwd.hpp>"), 1u);
  EXPECT_EQ(num_violations("src/descant/io/a.cpp", "#include <CLI/CLI.hpp>"), 1u);
  EXPECT_EQ(num_violations("apps/descant/a.cpp", "#include <CLI/CLI.hpp>"), 0u);
  EXPECT_EQ(num_violations("src/descant/core/parallel.cpp", "#include <tbb/parallel_for.h>"), 0u);
  EXPECT_EQ(num_violations("src/descant/core/log.cpp", "#include <tbb/parallel_for.h>"), 1u);
  EXPECT_EQ(num_violations("src/descant/io/a.cpp", "#include <zlib.h>"), 1u);
}

TEST(Layers, FilesOpenWithACommentAndStayShort) {
  EXPECT_EQ(violations({"src/descant/core/a.cpp", {"#include <vector>"}}).size(), 1u);
  EXPECT_EQ(violations({"src/descant/core/a.hpp", {"// a header."}}).size(), 1u);
  EXPECT_EQ(violations({"src/descant/core/a.cpp", {}}).size(), 1u);
  const std::vector<std::string> body(max_lines - 2, "");
  EXPECT_EQ(violations(sample("tests/core/a.cpp", body)).size(), 0u);
  const std::vector<std::string> too_much(max_lines - 1, "");
  EXPECT_EQ(violations(sample("tests/core/a.cpp", too_much)).size(), 1u);
}

}  // namespace
}  // namespace descant::test
