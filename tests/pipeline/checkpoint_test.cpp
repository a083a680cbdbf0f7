// pipeline/checkpoint_test.cpp: a checkpoint reads back to the same bits, or not at all.

#include "descant/pipeline/checkpoint.hpp"

#include <gtest/gtest.h>

#include "support/input_error.hpp"

namespace descant {
namespace {

Checkpoint example() {
  Checkpoint checkpoint{"0.1.0", 0xfedcba9876543210ull, std::vector<BodyProgress>(2)};
  BodyProgress& body = checkpoint.bodies[1];
  body.state.next_frame = 7;
  body.state.motion.num_steps = 28;
  body.state.motion.u = Vector::Random(6);
  body.state.motion.v_prev = Vector::Random(6);
  FrameReport frame;
  frame.frame = 6;
  frame.time = 0.2;
  frame.energy = -1.5;
  frame.status = StepStatus::stalled;
  body.frames = {frame};
  body.u_c = {Vector::Random(6)};
  return checkpoint;
}

TEST(Checkpoint, ReadsBackToTheSameBits) {
  const Checkpoint written = example();
  const std::string bytes = checkpoint_bytes(written);
  const Checkpoint read = parse_checkpoint(bytes, "c");
  EXPECT_EQ(read.version, "0.1.0");
  EXPECT_EQ(read.fingerprint, written.fingerprint);
  ASSERT_EQ(read.bodies.size(), 2u);
  EXPECT_EQ(read.bodies[1].state.next_frame, 7);
  EXPECT_EQ(read.bodies[1].state.motion.num_steps, 28);
  EXPECT_EQ(read.bodies[1].state.motion.u, written.bodies[1].state.motion.u);
  EXPECT_EQ(read.bodies[1].u_c[0], written.bodies[1].u_c[0]);
  EXPECT_EQ(read.bodies[1].frames[0].status, StepStatus::stalled);
  EXPECT_EQ(checkpoint_bytes(read), bytes);
}

TEST(Checkpoint, RefusesEveryTruncation) {
  const std::string bytes = checkpoint_bytes(example());
  for (size_t size = 0; size < bytes.size(); ++size) {
    expect_input_error([&] { parse_checkpoint(bytes.substr(0, size), "c"); }, "c", "checkpoint");
  }
  expect_input_error([&] { parse_checkpoint(bytes + "x", "c"); }, "c", "checkpoint");
}

TEST(Checkpoint, RefusesEveryFlippedByte) {
  const std::string bytes = checkpoint_bytes(example());
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x41);
    expect_input_error([&] { parse_checkpoint(damaged, "c"); }, "c", "checkpoint");
  }
}

}  // namespace
}  // namespace descant
