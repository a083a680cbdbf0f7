// tests/suite/zero_test.cpp: where physics has nothing to add, it adds nothing.

#include "suite/case.hpp"

namespace descant::testing {
namespace {

class ZeroSuite : public ::testing::TestWithParam<SuiteCase> {};

std::vector<SuiteCase> laws_with_both_solvers() {
  std::vector<SuiteCase> cases;
  for (BodyCase body : all_laws())
    for (SolverKind solver : {SolverKind::exact, SolverKind::reference})
      cases.push_back({.body = body, .solver = solver});
  return cases;
}

double largest_motion(const Body& body, const Drive& drive, SolverKind solver) {
  const Trajectory result =
      run(body, drive, {.fps = 50, .num_frames = 6, .substeps = 1, .solver = solver});
  double largest = 0;
  for (const FrameReport& frame : result.frames) largest = std::max(largest, frame.max);
  return largest / body.space.diagonal;
}

TEST_P(ZeroSuite, AffineBodyMovedRigidly) {
  BodyCase test = GetParam().body;
  test.rig = TestRig::affine;
  test.leak = 0;
  const Body body = make_test_body(test);
  // linear elasticity takes rotations for strain: translations only
  const double turn = test.law == LawKind::linear ? 0 : 1;
  const Drive drive{
      .params =
          [&](double t) { return affine_params({swing(test.dim, turn * std::sin(9 * t), t * t)}); },
      .force = {}};
  EXPECT_LE(largest_motion(body, drive, GetParam().solver), 1e-10);
}

TEST_P(ZeroSuite, RestIsStable) {
  const Body body = make_test_body(GetParam().body);
  const Vector p = rest_params(TestRig::skinning, GetParam().body.dim);
  const Drive drive{.params = [&](double) { return p; }, .force = {}};
  EXPECT_LE(largest_motion(body, drive, GetParam().solver), 1e-12);
}

TEST_P(ZeroSuite, HeldLinearRigWithStrictContract) {
  if (GetParam().body.pose != Pose::hold) return;  // the claim is about hold
  BodyCase test = GetParam().body;
  test.leak = 0;
  for (TestRig rig : {TestRig::affine, TestRig::skinning}) {
    test.rig = rig;
    const Body body = make_test_body(test);
    EXPECT_LE(largest_motion(body, lively_drive(test), GetParam().solver), 1e-10) << name(rig);
  }
}

TEST_P(ZeroSuite, HeldStillPoseHoweverDistorted) {
  if (GetParam().body.pose != Pose::hold) return;  // the claim is about hold
  BodyCase test = GetParam().body;
  test.damping = 0.05;
  const Body body = make_test_body(test);
  // one handle flattened, the other turned inside out
  Matrix flat = Matrix::Identity(test.dim, test.dim + 1);
  flat(0, 0) = 0;
  Matrix mirrored = Matrix::Identity(test.dim, test.dim + 1);
  mirrored(1, 1) = -1;
  const Vector p = affine_params({flat, mirrored});
  const Drive drive{.params = [&](double) { return p; }, .force = {}};
  EXPECT_EQ(largest_motion(body, drive, GetParam().solver), 0);
}

INSTANTIATE_TEST_SUITE_P(All, ZeroSuite, ::testing::ValuesIn(laws_with_both_solvers()), print_case);

}  // namespace
}  // namespace descant::testing
