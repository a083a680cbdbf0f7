// app/bench_test.cpp: `descant bench` as a user meets it.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "descant/io/file.hpp"
#include "descant/scene/names.hpp"
#include "program.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

using nlohmann::json;
using test::Outcome;
using test::run_descant;

TEST(AppBench, MeasuresEverySolverAndWritesJson) {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_descant(folder.path(), "bench roller-coaster --frames 3 --threads 1 --json b.json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("ms/frame"), std::string::npos) << outcome.out;
  const json bench = json::parse(read_file(folder.file("b.json")));
  EXPECT_EQ(bench["command"][1], "bench");
  ASSERT_EQ(bench["rows"].size(), 1u);
  const json& row = bench["rows"][0];
  EXPECT_EQ(row["threads"], 1);
  ASSERT_EQ(row["solvers"].size(), solver_names.size());
  for (size_t k = 0; k < solver_names.size(); ++k) {
    const json& entry = row["solvers"][k];
    EXPECT_EQ(entry["solver"], solver_names[k].name);
    EXPECT_EQ(entry["frames"], 3);
    EXPECT_LE(entry["error"].get<double>(), 0.01) << entry["solver"];
    EXPECT_NE(outcome.out.find(solver_names[k].name), std::string::npos);
  }
}

TEST(AppBench, ListsRowsAndGroups) {
  const TemporaryFolder folder;
  const Outcome list = run_descant(folder.path(), "bench --list");
  EXPECT_EQ(list.exit_code, 0) << list.err;
  for (const char* word : {"paper", "growth", "price", "threads", "laws", "trex", "15623", "600"})
    EXPECT_NE(list.out.find(word), std::string::npos) << word;
}

TEST(AppBench, MistakesAreExplained) {
  const TemporaryFolder folder;
  const auto message = [&](const std::string& arguments) {
    const Outcome outcome = run_descant(folder.path(), "bench " + arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    return outcome.err;
  };
  EXPECT_NE(message("t-rex").find("Did you mean `trex`?"), std::string::npos);
  EXPECT_NE(message("trex --solvers exct").find("Did you mean `exact`?"), std::string::npos);
  EXPECT_NE(message("trex --frames -1").find("--frames"), std::string::npos);
  EXPECT_NE(message("trex --frames many").find("--frames"), std::string::npos);
  EXPECT_NE(message("trex --frame 3").find("Did you mean `--frames`?"), std::string::npos);
  EXPECT_NE(message("trex --tolerance -1").find("--tolerance"), std::string::npos);
  EXPECT_NE(message("trex --budget 0").find("--budget"), std::string::npos);
  EXPECT_NE(message("trex --progress loud").find("--progress"), std::string::npos);
  EXPECT_NE(message("trex --json no/where/b.json").find("no/where"), std::string::npos);
}

}  // namespace
}  // namespace descant
