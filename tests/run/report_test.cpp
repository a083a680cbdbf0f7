// run/report_test.cpp: medians and maxima over bodies, and the numbers of a mesh.

#include "descant/run/report.hpp"

#include <gtest/gtest.h>

#include "descant/mesh/box.hpp"

namespace descant {
namespace {

BodyReport body_with(const std::vector<double>& seconds, double contract) {
  BodyReport body;
  body.clips.emplace_back();
  for (double s : seconds) {
    FrameReport frame;
    frame.seconds = s;
    frame.contract = contract;
    body.clips[0].frames.push_back(frame);
  }
  return body;
}

TEST(Report, SumsUpOverBodies) {
  const ReportSummary summary = summary_of({body_with({3, 1}, 1e-12), body_with({10, 2}, 1e-11)});
  EXPECT_EQ(summary.frames, 4);
  EXPECT_EQ(summary.seconds_per_frame_median, 2.5);
  EXPECT_EQ(summary.seconds_per_frame_mean, 4);
  EXPECT_EQ(summary.contract_max, 1e-11);
  EXPECT_EQ(summary_of({body_with({5, 1, 2}, 0)}).seconds_per_frame_median, 2);
  EXPECT_EQ(summary_of({}).seconds_per_frame_median, 0);
}

TEST(Report, CountsWhatAMeshHas) {
  const MeshSummary summary =
      mesh_summary(box_mesh(Vector{{0, 0, 0}}, Vector{{1, 2, 2}}, {1, 1, 1}));
  EXPECT_EQ(summary.dim, 3);
  EXPECT_EQ(summary.vertices, 8);
  EXPECT_EQ(summary.components, 1);
  EXPECT_EQ(summary.euler, 1);
  EXPECT_EQ(summary.diagonal, 3);
}

}  // namespace
}  // namespace descant
