// tests/suite/determinism_test.cpp: a bake is a bake: the same bytes at any thread count, resumed
// or straight through.

#include <optional>

#include "descant/simulation/stepper.hpp"
#include "suite/case.hpp"

namespace descant::testing {
namespace {

class DeterminismSuite : public ::testing::TestWithParam<SuiteCase> {};

ClipOptions options_for(SolverKind solver) {
  return {.fps = 50,
          .num_frames = 6,
          .substeps = 2,
          .preroll = 0.04,
          .integrator = Integrator::bdf2,
          .solver = solver};
}

TEST_P(DeterminismSuite, SameBytesForOneAndForManyThreads) {
  const Drive drive = lively_drive(GetParam().body);
  const ClipOptions options = options_for(GetParam().solver);
  const Trajectory one = run(make_test_body(GetParam().body, Workers(1)), drive, options);
  const Trajectory four = run(make_test_body(GetParam().body, Workers(4)), drive, options);
  EXPECT_EQ(one.u_c, four.u_c);
}

TEST_P(DeterminismSuite, SameBytesResumedAndStraightThrough) {
  BodyCase test = GetParam().body;
  test.damping = 0.05;
  const Body body = make_test_body(test);
  const Drive drive = lively_drive(test);
  const ClipOptions options = options_for(GetParam().solver);
  const Trajectory straight = run(body, drive, options);

  // stop after the third frame, then go on from the saved state with everything else new
  ClipState saved;
  run_clip(body, drive, options, saved,
           [](const FrameReport& frame, const ClipState&) { return frame.frame < 2; });
  ASSERT_EQ(saved.next_frame, 3);
  Matrix resumed = straight.u_c;
  resumed.rightCols(3).setConstant(-1);
  run_clip(make_test_body(test), drive, options, saved,
           [&](const FrameReport& frame, const ClipState& state) {
             resumed.col(frame.frame) = state.motion.u_c;
             return true;
           });
  EXPECT_EQ(straight.u_c, resumed);
}

INSTANTIATE_TEST_SUITE_P(All, DeterminismSuite, ::testing::ValuesIn(all_cases()), print_case);

/// One way to take steps that are worth several threads.
struct ThreadedCase {
  BodyCase body;
  SolverKind solver = SolverKind::fast;
  std::optional<MetricKind> metric = {};
};

std::string threaded_name(const ThreadedCase& c) {
  std::string result = case_name({.body = c.body, .solver = c.solver});
  if (c.metric == MetricKind::full) result += "_full";
  if (c.metric == MetricKind::single) result += "_single";
  if (c.metric == MetricKind::two_level) result += "_two_level";
  return result;
}

/// Every solver with every metric it has, where J stays and where it moves.
std::vector<ThreadedCase> threaded_cases() {
  const BodyCase solid{.law = LawKind::corotational, .pose = Pose::hold, .dim = 3};
  BodyCase plane = solid;
  plane.dim = 2;  // factors of the solid take most of the time
  BodyCase moving = plane, relaxed = plane;
  moving.rig = TestRig::morph_skin;
  relaxed.law = LawKind::stable_neohookean;
  relaxed.pose = Pose::relax;
  return {
      {.body = plane, .metric = MetricKind::full},
      {.body = solid, .metric = MetricKind::single},
      {.body = solid, .metric = MetricKind::two_level},
      {.body = moving, .metric = MetricKind::full},
      {.body = moving, .metric = MetricKind::single},
      {.body = relaxed, .metric = MetricKind::single},
      {.body = plane, .solver = SolverKind::newton_pcg},
      {.body = moving, .solver = SolverKind::newton_pcg},
      {.body = plane, .solver = SolverKind::exact},
      {.body = moving, .solver = SolverKind::exact},
  };
}

class ThreadedSteps : public ::testing::TestWithParam<ThreadedCase> {
 protected:
  static constexpr double h = 0.02;
  static constexpr int num_steps = 2;  // the second is BDF2's first

  ThreadedSteps() : options_(body_options(GetParam().body, mesh_)) {}

