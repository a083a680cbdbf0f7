// io/characters_test.cpp: characters as users have them. Positions were worked out by a few lines
// of Python that share no code with the reader.

#include <gtest/gtest.h>

#include <algorithm>

#include "descant/io/gltf.hpp"
#include "descant/scene/character_pose.hpp"
#include "support/published_fixture.hpp"

namespace descant {
namespace {

class Characters : public test::PublishedFixture {
 protected:
  Character character(const std::string& name) {
    return character_of(read_gltf_document(data_ + "/characters/" + name),
                        [this](Severity, const std::string&) { ++num_warnings_; });
  }
  int num_warnings_ = 0;
};

Index num_triangles(const Character& character) {
  Index count = 0;
  for (const CharacterMesh& mesh : character.meshes)
    for (const SurfacePart& part : mesh.parts) count += part.triangles.rows();
  return count;
}

struct KnownVertex {
  const char* file;
  int node, clip;
  double time;
  int vertex;
  Eigen::Vector3d position;
};

TEST_F(Characters, VerticesAreWhereTheyShouldBe) {
  const std::vector<KnownVertex> known = {
      {"Fox.glb", 1, 2, 0.5, 0, {3.01368538, 32.5079183, -28.3519801}},
      {"Fox.glb", 1, 2, 0.5, 700, {-4.41289659, 45.5262625, -42.6114138}},
      {"Fox.glb", 1, 2, 0.5, 1727, {-7.54740049e-05, 41.2921415, 68.2067122}},
      {"Fox.glb", 1, 1, 0.3, 100, {-0.157261232, 31.1679521, -9.19415299}},
      {"CesiumMan.glb", 2, 0, 1, 0, {0.019725543, 0.929300721, 0.10811073}},
      {"CesiumMan.glb", 2, 0, 1, 2000, {0.0547649615, 0.00158063722, 0.291210382}},
      {"RiggedFigure.glb", 1, 0, 0.6, 10, {-0.0426542125, 1.18280522, 0.0489456449}},
      {"RiggedFigure.glb", 1, 0, 0.6, 369, {-0.0583810916, 5.13694461e-07, 0.177901365}},
      {"RiggedSimple.glb", 2, 0, 1.5, 0, {-4.37113807e-08, -4.57507706, 0.999999583}},
      {"RiggedSimple.glb", 2, 0, 1.5, 159, {1.34544513, 4.38556001, 0.415819759}},
      {"SimpleSkin.gltf", 0, 0, 1.25, 9, {-1, 1.5, 0}},
      {"RobotExpressive.glb", 73, 10, 0.5, 5, {1.00942884, 1.55119259, 0.0771751292}},
      {"RobotExpressive.glb", 73, 10, 0.5, 50, {1.1428287, 0.947672149, 1.49902151}},
      {"RobotExpressive.glb", 4, 10, 0.5, 7, {0.871907794, -0.00579951124, -0.387321657}},
      {"RecursiveSkeletons.glb", 923, 0, 0.7, 3, {21.9350536, 116.999999, -28.2705235}},
      {"RecursiveSkeletons.glb", 923, 0, 0.7, 30, {20.7676822, 123.299998, -27.924189}}};
  for (const KnownVertex& vertex : known) {
    const Character read = character(vertex.file);
    const CharacterClip& clip = read.clips.at(static_cast<std::size_t>(vertex.clip));
    const Positions surface = posed_surface(read, pose_at(read, clip, vertex.time), vertex.node);
    const double size = (surface.colwise().maxCoeff() - surface.colwise().minCoeff()).norm();
    // nine digits were kept; unit quaternions and sums of weights are off by a float's last bit
    EXPECT_LE((surface.row(vertex.vertex).transpose() - vertex.position).norm(), 1e-6 * size)
        << vertex.file << " vertex " << vertex.vertex << " at " << surface.row(vertex.vertex);
  }
}

TEST_F(Characters, FoxIsUnindexedAndHasThreeClips) {
  const Character fox = character("Fox.glb");
  EXPECT_EQ(fox.name, "Fox");
  EXPECT_EQ(fox.meshes[0].parts[0].positions.rows(), 1728);
  EXPECT_EQ(num_triangles(fox), 576);
  EXPECT_EQ(fox.skins[0].joints.size(), 24u);
  ASSERT_EQ(fox.clips.size(), 3u);
  EXPECT_EQ(fox.clips[0].name, "Survey");
  EXPECT_EQ(fox.clips[1].name, "Walk");
  EXPECT_EQ(fox.clips[2].name, "Run");
  EXPECT_FLOAT_EQ(static_cast<float>(fox.clips[2].duration), 1.1583333f);
  EXPECT_EQ(num_warnings_, 0);
}

TEST_F(Characters, CesiumManStandsUpright) {
  const Character man = character("CesiumMan.glb");
  EXPECT_EQ(num_triangles(man), 4672);
  EXPECT_EQ(man.skins[0].joints.size(), 19u);
  EXPECT_EQ(man.clips[0].duration, 2);
  // the file's z-up matrices are decomposed: y is up, feet on the ground
  const Positions surface = posed_surface(man, rest_pose(man), 2);
  EXPECT_NEAR(surface.col(1).minCoeff(), 0, 1e-6);
  EXPECT_NEAR(surface.col(1).maxCoeff(), 1.507, 1e-3);
}

TEST_F(Characters, RobotMixesSkinsMorphsAndPlainNodes) {
  const Character robot = character("RobotExpressive.glb");
  EXPECT_EQ(robot.meshes.size(), 14u);
  EXPECT_EQ(robot.clips.size(), 14u);
  EXPECT_EQ(num_warnings_, 4) << "the hands' weights sum to up to 1.76";
  const CharacterMesh& head = robot.meshes[2];
  ASSERT_EQ(head.parts.size(), 3u);
  for (const SurfacePart& part : head.parts) EXPECT_EQ(part.targets.size(), 3u);
  EXPECT_EQ(head.target_names.size(), 3u);
  const auto num_skinned = std::count_if(robot.nodes.begin(), robot.nodes.end(),
                                         [](const CharacterNode& node) { return node.skin >= 0; });
  EXPECT_EQ(num_skinned, 2);
  for (const CharacterClip& clip : robot.clips)
    EXPECT_TRUE(pose_at(robot, clip, clip.duration / 3).world_from_node[73].allFinite());
}

TEST_F(Characters, OneMeshIsShownByManySkeletons) {
  const Character skeletons = character("RecursiveSkeletons.glb");
  EXPECT_EQ(skeletons.meshes.size(), 1u);
  EXPECT_EQ(skeletons.skins.size(), 84u);
  EXPECT_EQ(std::count_if(skeletons.nodes.begin(), skeletons.nodes.end(),
                          [](const CharacterNode& node) { return node.mesh == 0; }),
            84);
}

TEST_F(Characters, MorphsAreReadWithTheirTracks) {
  const Character stress = character("MorphStressTest.glb");
  EXPECT_EQ(stress.meshes[0].parts.size(), 2u);
  EXPECT_EQ(stress.nodes[0].morph_weights.size(), 8);
  ASSERT_EQ(stress.clips.size(), 3u);
  EXPECT_EQ(stress.clips[1].name, "TheWave");
  EXPECT_EQ(stress.clips[1].channels[0].values.cols(), 8);

  const Character cube = character("AnimatedMorphCube.glb");
  EXPECT_EQ(cube.meshes[0].parts[0].targets.size(), 2u);
  // the first target shrinks the cube from one side; it stays a cube's width across
  const Positions surface = posed_surface(cube, pose_at(cube, cube.clips[0], 2.1), 0);
  EXPECT_NEAR(surface.col(0).maxCoeff() - surface.col(0).minCoeff(), 2, 1e-6);
  EXPECT_LT(surface.col(2).maxCoeff(), 0);
}

TEST_F(Characters, InterpolationsDifferAsTheyShould) {
  const Character cubes = character("InterpolationTest.glb");
  ASSERT_EQ(cubes.clips.size(), 9u);
  const auto world = [&](int clip, double time) {
    const CharacterClip& played = cubes.clips[static_cast<std::size_t>(clip)];
    const auto node = static_cast<std::size_t>(played.channels[0].node);
    return pose_at(cubes, played, time).world_from_node[node];
  };
  // scale from 1 to 0 in half a second, with flat tangents
  EXPECT_EQ(world(0, 0.4)(0, 0), 1);
  EXPECT_NEAR(world(1, 0.4)(0, 0), 0.2, 1e-12);
  EXPECT_NEAR(world(2, 0.4)(0, 0), 2 * 0.512 - 3 * 0.64 + 1, 1e-12);
  // height from 6.8 to 10.8
  EXPECT_NEAR(world(6, 0.4)(1, 3), 6.8, 1e-6);
  EXPECT_NEAR(world(8, 0.4)(1, 3), 10, 1e-6);
  EXPECT_NEAR(world(7, 0.4)(1, 3), 6.8 + 4 * (3 * 0.64 - 2 * 0.512), 1e-6);
  // an eighth of a turn in half a second, evenly
  EXPECT_NEAR(std::atan2(world(5, 0.25)(0, 1), world(5, 0.25)(0, 0)), std::atan(1.0) / 2, 1e-6);
}

}  // namespace
}  // namespace descant
