// tests/io/obj_test.cpp: OBJ surfaces, every way to write a face, and broken ones with their place.

#include "descant/io/obj.hpp"

#include <gtest/gtest.h>

#include "support/input_error.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

const std::string square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(Obj, CutsPolygonsIntoFans) {
  const Surface surface = parse_obj(square + "f 1 2 3 4\n", "s.obj");
  EXPECT_EQ(surface.vertices.rows(), 4);
  EXPECT_EQ(surface.triangles, (Elements(2, 3) << 0, 1, 2, 0, 2, 3).finished());
}

TEST(Obj, ReadsEveryFormOfCorner) {
  const Elements expected = (Elements(1, 3) << 0, 1, 2).finished();
  for (const char* face :
       {"f 1 2 3", "f 1/1 2/2 3/3", "f 1//1 2//2 3//3", "f 1/1/1 2/2/2 3/3/3", "f -4 -3 -2",
        "f -4/1 2//7 3", "f 1 2 \\\n 3", "f 1 2 3 # last", "\tf  1\t2 3\r"})
    EXPECT_EQ(parse_obj(square + face, "s.obj").triangles, expected) << face;
}

TEST(Obj, LeavesOutTheRestAndTakesFacesFirst) {
  const Surface surface = parse_obj(
      "# comment\nmtllib a.mtl\no thing\nf 3 2 1\nv 0 0 1 0.5 0.5 0.5\nv 1 0 1 1\nv 0 1 1\n"
      "vt 0 0\nvn 0 0 1\ns off\nusemtl x\nl 1 2\n",
      "s.obj");
  EXPECT_EQ(surface.triangles, (Elements(1, 3) << 2, 1, 0).finished());
  EXPECT_EQ(surface.vertices(2, 1), 1);
}

TEST(Obj, MakesPlaneMeshesOfFlatSurfaces) {
  Surface surface = parse_obj(square + "f 1 2 3\n", "s.obj");
  EXPECT_EQ(planar_mesh(surface, "s.obj").dim(), 2);
  surface.vertices.col(2).setConstant(-3);
  EXPECT_EQ(planar_mesh(surface, "s.obj").elements, surface.triangles);
  surface.vertices(2, 2) = 1;
  expect_input_error([&] { planar_mesh(surface, "s.obj"); }, "s.obj",
                     "not flat: vertex 3 has z = 1");
}

TEST(Obj, WritesWhatItReads) {
  Surface surface = parse_obj(square + "f 1 2 3\nf 1 3 4\n", "s.obj");
  surface.vertices(1, 2) = 0.1 + 0.2;
  const TemporaryFolder folder;
  write_obj_file(folder.file("s.obj"), surface.vertices, surface.triangles);
  const Surface back = read_obj_file(folder.file("s.obj"));
  EXPECT_EQ(back.vertices, surface.vertices);
  EXPECT_EQ(back.triangles, surface.triangles);

  // in the plane, z is written as 0
  const Positions plane = surface.vertices.leftCols(2);
  const Surface flat = parse_obj(obj_text(plane, surface.triangles), "p.obj");
  EXPECT_EQ(flat.vertices.leftCols(2), plane);
  EXPECT_TRUE((flat.vertices.col(2).array() == 0).all());
}

TEST(Obj, SaysWhereAndWhatIsWrong) {
  const struct {
    std::string text;
    const char *place, *what;
  } cases[] = {
      {"", "s", "no vertices"},
      {square, "s", "no faces"},
      {"v 0 0\n", "s:1", "three finite coordinates"},
      {"v 0 0 0\nv 0 inf 0\n", "s:2", "found 'inf'"},
      {square + "f 1 2\n", "s:5", "needs three corners, this one has 2"},
      {square + "f 1 2 0\n", "s:5", "no vertex 0"},
      {square + "f 1 2 -5\n", "s:5", "no vertex -5"},
      {square + "f 1 2 3\nf 1 2 5\n", "s:6", "no vertex 5: the file has 4"},
      {square + "f 1 2 99999999999\n", "s:5", "no vertex 99999999999"},
      {square + "f 1 2 99999999999999999999\n", "s:5", "expected a face corner"},
      {square + "f 1 2 /3\n", "s:5", "expected a face corner"},
      {square + "f 1 2 x\n", "s:5", "found 'x'"},
  };
  for (const auto& bad : cases) {
    SCOPED_TRACE(bad.text);
    expect_input_error([&] { parse_obj(bad.text, "s"); }, bad.place, bad.what);
  }
}

}  // namespace
}  // namespace descant
