// tests/simulation/clip_test.cpp: frames, substeps, pre-roll, and poses no material survives.

#include "descant/simulation/clip.hpp"

#include <gtest/gtest.h>

#include "descant/core/error.hpp"
#include "descant/elasticity/law_names.hpp"
#include "support/bodies.hpp"

namespace descant::testing {
namespace {

TEST(Integrator, FewestSubstepsOfAtMostAHundredth) {
  EXPECT_EQ(default_substeps(30), 4);
  EXPECT_EQ(default_substeps(24), 5);
  EXPECT_EQ(default_substeps(100), 1);
  EXPECT_EQ(default_substeps(1 / 0.01), 1);
  EXPECT_EQ(default_substeps(240), 1);
}

TEST(Clip, SubstepsAreStepsOfAFasterClip) {
  const BodyCase test{.dim = 2, .damping = 0.05};
  const Body body = make_test_body(test);
  const Trajectory coarse =
      run(body, lively_drive(test), {.fps = 25, .num_frames = 6, .substeps = 4});
  const Trajectory fine =
      run(body, lively_drive(test), {.fps = 100, .num_frames = 21, .substeps = 1});
  for (int f = 0; f < 6; ++f)
    EXPECT_LE((coarse.u_c.col(f) - fine.u_c.col(4 * f)).norm(), 1e-9 * fine.u_c.norm());
}

TEST(Clip, FirstFrameIsTheStart) {
  const BodyCase test{.dim = 2};
  const Trajectory clip =
      run(make_test_body(test), lively_drive(test), {.fps = 50, .num_frames = 2, .substeps = 1});
  EXPECT_EQ(clip.u_c.col(0).norm(), 0);
  EXPECT_EQ(clip.frames[0].iterations, 0);
}

TEST(Clip, PrerollSettlesARelaxedPose) {
  // a bent pose under relax: without pre-roll the body starts to settle in the clip itself
  const BodyCase test{.dim = 2, .damping = 0.3};
  const Body body = make_test_body(test);
  const Vector bent = lively_params(TestRig::skinning, 2, 0.17);
  const Drive drive{.params = [&](double) { return bent; }, .force = {}};
  const auto drift = [&](double preroll) {
    const Trajectory clip =
        run(body, drive, {.fps = 50, .num_frames = 4, .substeps = 1, .preroll = preroll});
    return (clip.u_c.col(3) - clip.u_c.col(0)).norm() / clip.u_c.col(3).norm();
  };
  EXPECT_GT(drift(0), 0.5);
  EXPECT_LT(drift(4), 1e-3);
}

TEST(Clip, StopsWhenTheSinkSaysSo) {
  const BodyCase test{.dim = 2};
  ClipState state;
  int seen = 0;
  run_clip(make_test_body(test), lively_drive(test), {.fps = 50, .num_frames = 9, .substeps = 1},
           state, [&](const FrameReport&, const ClipState&) { return ++seen < 3; });
  EXPECT_EQ(seen, 3);
  EXPECT_EQ(state.next_frame, 3);
}

/// A body whose rig mirrors it from one frame to the next.
Drive mirroring_drive(double after) {
  return {.params =
              [after](double time) {
                Matrix T = Matrix::Identity(2, 3);
                if (time > after) T(0, 0) = -1;
                return affine_params({T});
              },
          .force = {}};
}

/// A single triangle: all it can do is affine, so u_c cannot help it.
Body triangle_body(LawKind law) {
  const BodyCase test{.rig = TestRig::affine, .law = law, .dim = 2, .leak = 0};
  Mesh triangle{.vertices = Positions::Zero(3, 2), .elements = Elements::Zero(1, 3)};
  triangle.vertices(1, 0) = triangle.vertices(2, 1) = 1;
  triangle.elements << 0, 1, 2;
  return make_body(triangle, make_affine_rig(triangle.vertices), body_options(test, triangle),
                   Workers(1));
}

const ClipOptions mirrored_clip{.fps = 50, .num_frames = 6, .substeps = 1};

TEST(Clip, APoseTheMaterialCannotTakeNamesFrameElementAndRemedy) {
  try {
    run(triangle_body(LawKind::neohookean), mirroring_drive(0.05), mirrored_clip);
    FAIL() << "a mirrored neohookean body has no finite energy";
  } catch (const NumericsError& error) {
    EXPECT_EQ(error.frame(), 3);
    EXPECT_NE(std::string(error.what()).find("element"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("stable-neohookean"), std::string::npos);
  }
}

/// The material that the message about a mirrored triangle says to try.
std::optional<LawKind> law_of_the_remedy() {
  const std::string before = "try the material ";
  try {
    run(triangle_body(LawKind::neohookean), mirroring_drive(0.05), mirrored_clip);
  } catch (const NumericsError& error) {
    const std::string message = error.what();
    const size_t at = message.find(before);
    if (at != std::string::npos) return law_from_name(message.substr(at + before.size()));
  }
  return {};
}

TEST(Clip, TheRemedyWorks) {
  const std::optional<LawKind> law = law_of_the_remedy();
  ASSERT_TRUE(law) << "the message ends with the name of a material";

  // the very run that failed goes through, and a body that can move does
  const Body bar = make_test_body({.rig = TestRig::affine, .law = *law, .dim = 2, .leak = 0});
  for (const Body& body : {triangle_body(*law), bar}) {
    const Trajectory clip = run(body, mirroring_drive(0.05), mirrored_clip);
    ASSERT_EQ(clip.frames.size(), 6u);
    for (const FrameReport& frame : clip.frames) {
      EXPECT_EQ(frame.status, StepStatus::converged) << "frame " << frame.frame;
      EXPECT_LE(frame.contract, 1e-9) << "frame " << frame.frame;
    }
    const bool can_move = body.mesh.num_elements() > 1;
    EXPECT_EQ(clip.frames.back().rms > 1e-3 * body.space.diagonal, can_move);
  }
}

TEST(Clip, AMirroredBodyIsReachedInSmallerStrides) {
  // mirrored between two frames: no start is finite, but a walk through the poses between finds a
  // folded body whose affine part is the mirrored one
  const Body body =
      make_test_body({.rig = TestRig::affine, .law = LawKind::neohookean, .dim = 2, .leak = 0});
  const Drive drive = mirroring_drive(0.05);
  const Vector u_r = body.rig->displacement(drive.params(0.06));
  ASSERT_TRUE(elasticity_of(body).first_undefined_element(u_r, u_r));
  const Trajectory clip = run(body, drive, {.fps = 50, .num_frames = 4, .substeps = 1});
  const Vector u = u_r + clip.u_c.col(3);
  EXPECT_FALSE(elasticity_of(body).first_undefined_element(u, u_r));
  EXPECT_LE(clip.frames[3].contract, 1e-9);
}

}  // namespace
}  // namespace descant::testing
