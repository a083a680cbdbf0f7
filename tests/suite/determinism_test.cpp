// tests/suite/determinism_test.cpp: a bake is a bake: the same bytes at any thread count, resumed
// or straight through.

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

}  // namespace
}  // namespace descant::testing
