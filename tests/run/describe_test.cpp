// run/describe_test.cpp: quality, closedness, and the words of `descant info`.

#include "descant/run/describe.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "descant/io/medit.hpp"
#include "descant/io/npy.hpp"
#include "descant/mesh/box.hpp"
#include "descant/mesh/topology.hpp"
#include "support/input_error.hpp"
#include "support/small_gltf.hpp"
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
  expect_input_error([] { describe_file("a.glb", {}); }, "a.glb", "cannot be found");
}

TEST(Describe, SaysWhatIsInACharacter) {
  const TemporaryFolder folder;
  write_file(folder.file("small.glb"), test::small_gltf().glb());
  EXPECT_EQ(describe_file(folder.file("small.glb"), {}),
            "character small\n"
            "  vertices    4\n"
            "  triangles   2\n"
            "  joints      2\n"
            "  clips       1\n"
            "  box         [0, 1] × [0, 1] × [0, 0], diagonal 1.41421\n"
            "mesh Square\n"
            "  shown by    Body (skin 0)\n"
            "  vertices    4\n"
            "  triangles   2\n"
            "  surface     open: 4 boundary edges\n"
            "  box         [0, 1] × [0, 1] × [0, 0]\n"
            "  morphs      1 target: lift\n"
            "skins\n"
            "  skin 0      2 joints: Root, Tip\n"
            "clips\n"
            "  Bend        1 s; tracks: 1 rotation, 1 weights\n");
}

TEST(Describe, NamesAllJointsOnLinesOfReadableLength) {
  std::vector<std::string> names;
  for (int i = 0; i < 65; ++i) names.push_back("mixamorig:LeftHandIndex" + std::to_string(i));
  Character character;
  character.skins.resize(1);
  for (int i = 0; i < 65; ++i) {
    character.nodes.emplace_back().name = names[i];
    character.skins[0].joints.push_back(i);
  }
  const std::string text = character_text(character);
  EXPECT_NE(text.find("65 joints: " + names[0] + ", " + names[1]), text.npos) << text;
  for (const std::string& name : names) EXPECT_NE(text.find(name), text.npos) << name;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
  EXPECT_EQ(all_named({"tip"}, "handle"), "1 handle: tip");
  EXPECT_EQ(all_named({}, "handle"), "0 handles");
}

TEST(Describe, AMeshCutAlongSeamsIsClosedOnceWelded) {
  // a tetrahedron whose four faces share no vertex
  const Positions corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Elements faces{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  Character character;
  character.name = "cut";
  character.nodes.resize(2);
  character.nodes[0].mesh = character.nodes[1].mesh = 0;
  character.nodes[1].scale = {2, 2, 2};
  character.nodes[1].name = "two\nlines\x1b[31m";
  character.meshes.resize(1);
  SurfacePart& part = character.meshes[0].parts.emplace_back();
  part.positions.resize(12, 3);
  part.triangles.resize(4, 3);
  for (int t = 0; t < 4; ++t) {
    for (int i = 0; i < 3; ++i) {
      part.positions.row(3 * t + i) = corners.row(faces(t, i));
      part.triangles(t, i) = 3 * t + i;
    }
  }
  const std::string text = character_text(character);
  EXPECT_NE(text.find("mesh 0\n  shown by    node 0, two?lines?[31m\n"), text.npos) << text;
  EXPECT_NE(text.find("  surface     closed\n"), text.npos) << text;
  EXPECT_NE(text.find("  triangles   8\n"), text.npos) << "shown twice: " << text;
  EXPECT_NE(text.find("  box         [0, 2] × [0, 2] × [0, 2]"), text.npos) << text;
}

}  // namespace
}  // namespace descant