  /// The bar of the suite in so many vertices that the longest tasks, of 2048, keep four threads
  /// busy.
  static Mesh large_bar(int dim) {
    if (dim == 2) return box_mesh(Vector{{-0.4, 0}}, Vector{{0.4, 2}}, {58, 140});
    return box_mesh(Vector{{-0.4, -0.4, 0}}, Vector{{0.4, 0.4, 2}}, {14, 14, 36});
  }

  Body make_large_body(int num_threads) const {
    EXPECT_GT(mesh_.num_vertices(), 4 * 2048);
    Body body = make_body(mesh_, make_test_rig(GetParam().body.rig, mesh_.vertices), options_,
                          Workers(num_threads));
    // damped, but not by a ratio: measuring the frequency of so large a body takes seconds
    body.alpha = 1;
    body.beta = 1e-3;
    return body;
  }

  static Vector pose(int step) {
    return lively_params(GetParam().body.rig, GetParam().body.dim, 0.1 + h * step);
  }

  static StepOptions step_options() {
    StepOptions options{.h = h,
                        .integrator = Integrator::bdf2,
                        .solver = GetParam().solver,
                        .metric = GetParam().metric};
    // enough to take every path; nobody asks where they lead
    options.solve.max_iterations = options.solver == SolverKind::fast    ? 6
                                   : options.solver == SolverKind::exact ? 1
                                                                         : 2;
    return options;
  }

  /// What a step led to, and what it said of it.
  struct Stepped {
    Motion motion;
    StepReport report;
  };

  static Stepped stepped(Stepper& stepper, Motion motion, int step) {
    const StepReport report = stepper.step(pose(step - 1), pose(step), {}, motion);
    EXPECT_TRUE(report.usable());
    return {motion, report};
  }

  static std::vector<Stepped> steps(const Body& body) {
    Stepper stepper(body, step_options());
    std::vector<Stepped> all{{stepper.start(pose(0)), {}}};
    for (int step = 1; step <= num_steps; ++step)
      all.push_back(stepped(stepper, all.back().motion, step));
    EXPECT_GT(all.back().motion.u_c.norm(), 1e-3 * body.space.diagonal) << "something moves";
    return all;
  }

  static void expect_same_bytes(const Stepped& actual, const Stepped& expected) {
    const Motion &a = actual.motion, &b = expected.motion;
    EXPECT_TRUE(a.u == b.u && a.u_prev == b.u_prev);
    EXPECT_TRUE(a.v == b.v && a.v_prev == b.v_prev);
    EXPECT_TRUE(a.u_c == b.u_c && a.u_c_prev == b.u_c_prev && a.u_c_older == b.u_c_older);
    EXPECT_EQ(a.num_steps, b.num_steps);
    ASSERT_EQ(a.bounds.size(), b.bounds.size());
    for (size_t k = 0; k < a.bounds.size(); ++k) EXPECT_EQ(a.bounds[k], b.bounds[k]);
    // a sum may be off in its last digit and yet lead to the same place
    EXPECT_EQ(actual.report.energy, expected.report.energy);
    EXPECT_EQ(actual.report.contract, expected.report.contract);
    EXPECT_EQ(actual.report.momentum, expected.report.momentum);
    EXPECT_EQ(actual.report.iterations, expected.report.iterations);
  }

  const Mesh mesh_ = large_bar(GetParam().body.dim);
  const BodyOptions options_;
};

TEST_P(ThreadedSteps, SameBytesForOneTwoAndFourThreadsResumedToo) {
  const std::vector<Stepped> alone = steps(make_large_body(1));
  for (const int num_threads : {2, 4}) {
    SCOPED_TRACE(std::to_string(num_threads) + " threads");
    const Body body = make_large_body(num_threads);
    const std::vector<Stepped> straight = steps(body);
    for (int step = 1; step <= num_steps; ++step) expect_same_bytes(straight[step], alone[step]);
  }
  // the last step again, on other threads and by a stepper that has not seen the ones before
  const Body body = make_large_body(4);
  Stepper fresh(body, step_options());
  expect_same_bytes(stepped(fresh, alone[num_steps - 1].motion, num_steps), alone[num_steps]);
}

INSTANTIATE_TEST_SUITE_P(All, ThreadedSteps, ::testing::ValuesIn(threaded_cases()),
                         [](const auto& test) { return threaded_name(test.param); });

}  // namespace
}  // namespace descant::testing
