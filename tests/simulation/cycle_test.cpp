// tests/simulation/cycle_test.cpp: a cycle plays until it repeats, and is written without a seam.

#include "descant/simulation/cycle.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "descant/core/error.hpp"
#include "support/bodies.hpp"

namespace descant::testing {
namespace {

constexpr int num_frames = 21;
constexpr double fps = 30, period = (num_frames - 1) / fps;  // [s]

ClipOptions loop_options() {
  return {.fps = fps,
          .num_frames = num_frames,
          .substeps = 2,
          .integrator = Integrator::bdf2,
          .playback = Playback::loop};
}

/// A bar that swings to and fro, fastest where the cycle starts.
Drive swinging_drive(TestRig rig, int dim) {
  return {.params =
              [=](double time) {
                const double t = time - period * std::floor(time / period);
                const double angle = 0.5 * std::sin(2 * std::numbers::pi * t / period);
                const Matrix T = swing(dim, angle, 0), S = swing(dim, -angle, 0.4 * angle);
                if (rig == TestRig::morph_skin)
                  return morph_skin_params({T, S}, Vector{{angle, -0.5 * angle}});
                return affine_params({T, S});
              },
          .force = {}};
}

const BodyCase planar{
    .law = LawKind::corotational, .pose = Pose::hold, .dim = 2, .young = 2e5, .damping = 0.1};

struct Played {
  Trajectory trajectory;
  LoopEnd end;
};

Played play(const Body& body, const Drive& drive, const ClipOptions& options) {
  Played played;
  played.trajectory.u_c.resize(body.mesh.num_dofs(), options.num_frames);
  ClipState state;
  played.end =
      run_clip(body, drive, options, state, [&](const FrameReport& frame, const ClipState& now) {
        played.trajectory.u_c.col(frame.frame) = now.motion.u_c;
        played.trajectory.frames.push_back(frame);
        return true;
      });
  return played;
}

double amplitude(const Matrix& u_c) {
  return u_c.norm() / std::sqrt(static_cast<double>(u_c.cols()));
}

TEST(Loop, WritesOnePeriodThatClosesExactly) {
  const Body body = make_test_body(planar);
  const Played loop = play(body, swinging_drive(planar.rig, 2), loop_options());
  ASSERT_EQ(loop.trajectory.frames.size(), size_t{num_frames});
  for (int f = 0; f < num_frames; ++f) {
    EXPECT_EQ(loop.trajectory.frames[f].frame, f);
    EXPECT_DOUBLE_EQ(loop.trajectory.frames[f].time, f / fps);
  }
  const Matrix& u_c = loop.trajectory.u_c;
  EXPECT_EQ(u_c.col(0), u_c.col(num_frames - 1));
  EXPECT_GT(loop.trajectory.frames[0].rms, 1e-3 * body.space.diagonal);
  EXPECT_GT(loop.end.num_cycles, 2);
  EXPECT_LE(loop.end.change, 0.01);
}

TEST(Loop, IsTheMotionThatManyCyclesLeadTo) {
  const Body body = make_test_body(planar);
  const Drive drive = swinging_drive(planar.rig, 2);
  const Matrix loop = play(body, drive, loop_options()).trajectory.u_c;

  // thirty cycles straight through, of which the last has long repeated
  ClipOptions once = loop_options();
  once.playback = Playback::once;
  once.num_frames = 30 * (num_frames - 1) + 1;
  const Matrix all = run(body, drive, once).u_c;
  const Matrix last = all.rightCols(num_frames);
  for (int f = 0; f < num_frames; ++f)
    EXPECT_LE((loop.col(f) - last.col(f)).norm(), 0.02 * amplitude(last)) << "frame " << f;
}

TEST(Loop, PassesTheSeamAsSmoothlyAsAnyOtherFrame) {
  const Body body = make_test_body(planar);
  const Matrix u_c = play(body, swinging_drive(planar.rig, 2), loop_options()).trajectory.u_c;
  // second differences, the cycle closed to a ring
  const int ring = num_frames - 1;
  std::vector<double> kinks;
  for (int f = 0; f < ring; ++f)
    kinks.push_back(
        (u_c.col((f + 1) % ring) - 2 * u_c.col(f) + u_c.col((f + ring - 1) % ring)).norm());
  EXPECT_LE(kinks[0], *std::max_element(kinks.begin() + 1, kinks.end()));
}

TEST(Loop, KeepsTheContractWhereItMoves) {
  BodyCase test = planar;
  test.rig = TestRig::morph_skin;
  const Body body = make_test_body(test);
  const Drive drive = swinging_drive(test.rig, 2);
  const Played loop = play(body, drive, loop_options());
  EXPECT_EQ(loop.trajectory.u_c.col(0), loop.trajectory.u_c.col(num_frames - 1));
  for (const FrameReport& frame : loop.trajectory.frames) {
    EXPECT_LE(frame.contract, 1e-9) << "frame " << frame.frame;
    EXPECT_GT(frame.rms, 1e-4 * body.space.diagonal) << "frame " << frame.frame;
  }
}

TEST(Loop, SameBytesForManyThreadsAndResumed) {
  const Drive drive = swinging_drive(planar.rig, 2);
  const Matrix straight = play(make_test_body(planar), drive, loop_options()).trajectory.u_c;
  EXPECT_EQ(play(make_test_body(planar, Workers(4)), drive, loop_options()).trajectory.u_c,
            straight);

  ClipState state;
  Matrix resumed = Matrix::Zero(straight.rows(), straight.cols());
  const auto keep = [&](const FrameReport& frame, const ClipState& now) {
    resumed.col(frame.frame) = now.motion.u_c;
    return frame.frame != 7;
  };
  const Body body = make_test_body(planar);
  run_clip(body, drive, loop_options(), state, keep);
  ASSERT_EQ(state.next_frame, 8);
  run_clip(body, drive, loop_options(), state, keep);
  EXPECT_EQ(resumed, straight);
}

TEST(Loop, SaysWhereItDidNotRepeat) {
  ClipOptions options = loop_options();
  options.max_cycles = 2;
  const Played loop = play(make_test_body(planar), swinging_drive(planar.rig, 2), options);
  EXPECT_EQ(loop.end.num_cycles, 2);
  EXPECT_GT(loop.end.change, 0.01);
  EXPECT_EQ(loop.trajectory.u_c.col(0), loop.trajectory.u_c.col(num_frames - 1));
}

TEST(Loop, WhereNothingMovesTwoCyclesAreEnough) {
  const Vector p = rest_params(TestRig::skinning, 2);
  const Drive drive{.params = [&](double) { return p; }, .force = {}};
  const Played loop = play(make_test_body(planar), drive, loop_options());
  EXPECT_EQ(loop.end.num_cycles, 2);
  EXPECT_EQ(loop.trajectory.u_c.norm(), 0);
}

TEST(Loop, StopsInTheWarmUpWhenAsked) {
  ClipOptions options = loop_options();
  int calls = 0;
  options.on_warm_up = [&](const WarmUp& warm_up) {
    EXPECT_EQ(warm_up.cycle, 1);
    EXPECT_EQ(warm_up.frame, ++calls);
    return calls < 3;
  };
  ClipState state;
  run_clip(make_test_body(planar), swinging_drive(planar.rig, 2), options, state,
           [](const FrameReport&, const ClipState&) {
             ADD_FAILURE() << "a frame was handed on";
             return false;
           });
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(state.next_frame, 0);
}

TEST(Loop, TheFirstFramesReportBearsTheWarmUp) {
  const Body body = make_test_body(planar);
  const Drive drive = swinging_drive(planar.rig, 2);
  const std::vector<FrameReport> frames = play(body, drive, loop_options()).trajectory.frames;
  int written = 0;
  for (int f = 1; f < num_frames; ++f) written += frames[f].iterations;
  EXPECT_GT(frames[0].iterations, written);
}

TEST(Loop, PosesThatDoNotMeetAreAnInputError) {
  const Drive drive{.params =
                        [](double time) {
                          const Matrix T = swing(2, 0, time);
                          return affine_params({T, T});
                        },
                    .force = {}};
  const Body body = make_test_body(planar);
  EXPECT_THROW(play(body, drive, loop_options()), InputError);
  ClipOptions single = loop_options();
  single.num_frames = 1;
  EXPECT_THROW(play(body, swinging_drive(planar.rig, 2), single), InputError);
}

}  // namespace
}  // namespace descant::testing
