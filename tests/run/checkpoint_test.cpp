// run/checkpoint_test.cpp: a checkpoint reads back to the same bits, or not at all.

#include "descant/run/checkpoint.hpp"

#include <gtest/gtest.h>

#include <tuple>

#include "support/input_error.hpp"

namespace descant {
namespace {

/// All that a motion holds but the number of its steps.
std::vector<Vector*> vectors_of(Motion& motion) {
  return {&motion.u,   &motion.u_prev,   &motion.v,        &motion.v_prev,
          &motion.u_c, &motion.u_c_prev, &motion.u_c_older};
}

Checkpoint example() {
  Checkpoint checkpoint{"0.1.0", 0xfedcba9876543210ull, std::vector<BodyProgress>(2)};
  BodyProgress& body = checkpoint.bodies[1];
  body.state.next_frame = 7;
  body.state.motion.num_steps = 28;
  for (Vector* part : vectors_of(body.state.motion)) *part = Vector::Random(6);
  body.state.motion.bounds = {Vector::Random(4), Vector()};
  body.frames = {{.frame = 6,
                  .time = 0.2,
                  .seconds = 0.7,
                  .iterations = 31,
                  .fallbacks = 2,
                  .energy = -1.5,
                  .contract = 1e-12,
                  .momentum = 0.3,
                  .rms = 0.01,
                  .max = 0.04,
                  .status = StepStatus::stalled}};
  body.u_c = {Vector::Random(6)};
  return checkpoint;
}

TEST(Checkpoint, ReadsBackToTheSameBits) {
  Checkpoint written = example();
  const std::string bytes = checkpoint_bytes(written);
  Checkpoint read = parse_checkpoint(bytes, "c");
  EXPECT_EQ(read.version, "0.1.0");
  EXPECT_EQ(read.fingerprint, written.fingerprint);
  ASSERT_EQ(read.bodies.size(), 2u);
  EXPECT_EQ(read.bodies[1].state.next_frame, 7);
  EXPECT_EQ(read.bodies[1].state.motion.num_steps, 28);
  const std::vector<Vector*> expected = vectors_of(written.bodies[1].state.motion),
                             found = vectors_of(read.bodies[1].state.motion);
  for (size_t k = 0; k < expected.size(); ++k) EXPECT_EQ(*found[k], *expected[k]) << k;
  ASSERT_EQ(read.bodies[1].state.motion.bounds.size(), 2u);
  EXPECT_EQ(read.bodies[1].state.motion.bounds[0], written.bodies[1].state.motion.bounds[0]);
  EXPECT_EQ(read.bodies[1].state.motion.bounds[1].size(), 0);
  EXPECT_TRUE(read.bodies[0].state.motion.bounds.empty());
  ASSERT_EQ(read.bodies[1].u_c.size(), 1u);
  EXPECT_EQ(read.bodies[1].u_c[0], written.bodies[1].u_c[0]);
  ASSERT_EQ(read.bodies[1].frames.size(), 1u);
  const FrameReport &a = read.bodies[1].frames[0], &b = written.bodies[1].frames[0];
  EXPECT_EQ(std::tie(a.frame, a.time, a.seconds, a.iterations, a.fallbacks, a.energy),
            std::tie(b.frame, b.time, b.seconds, b.iterations, b.fallbacks, b.energy));
  EXPECT_EQ(std::tie(a.contract, a.momentum, a.rms, a.max, a.status),
            std::tie(b.contract, b.momentum, b.rms, b.max, b.status));
  EXPECT_TRUE(read.bodies[0].frames.empty());
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
