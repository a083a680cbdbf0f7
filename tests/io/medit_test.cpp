// tests/io/medit_test.cpp: Medit meshes, odd but legal ones, and broken ones with their place.

#include "descant/io/medit.hpp"

#include <gtest/gtest.h>

#include "support/input_error.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

const char* const one_tet =
    "MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 1\n1 0 0 1\n0 1 0 1\n0 0 1 1\n"
    "Triangles\n1\n1 2 3 0\nTetrahedra\n1\n1 2 3 4 7\nEnd\n";

TEST(Medit, ReadsTetsAndLeavesTrianglesOut) {
  const Mesh mesh = parse_medit(one_tet, "t.mesh");
  EXPECT_EQ(mesh.dim(), 3);
  EXPECT_EQ(mesh.num_vertices(), 4);
  EXPECT_EQ(mesh.vertices(3, 2), 1);
  ASSERT_EQ(mesh.num_elements(), 1);
  EXPECT_EQ(mesh.elements, (Elements(1, 4) << 0, 1, 2, 3).finished());
}

TEST(Medit, TakesSectionsInAnyOrderWithCommentsAndStrangers) {
  const Mesh mesh = parse_medit(
      "# made by hand\nTetrahedra 1 # one\n4 3 2 1 0\nRequiredVertices\n2\n1\n2\n"
      "Vertices 4\n0 0 0 0 1 0 0 0\n0 1 0 0 0 0 1 0\nNormals 1 0 0 1\nMeshVersionFormatted 2\n"
      "Dimension\n3\n",
      "t.mesh");
  EXPECT_EQ(mesh.elements, (Elements(1, 4) << 3, 2, 1, 0).finished());
  EXPECT_EQ(mesh.vertices(1, 0), 1);
}

TEST(Medit, ReadsPlaneMeshes) {
  const Mesh flat =
      parse_medit("Dimension 2 Vertices 3 0 0 0 1 0 0 0 1 0 Triangles 1 1 2 3 0", "t");
  EXPECT_EQ(flat.dim(), 2);
  EXPECT_EQ(flat.num_elements(), 1);
  const Mesh lifted = parse_medit(
      "Dimension 3 Vertices 3 0 0 5 0 1 0 5 0 0 1 5 0 Triangles 1 1 2 3 0 Tetrahedra 0 End", "t");
  EXPECT_EQ(lifted.dim(), 2);
}

TEST(Medit, WritesWhatItReads) {
  Mesh mesh = parse_medit(one_tet, "t.mesh");
  mesh.vertices(0, 0) = 0.1 + 0.2;
  mesh.vertices(1, 1) = -1.0 / 3e-7;
  const TemporaryFolder folder;
  write_medit_file(folder.file("t.mesh"), mesh);
  const Mesh back = read_medit_file(folder.file("t.mesh"));
  EXPECT_EQ(back.vertices, mesh.vertices);
  EXPECT_EQ(back.elements, mesh.elements);

  Mesh plane;
  plane.vertices = mesh.vertices.leftCols(2);
  plane.elements = mesh.elements.leftCols(3);
  const Mesh plane_back = parse_medit(medit_text(plane), "p.mesh");
  EXPECT_EQ(plane_back.vertices, plane.vertices);
  EXPECT_EQ(plane_back.elements, plane.elements);
}

TEST(Medit, SaysWhereAndWhatIsWrong) {
  const struct {
    const char *text, *place, *what;
  } cases[] = {
      {"", "t", "no vertices"},
      {"solid cube", "t", "no vertices"},
      {"\x01\x02", "t:1", "expected a Medit keyword"},
      {"MeshVersionFormatted 9", "t:1", "is not 1, 2, 3 or 4"},
      {"Dimension 4", "t:1", "neither 2 nor 3"},
      {"Vertices\n1\n0 0 0 0", "t:1", "no Dimension"},
      {"Dimension 3\nVertices\n2\n0 0 0 0\n1 nan 0 0", "t:5", "expected a coordinate, found 'nan'"},
      {"Dimension 3\nVertices\n1\n1e999 0 0 0", "t:4", "expected a coordinate"},
      {"Dimension 3\nVertices\n2\n0 0 0 0\n1 0", "t:3", "promises more than the file holds"},
      {"Dimension 3\nVertices\n1\n0.00000 0 0", "t:4", "the file ends"},
      {"Dimension 3\nVertices\n-1", "t:3", "is negative"},
      {"Dimension 3\nVertices\n99999999999999999999", "t:3", "expected the number of vertices"},
      {"Dimension 3\nVertices\n4000000000000000000", "t:3", "promises more"},
      {"Dimension 3\nVertices\n1\n0 0 0 0\nTetrahedra\n1\n1 1 1\n2 0", "t:8", "no vertex 2"},
      {"Dimension 3\nVertices\n1\n0 0 0 0\nTetrahedra\n1\n1 1 0 1 0", "t:7", "no vertex 0"},
      {"Dimension 3\nVertices\n1\n0 0 0 0\nVertices\n1\n0 0 0 0", "t:5", "two Vertices"},
      {"Dimension 3\nVertices\n1\n0 0 0 0", "t", "neither tetrahedra nor triangles"},
      {"Dimension 2\nVertices\n1\n0 0 0\nTetrahedra\n1\n1 1 1 1 0", "t", "in Dimension 2"},
      {"Dimension 3\nVertices\n2\n0 0 0 0 0 0 1 0\nTriangles\n1\n1 1 2 0", "t",
       "without tetrahedra"},
  };
  for (const auto& bad : cases) {
    SCOPED_TRACE(bad.text);
    expect_input_error([&] { parse_medit(bad.text, "t"); }, bad.place, bad.what);
  }
}

}  // namespace
}  // namespace descant
