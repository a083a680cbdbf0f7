// tests/io/published_data_test.cpp: the authors' own files, against the reference trajectories'
// rest shape, mass and bone transforms. Needs DESCANT_DATA.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <sstream>

#include "descant/io/normalise.hpp"
#include "descant/io/npy.hpp"
#include "descant/io/obj.hpp"
#include "descant/io/published.hpp"
#include "descant/mesh/measures.hpp"
#include "support/input_error.hpp"
#include "support/published_fixture.hpp"

namespace descant {
namespace {

class PublishedData : public test::PublishedFixture {
 protected:
  Scene read(const std::string& name) const {
    return read_published_example(paper(name), [&](Severity, const std::string& message) {
      ADD_FAILURE() << "unexpected warning: " << message;
    });
  }
};

struct Expected {
  const char* file;
  int dim, vertices, elements, handles, frames;
  LawKind law;
  double dt, young, poisson;
};

TEST_F(PublishedData, ReadsEveryExampleWhoseRigIsHere) {
  const Expected table[] = {
      {"fish/fish.json", 3, 6142, 21708, 2, 180, LawKind::arap, 0.01, 7e5, 0.4},
      {"frog/frog.json", 3, 1749, 5389, 1, 40, LawKind::neohookean, 0.03, 8e5, 0.4},
      {"elephant/elephant.json", 3, 494, 1502, 24, 457, LawKind::arap, 0.01, 3e5, 0.4},
      {"sphere/sphere.json", 3, 67, 181, 2, 30, LawKind::arap, 0.01, 5e4, 0.4},
      {"bird/bird_mouth.json", 2, 639, 1099, 3, 140, LawKind::arap, 0.01, 175, 0.4},
      {"hedgehog/hedgehog.json", 2, 1528, 2577, 4, 132, LawKind::arap, 0.01, 800, 0.4}};
  for (const Expected& e : table) {
    SCOPED_TRACE(e.file);
    const Scene scene = read(e.file);
    const BodySpec& body = scene.bodies.at(0);
    EXPECT_EQ(body.mesh.dim(), e.dim);
    EXPECT_EQ(body.mesh.num_vertices(), e.vertices);
    EXPECT_EQ(body.mesh.num_elements(), e.elements);
    EXPECT_EQ(static_cast<int>(body.rig.handles.size()), e.handles);
    EXPECT_EQ(scene.num_frames, e.frames);
    EXPECT_EQ(body.settings.law, e.law);
    EXPECT_EQ(scene.run.fps, 1 / e.dt);
    EXPECT_EQ(body.settings.young, e.young);
    EXPECT_EQ(body.settings.poisson, e.poisson);
    // the largest coefficient is exactly one after the division by itself
    EXPECT_EQ(body.mesh.vertices.cwiseAbs().maxCoeff(), 1);
  }
}

TEST_F(PublishedData, SaysWhichRigIsMissing) {
  const std::pair<const char*, const char*> table[] = {
      {"walrus/walrus.json#/skeleton_file", "cage"},
      {"daisy/daisy.json#/handle_file", "wire"},
      {"amoeba/amoeba.json#/image_file", "image"}};
  for (const auto& [place, what] : table) {
    const std::string path = place;
    expect_input_error([&] { read(path.substr(0, path.find('#'))); }, paper(path), what);
  }
}

TEST_F(PublishedData, MatchesTheReferenceRestMassAndTransforms) {
  const std::pair<const char*, const char*> table[] = {{"sphere/sphere.json", "sphere-arap"},
                                                       {"frog/frog.json", "frog-neohookean"}};
  for (const auto& [file, reference] : table) {
    SCOPED_TRACE(file);
    const std::string folder = data_ + "/reference/" + reference + "/";
    const Scene scene = read(file);
    const BodySpec& body = scene.bodies.at(0);

    // rest positions, to round-off of the normalisation
    const NpyArray rest = read_npy_file(folder + "rest.npy");
    ASSERT_EQ(rest.shape, (std::vector<Index>{body.mesh.num_vertices(), 3}));
    const Eigen::Map<const Positions> rest_rows(rest.values.data(), body.mesh.num_vertices(), 3);
    EXPECT_LE((body.mesh.vertices - rest_rows).cwiseAbs().maxCoeff(), 1e-15);

    // mass; a sum of a few dozen positive terms a vertex
    const NpyArray mass = read_npy_file(folder + "mass.npy");
    ASSERT_EQ(static_cast<Index>(mass.values.size()), body.mesh.num_vertices());
    const Eigen::Map<const Vector> mass_rows(mass.values.data(), body.mesh.num_vertices());
    const Vector lumped =
        lumped_mass(body.mesh, Vector::Constant(body.mesh.num_elements(), body.settings.density));
    EXPECT_LE(((lumped - mass_rows).array() / mass_rows.array()).abs().maxCoeff(), 1e-12);

    // where every handle is at every frame
    const NpyArray bones = read_npy_file(folder + "bone_transforms.npy");
    const auto& tracks = std::get<std::vector<HandleTrack>>(body.rig.animation);
    ASSERT_EQ(bones.shape.at(1), static_cast<Index>(tracks.size()));
    for (Index f = 0; f < bones.shape[0]; ++f) {
      const auto maps =
          handle_transforms(body.rig.handles, tracks, static_cast<double>(f) / scene.run.fps);
      for (std::size_t i = 0; i < maps.size(); ++i) {
        const double* values = bones.values.data() + 12 * (f * bones.shape[1] + Index(i));
        const Eigen::Map<const Positions> expected(values, 3, 4);
        EXPECT_LE((maps[i] - expected).cwiseAbs().maxCoeff(), 1e-9) << "frame " << f;
      }
    }
  }
}

// Bones stay joined, and the three at the root move as one.
TEST_F(PublishedData, CarriesTheElephantAlong) {
  const Scene scene = read("elephant/elephant.json");
  const RigSpec& rig = scene.bodies.at(0).rig;
  int num_roots = 0;
  for (const Handle& handle : rig.handles) num_roots += handle.parent < 0;
  EXPECT_EQ(num_roots, 3);
  const auto& tracks = std::get<std::vector<HandleTrack>>(rig.animation);

  // frame 0 is the rest pose
  for (const Matrix& T : handle_transforms(rig.handles, tracks, 0))
    EXPECT_LE((T - Matrix::Identity(3, 4)).cwiseAbs().maxCoeff(), 1e-12);

  for (const int frame : {1, 100, 456}) {
    const auto maps = handle_transforms(rig.handles, tracks, frame / scene.run.fps);
    for (std::size_t i = 0; i < maps.size(); ++i) {
      const Mat<3> R = maps[i].leftCols(3);
      EXPECT_LE((R * R.transpose() - Mat<3>::Identity()).norm(), 1e-12);
      const int parent = rig.handles[i].parent;
      // joints hold together: a bone's tail goes where its parent takes it
      if (parent >= 0) {
        const auto tail = rig.handles[i].tail.homogeneous();
        EXPECT_LE((maps[i] * tail - maps[static_cast<std::size_t>(parent)] * tail).norm(), 1e-12);
      }
      // the three root bones share the root's motion
      if (parent < 0) {
        EXPECT_LE((maps[i] - maps[0]).cwiseAbs().maxCoeff(), 1e-12);
      }
    }
    // and it does move
    EXPECT_GT((maps[0] - Matrix::Identity(3, 4)).norm(), 1e-3);
  }
}

// The bird's first bone in un-normalised coordinates: turn about the tail, then move by t − t_rest.
TEST_F(PublishedData, TurnsTheBirdAboutItsTail) {
  const Scene scene = read("bird/bird_mouth.json");
  const RigSpec& rig = scene.bodies.at(0).rig;
  std::istringstream text(read_file(paper("bird/bird_mouth_anim.txt")));
  int frames = 0, k = 0;
  text >> frames >> k;
  Matrix rows(frames + 1, 3 * k);
  for (Index r = 0; r < rows.rows(); ++r)
    for (Index c = 0; c < rows.cols(); ++c) text >> rows(r, c);

  const std::string mesh_path = paper("bird/bird_mouth.obj");
  const Mesh mesh = planar_mesh(read_obj_file(mesh_path), mesh_path);
  const double scale = normalisation_of(mesh.vertices, mesh_path).scale;
  const Vector tail = rows.row(0).head(2).transpose();
  const auto& tracks = std::get<std::vector<HandleTrack>>(rig.animation);
  for (const int frame : {30, 70, 139}) {
    const auto maps = handle_transforms(rig.handles, tracks, frame / scene.run.fps);
    const Vector moved = rows.row(frame + 1).head(2).transpose() - tail;
    const double theta = rows(frame + 1, 2) * std::numbers::pi / 180;
    const Eigen::Rotation2Dd R(theta);
    EXPECT_LE((maps[0].leftCols(2) - R.toRotationMatrix()).norm(), 1e-12);
    const Vector shift = maps[0] * rig.handles[0].tail.homogeneous() - rig.handles[0].tail;
    EXPECT_LE((shift * scale - moved).norm(), 1e-9 * moved.norm());
  }
}

}  // namespace
}  // namespace descant
