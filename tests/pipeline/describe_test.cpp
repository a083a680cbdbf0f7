// pipeline/describe_test.cpp: quality, closedness, and the words of `descant info`.

#include "descant/pipeline/describe.hpp"

#include <gtest/gtest.h>

#include "descant/io/medit.hpp"
#include "descant/io/npy.hpp"
#include "descant/mesh/box.hpp"
#include "descant/mesh/topology.hpp"
#include "support/input_error.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

TEST(Describe, RegularElementsHaveQualityOne) {
  Mesh tetrahedron;
  tetrahedron.vertices = Positions{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  tetrahedron.elements = Elements{{0, 1, 3, 2}};
  EXPECT_NEAR(std::abs(element_quality(tetrahedron)[0]), 1, 1e-14);
  Mesh triangle;
  triangle.vertices = Positions{{0, 0}, {1, 0}, {0.5, std::sqrt(0.75)}};
  triangle.elements = Elements{{0, 1, 2}};
  EXPECT_NEAR(element_quality(triangle)[0], 1, 1e-14);
  triangle.vertices(2, 1) = 0;
  EXPECT_EQ(element_quality(triangle)[0], 0);
}

TEST(Describe, TheBoundaryOfABoxIsClosedUntilATriangleIsTaken) {
  const Mesh box = box_mesh(Vector{{0, 0, 0}}, Vector{{1, 1, 1}}, {2, 2, 2});
  const Elements faces = boundary_faces(box);
  EXPECT_TRUE(is_closed(faces));
  EXPECT_FALSE(is_closed(faces.topRows(faces.rows() - 1)));
  EXPECT_FALSE(is_closed(Elements(0, 3)));
}

TEST(Describe, SaysWhatIsInAFile) {
  const TemporaryFolder folder;
  write_medit_file(folder.file("a.mesh"),
                   box_mesh(Vector{{0, 0, 0}}, Vector{{1, 2, 3}}, {1, 1, 1}));
  const std::string mesh = describe_file(folder.file("a.mesh"), {});
  EXPECT_NE(mesh.find("volume      6\n"), std::string::npos) << mesh;
  EXPECT_NE(mesh.find("closed"), std::string::npos) << mesh;
  write_npy_file(folder.file("a.npy"), {{2, 0}, {}});
  EXPECT_NE(describe_file(folder.file("a.npy"), {}).find("(2, 0)"), std::string::npos);
  expect_input_error([] { describe_file("a.stl", {}); }, "a.stl", ".mesh");
  expect_input_error([] { describe_file("a.glb", {}); }, "a.glb", "yet");
}

}  // namespace
}  // namespace descant
