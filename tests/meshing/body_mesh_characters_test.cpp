// meshing/body_mesh_characters_test.cpp: simulation meshes of characters as users have them.

#include <gtest/gtest.h>

#include <algorithm>

#include "descant/io/gltf.hpp"
#include "descant/io/gltf_document.hpp"
#include "descant/scene/character_pose.hpp"
#include "support/body_mesh_checks.hpp"
#include "support/published_fixture.hpp"

namespace descant {
namespace {

using namespace test;

class BodyMeshOfCharacter : public PublishedFixture {
 protected:
  /// All meshes of a character as it stands in the file.
  Surface surface_of(const std::string& name) const {
    const GltfDocument document = read_gltf_document(data_ + "/characters/" + name);
    const Character character = character_of(document, {});
    const CharacterPose pose = rest_pose(character);
    Surface surface{Positions(0, 3), Elements(0, 3)};
    for (int n = 0; n < static_cast<int>(character.nodes.size()); ++n) {
      if (character.nodes[n].mesh < 0) continue;
      Index first = surface.vertices.rows();
      const Positions points = posed_surface(character, pose, n);
      surface.vertices.conservativeResize(first + points.rows(), 3);
      surface.vertices.bottomRows(points.rows()) = points;
      for (const SurfacePart& part : character.meshes[character.nodes[n].mesh].parts) {
        const Index count = surface.triangles.rows();
        surface.triangles.conservativeResize(count + part.triangles.rows(), 3);
        surface.triangles.bottomRows(part.triangles.rows()) =
            part.triangles.array() + static_cast<int>(first);
        first += part.positions.rows();
      }
    }
    return surface;
  }
};

TEST_F(BodyMeshOfCharacter, CesiumManKeepsTheTopologyOfItsInside) {
  const Surface surface = surface_of("CesiumMan.glb");
  ASSERT_EQ(euler_characteristic(welded(surface)), 2);
  for (const Index wanted : {1000, 4000}) {
    const BodyMesh body = body_mesh(surface, {.elements = wanted}, {});
    expect_sound(body, surface);
    expect_topology(body, 1, 1);
  }
}

TEST_F(BodyMeshOfCharacter, FoxHasFourLegsAndTwoEars) {
  const Surface surface = surface_of("Fox.glb");
  const BodyMesh body = body_mesh(surface, {.elements = 2000}, {});
  expect_sound(body, surface);
  expect_topology(body, 1, 1);

  // paws and ears: the lowest vertices left and right, front and back, and the highest two sides
  const auto extreme = [&](int x_side, int z_side, int y_side) {
    Index best = 0;
    double best_value = -1e300;
    for (Index i = 0; i < surface.vertices.rows(); ++i) {
      const auto p = surface.vertices.row(i);
      const bool is_there = p[0] * x_side > 0 && (z_side == 0 || p[2] * z_side > 0);
      if (is_there && p[1] * y_side > best_value) best = i, best_value = p[1] * y_side;
    }
    return Eigen::RowVector3d(surface.vertices.row(best));
  };
  const std::vector<Eigen::RowVector3d> ends = {extreme(1, 1, -1),  extreme(-1, 1, -1),
                                                extreme(1, -1, -1), extreme(-1, -1, -1),
                                                extreme(1, 0, 1),   extreme(-1, 0, 1)};
  for (std::size_t a = 0; a < ends.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      EXPECT_EQ(num_common_carriers(body, ends[a], ends[b]), 0) << a << " " << b;
    }
  }
}

TEST_F(BodyMeshOfCharacter, OthersAreSound) {
  for (const char* name : {"RiggedFigure.glb", "RiggedSimple.glb", "RobotExpressive.glb",
                           "SimpleSkin.gltf", "MorphStressTest.glb", "AnimatedMorphCube.glb"}) {
    SCOPED_TRACE(name);
    const Surface surface = surface_of(name);
    const BodyMesh body = body_mesh(surface, {.elements = 1500}, {});
    expect_sound(body, surface);
    EXPECT_EQ(num_components(body.mesh), body.surface_components);
  }
}

}  // namespace
}  // namespace descant
