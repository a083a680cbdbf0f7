// tests/suite/zero_test.cpp: where physics has nothing to add, it adds nothing.

#include "suite/case.hpp"

namespace descant::testing {
namespace {

class ZeroSuite : public ::testing::TestWithParam<SuiteCase> {};
class HeldZeroSuite : public ZeroSuite {};  // claims about `hold` alone

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
  BodyCase test = GetParam().body;
  for (TestRig rig : all_rigs) {
    test.rig = rig;
    const Body body = make_test_body(test);
    const Vector p = rest_params(rig, test.dim);
    const Drive drive{.params = [&](double) { return p; }, .force = {}};
    EXPECT_LE(largest_motion(body, drive, GetParam().solver), 1e-12) << name(rig);
  }
}

TEST_P(HeldZeroSuite, HeldLinearRigWithStrictContract) {
  BodyCase test = GetParam().body;
  test.leak = 0;
  for (TestRig rig : {TestRig::affine, TestRig::skinning}) {
    test.rig = rig;
    const Body body = make_test_body(test);
    EXPECT_LE(largest_motion(body, lively_drive(test), GetParam().solver), 1e-10) << name(rig);
  }
}

/// A pose that flattens, mirrors or bends the bar out of shape.
Vector distorted_params(TestRig rig, int dim) {
  Matrix flattened = Matrix::Identity(dim, dim + 1), mirrored = flattened;
  flattened(0, 0) = 0;
  mirrored(1, 1) = -1;
  switch (rig) {
    case TestRig::affine:
      return affine_params({flattened});
    case TestRig::rigid:
      return rigid_params(swing(dim, 2.5, 3), Vector::Zero(dim));
    case TestRig::skinning:
      return affine_params({flattened, mirrored});
    case TestRig::morph_skin:
      return morph_skin_params({flattened, mirrored}, Vector{{-2, 3}});
    case TestRig::chain:
      return morph_skin_params({flattened, mirrored}, Vector{{-2}});
    case TestRig::twist:
    case TestRig::function:
      return Vector::Constant(dim == 3 ? 5 : 3, 2.5);
  }
  return {};
}

TEST_P(HeldZeroSuite, HeldStillPoseHoweverDistorted) {
  BodyCase test = GetParam().body;
  test.damping = 0.05;
  for (TestRig rig : all_rigs) {
    test.rig = rig;
    const Body body = make_test_body(test);
    const Vector p = distorted_params(rig, test.dim);
    const Drive drive{.params = [&](double) { return p; }, .force = {}};
    EXPECT_EQ(largest_motion(body, drive, GetParam().solver), 0) << name(rig);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ZeroSuite, ::testing::ValuesIn(all_laws_and_solvers()), print_case);
INSTANTIATE_TEST_SUITE_P(All, HeldZeroSuite, ::testing::ValuesIn(all_laws_and_solvers(Pose::hold)),
                         print_case);

}  // namespace
}  // namespace descant::testing
