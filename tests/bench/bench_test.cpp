// tests/bench/bench_test.cpp: what a bench measures, and how it tells.

#include "descant/bench/bench.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "descant/bench/bench_catalogue.hpp"
#include "descant/bench/bench_clip.hpp"
#include "descant/bench/bench_plan.hpp"
#include "descant/bench/bench_report.hpp"
#include "descant/core/error.hpp"
#include "descant/run/machine.hpp"
#include "descant/scene/names.hpp"

namespace descant {
namespace {

using nlohmann::json;

BenchCase small_case(BenchKind kind) {
  BenchCase item = chosen_cases(bench_catalogue(""), {"roller-coaster"})[0];
  item.kind = kind;
  return item;
}

BenchRow run_small(BenchKind kind, const BenchOptions& options) {
  return run_bench({small_case(kind)}, options, {}, {}, {}).at(0);
}

BenchRow sample_row() {
  BenchRow row;
  row.name = "trex";
  row.group = "paper";
  row.vertices = 15800;
  row.parameters = 600;
  row.frames = 2;
  row.paper_seconds = 49.2;
  row.prepare_seconds = 1;
  BenchEntry fast{.solver = "fast", .seconds = {0.04, 0.06}, .iterations = {10, 12}};
  fast.seconds_per_frame = 0.05;
  fast.error = 0.0042;
  fast.worst_error = 0.0061;
  fast.ratio = 400;
  fast.num_fallbacks = 1;
  BenchEntry reference{.solver = "reference", .seconds = {135}, .iterations = {1}};
  reference.seconds_per_frame = 945;
  reference.is_extrapolated = true;
  row.entries = {fast, reference};
  row.findings = {"is large"};
  return row;
}

TEST(Bench, ErrorsAreRelativeToTheClip) {
  // two frames of four vertices, off by 0.1 and 0.3 at every vertex; the clip's RMS is 2
  const ClipError error = clip_error({4 * 0.01, 4 * 0.09}, 4, 2);
  EXPECT_NEAR(error.rms, std::sqrt(0.05) / 2, 1e-15);
  EXPECT_NEAR(error.worst, 0.15, 1e-15);
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(median({}), 0);
}

TEST(Bench, EverySolverIsComparedWithExactOnMovingFrames) {
  const BenchRow row = run_small(BenchKind::compare, {.frames = 6, .threads = 1});
  ASSERT_EQ(row.entries.size(), solver_names.size());
  EXPECT_EQ(row.parameters, 6);
  EXPECT_EQ(row.rank, 6);
  EXPECT_GT(row.motion, 1e-4);  // the body does wobble
  for (size_t k = 0; k < row.entries.size(); ++k) {
    const BenchEntry& entry = row.entries[k];
    EXPECT_EQ(entry.solver, solver_names[k].name);
    EXPECT_EQ(entry.seconds.size(), 6u);
    EXPECT_GT(entry.seconds_per_frame, 0);
    EXPECT_GT(entry.iterations_per_frame, 0);
    EXPECT_LE(entry.contract, 1e-9);
    EXPECT_EQ(entry.problem, "");
    ASSERT_TRUE(entry.error && entry.worst_error && entry.free_error) << entry.solver;
    EXPECT_LE(*entry.error, 0.01) << entry.solver;
    EXPECT_LE(*entry.error, *entry.worst_error * (1 + 1e-12));
    EXPECT_LE(*entry.free_error, 0.1) << entry.solver;
    EXPECT_EQ(entry.ratio.has_value(), entry.solver != "reference");
    EXPECT_GT(entry.peak_memory_bytes, 1 << 20);
  }
}

TEST(Bench, WithoutExactThereIsNoError) {
  const BenchRow row = run_small(BenchKind::compare,
                                 {.solvers = {SolverKind::reference}, .frames = 3, .threads = 1});
  ASSERT_EQ(row.entries.size(), 1u);
  EXPECT_FALSE(row.entries[0].error || row.entries[0].free_error || row.entries[0].ratio);
  EXPECT_EQ(row.entries[0].seconds.size(), 3u);
}

TEST(Bench, ABudgetLeavesThreeFrames) {
  const BenchRow row =
      run_small(BenchKind::compare,
                {.solvers = {SolverKind::exact}, .frames = 8, .threads = 1, .budget = 1e-9});
  EXPECT_EQ(row.entries.at(0).seconds.size(), 3u);
  EXPECT_EQ(row.frames, 3);  // the yardstick has no more either
}

TEST(Bench, ALooserToleranceTakesFewerIterationsAndErrsMore) {
  BenchOptions options;
  options.solvers = {SolverKind::fast, SolverKind::exact};
  options.frames = 4;
  const BenchRow tight = run_small(BenchKind::compare, options);
  options.tolerance = 1e-2;
  const BenchRow loose = run_small(BenchKind::compare, options);
  EXPECT_LT(loose.entries[0].iterations_per_frame, tight.entries[0].iterations_per_frame);
  EXPECT_GT(*loose.entries[0].error, *tight.entries[0].error);
  EXPECT_EQ(loose.motion, tight.motion);  // the yardstick stays
}

TEST(Bench, ThreadsGiveTheSameBytes) {
  const BenchRow row = run_small(BenchKind::threads, {.frames = 3, .threads = 2});
  ASSERT_EQ(row.entries.size(), 2u);
  EXPECT_EQ(row.entries[0].variant, "1 thread");
  EXPECT_EQ(row.entries[1].variant, "2 threads");
  for (const BenchEntry& entry : row.entries) EXPECT_EQ(entry.seconds.size(), 3u);
  ASSERT_EQ(row.findings.size(), 1u);
  EXPECT_NE(row.findings[0].find("the same bytes"), std::string::npos) << row.findings[0];
}

TEST(Bench, ThePriceOfTheContractIsPerIteration) {
  const BenchRow row = run_small(BenchKind::price, {.frames = 3, .threads = 1});
  ASSERT_EQ(row.entries.size(), 2u);
  EXPECT_EQ(row.entries[1].variant, "without contract");
  EXPECT_EQ(row.entries[1].seconds.size(), 3u * num_turns);
  EXPECT_EQ(row.entries[0].iterations, row.entries[1].iterations);
  EXPECT_GT(row.entries[1].seconds_per_iteration, 0);
  EXPECT_EQ(row.entries[1].contract, 0);  // there is none
  ASSERT_EQ(row.findings.size(), 1u);
}

TEST(Bench, TimingsOfAGroupTakeTurns) {
  std::vector<BenchCase> cases{small_case(BenchKind::timing), small_case(BenchKind::timing)};
  cases[0].name = "first";
  cases[1].name = "second";
  std::vector<std::string> stages;
  const Progress progress = [&](const ProgressEvent& event) {
    const std::string name = event.stage.substr(0, event.stage.find(':'));
    if (event.stage.ends_with("fast") && (stages.empty() || stages.back() != name))
      stages.push_back(name);
    return true;
  };
  const std::vector<BenchRow> rows =
      run_bench(cases, {.frames = 10, .threads = 1}, {}, progress, {});
  // four frames a turn
  ASSERT_EQ(stages.size(), 2 * static_cast<size_t>((10 * num_rounds + 3) / 4));
  for (size_t k = 0; k < stages.size(); ++k) EXPECT_EQ(stages[k], k % 2 == 0 ? "first" : "second");
  ASSERT_EQ(rows.size(), 2u);
  for (const BenchRow& row : rows) {
    ASSERT_EQ(row.entries.size(), 1u);
    EXPECT_EQ(row.entries[0].seconds.size(), 10u);
  }
}

TEST(Bench, EveryRoundStepsTheSameFrames) {
  const BenchProblem problem = small_case(BenchKind::timing).build(Workers(1), {});
  std::vector<Vector> states;
  BenchRun run{.problem = problem,
               .step = step_options(problem, SolverKind::fast),
               .num_frames = 5,
               .budget = INFINITY,
               .num_rounds = 3,
               .on_state = [&](const Motion& motion) { states.push_back(motion.u_c); }};
  BenchMeter meter({}, 0);
  const BenchClip start = warmed_up(run, meter);
  ClipTimer timer(run, start, meter);
  EXPECT_EQ(timer.num_left(), 15);
  timer.advance(7);
  EXPECT_EQ(timer.num_left(), 8);
  timer.advance(100);
  EXPECT_EQ(timer.num_left(), 0);
  ASSERT_EQ(states.size(), 15u);
  EXPECT_NE(states[0], states[1]);
  for (size_t k = 5; k < states.size(); ++k) EXPECT_EQ(states[k], states[k - 5]);
  const BenchEntry entry = timer.entry();
  EXPECT_EQ(entry.seconds.size(), 5u);
  EXPECT_EQ(entry.iterations.size(), 5u);
}

TEST(Bench, NoRoundBeginsBeyondTheBudget) {
  const BenchProblem problem = small_case(BenchKind::timing).build(Workers(1), {});
  BenchRun run{.problem = problem,
               .step = step_options(problem, SolverKind::fast),
               .num_frames = 5,
               .budget = 1e-9,
               .num_rounds = 3};
  BenchMeter meter({}, 0);
  ClipTimer timer(run, warmed_up(run, meter), meter);
  timer.advance(100);
  EXPECT_EQ(timer.num_left(), 0);
  EXPECT_EQ(timer.entry().seconds.size(), 3u);
}

TEST(Bench, AClipMustBeLongEnough) {
  BenchCase item = small_case(BenchKind::compare);
  item.build = [build = item.build](const Workers& workers, const Log& log) {
    BenchProblem problem = build(workers, log);
    problem.num_frames = 10;
    return problem;
  };
  EXPECT_THROW(run_bench({item}, {.frames = 10}, {}, {}, {}), InputError);
  const BenchRow row =
      run_bench({item}, {.solvers = {SolverKind::exact}, .frames = 7}, {}, {}, {})[0];
  EXPECT_EQ(row.first_frame, 3);  // the warm-up was cut
}

TEST(Bench, ProgressCountsToTheEndAndCanStop) {
  long last = -1, total = 0;
  const Progress count = [&](const ProgressEvent& event) {
    EXPECT_GE(event.done, last);
    EXPECT_LE(event.done, event.total);
    last = event.done;
    total = event.total;
    return true;
  };
  const std::vector<BenchCase> cases = {
      small_case(BenchKind::compare), small_case(BenchKind::timing), small_case(BenchKind::price)};
  run_bench(cases, {.frames = 2, .threads = 1}, {}, count, {});
  EXPECT_EQ(last, total);
  EXPECT_THROW(run_bench(cases, {.frames = 2}, {}, [](const ProgressEvent&) { return false; }, {}),
               Interrupted);
}

TEST(Bench, TheTableLinesUp) {
  const std::string header = bench_header(), lines = bench_lines(sample_row());
  EXPECT_EQ(lines,
            "trex                     15800  600  fast              50.0      0    0.42%    0.61%"
            "               400     1.00      0    49.2  1 handed over\n"
            "                                     reference       945000      0                  "
            "                       1.00      0          extrapolated\n"
            "trex: is large\n");
  EXPECT_EQ(header.find("paper s") + 7, lines.find("49.2") + 4);
}

TEST(Bench, TheJsonHoldsEverything) {
  const json all = json::parse(bench_json({sample_row()}, {"descant", "bench", "trex"}));
  EXPECT_EQ(all["command"][2], "trex");
  EXPECT_EQ(all["machine"]["processor"], processor_name());
  EXPECT_GE(all["machine"]["cores"], 1);
  const json& row = all["rows"][0];
  EXPECT_EQ(row["paper_seconds_per_frame"], 49.2);
  EXPECT_EQ(row["findings"][0], "is large");
  EXPECT_EQ(row["solvers"][0]["ms_per_frame"], 50);
  EXPECT_EQ(row["solvers"][0]["error"], 0.0042);
  EXPECT_EQ(row["solvers"][0]["times_reference"], 400);
  EXPECT_EQ(row["solvers"][0]["fallbacks"], 1);
  EXPECT_EQ(row["solvers"][1]["extrapolated"], true);
  EXPECT_TRUE(row["solvers"][1]["error"].is_null());
}

TEST(Bench, GroupsAreComparedWithin) {
  std::vector<BenchRow> rows(2, sample_row());
  rows[0].group = rows[1].group = "growth";
  rows[1].name = "bigger";
  rows[1].entries[0].seconds_per_frame = 0.2;
  rows[0].entries[0].seconds_per_iteration = 1;
  rows[1].entries[0].seconds_per_iteration = 3;
  const std::vector<std::string> findings = group_findings(rows);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0], "bigger takes 4.00 times as long as trex, an iteration 3.00 times");
  EXPECT_TRUE(group_findings({sample_row()}).empty());
}

TEST(Bench, PeakMemoryCanBeForgotten) {
  // from the system itself: what malloc frees, it or the address sanitizer may keep
  constexpr Index size = 64 << 20;
  void* block = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(block, MAP_FAILED);
  std::memset(block, 1, size);
  const Index before = peak_memory_bytes();
  EXPECT_GE(before, size);
  ASSERT_EQ(munmap(block, size), 0);
  // half the block leaves room for what the program itself takes meanwhile
  forget_peak_memory();
  EXPECT_LE(peak_memory_bytes(), before - size / 2);
}

}  // namespace
}  // namespace descant
