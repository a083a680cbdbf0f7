// tests/io/tgf_test.cpp: skeletons, their points, bones and parents.

#include "descant/io/tgf.hpp"

#include <gtest/gtest.h>

#include "support/input_error.hpp"

namespace descant {
namespace {

TEST(Tgf, PutsPointsFirstAndFindsParents) {
  // joint 3 is a point; 1→2→4 and 2→5 are bones; 3–4 is an edge of a cage
  const TgfGraph graph = parse_tgf(
      "1 0 0 0\n2\t1 0 0\t\n3 9 9 9\n4 2 0 0\n5 1 1 0\n#\n"
      "2 4 1 0 0 0\n1 2 1 0 0\n3 4 0 0 1\n2 5 1\n#\n",
      "s.tgf");
  ASSERT_EQ(graph.edges.size(), 4u);
  EXPECT_TRUE(graph.edges[2].is_cage);
  EXPECT_FALSE(graph.edges[2].is_bone);

  const std::vector<Handle> handles = handles_of(graph, 3, "s.tgf");
  ASSERT_EQ(handles.size(), 4u);
  EXPECT_EQ(handles[0].name, "point1");
  EXPECT_FALSE(handles[0].is_bone());
  EXPECT_EQ(handles[0].tail, Vector::Constant(3, 9));
  EXPECT_EQ(handles[1].name, "bone1");
  EXPECT_EQ(handles[1].head, (Vector(3) << 2, 0, 0).finished());
  EXPECT_EQ(handles[1].parent, 2);
  EXPECT_EQ(handles[2].parent, -1);
  EXPECT_EQ(handles[3].parent, 2);
}

TEST(Tgf, TakesFewerColumnsAndAnyNumbering) {
  const TgfGraph graph = parse_tgf("10 0 0\n20 1 2\n\n#\n10 20\n", "s.tgf");
  EXPECT_EQ(graph.joints.row(1), (Positions(1, 3) << 1, 2, 0).finished().row(0));
  ASSERT_EQ(graph.edges.size(), 1u);
  EXPECT_FALSE(graph.edges[0].is_bone);
  const std::vector<Handle> handles = handles_of(graph, 2, "s.tgf");
  ASSERT_EQ(handles.size(), 2u);
  EXPECT_EQ(handles[1].tail, (Vector(2) << 1, 2).finished());
  EXPECT_EQ(parse_tgf("1 0 0 0", "s.tgf").joints.rows(), 1);
}

TEST(Tgf, SaysWhereAndWhatIsWrong) {
  const struct {
    const char *text, *place, *what;
  } cases[] = {
      {"", "s", "no joints"},
      {"#\n#\n", "s", "no joints"},
      {"x 0 0 0\n", "s:1", "expected a joint number, found 'x'"},
      {"1 0 0 0\n2 0 nan 0\n", "s:2", "found 'nan'"},
      {"1 0\n", "s:1", "finite joint coordinate"},
      {"1 0 0 0\n1 0 0 0\n", "s:2", "given twice"},
      {"1 0 0 0\n#\n1 2 1\n", "s:3", "no joint 2"},
      {"1 0 0 0\n#\n1\n", "s:3", "expected a joint number"},
      {"1 0 0 0\n#\n1 1 1\n", "s:3", "to itself"},
      {"1 0 0 0\n2 1 0 0\n#\n1 2 yes\n", "s:4", "expected 0 or 1"},
  };
  for (const auto& bad : cases) {
    SCOPED_TRACE(bad.text);
    expect_input_error([&] { parse_tgf(bad.text, "s"); }, bad.place, bad.what);
  }
}

TEST(Tgf, RefusesLoopsAndTwoParents) {
  const std::string joints = "1 0 0 0\n2 1 0 0\n3 2 0 0\n4 3 0 0\n#\n";
  const TgfGraph loop = parse_tgf(joints + "1 2 1\n2 3 1\n3 1 1\n1 4 0\n", "s");
  expect_input_error([&] { handles_of(loop, 3, "s"); }, "s", "form a loop");
  const TgfGraph two = parse_tgf(joints + "1 3 1\n2 3 1\n3 4 1\n", "s");
  expect_input_error([&] { handles_of(two, 3, "s"); }, "s", "bone1 and bone2 both end where bone3");
}

}  // namespace
}  // namespace descant
