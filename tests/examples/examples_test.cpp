// tests/examples/examples_test.cpp: every built-in example is sound, and the same each time.

#include "descant/examples/examples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "descant/core/error.hpp"
#include "descant/mesh/check.hpp"
#include "descant/mesh/quality.hpp"
#include "descant/mesh/topology.hpp"
#include "descant/weights/bounded_biharmonic.hpp"

namespace descant {
namespace {

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const ExampleInfo& info : list_examples()) all.push_back(info.name);
  return all;
}

TEST(Examples, NamesAreShortAndUniqueAndTheDefaultComesFirst) {
  const std::vector<std::string> all = names();
  EXPECT_EQ(all.front(), "wobble");
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  for (const ExampleInfo& info : list_examples()) {
    EXPECT_LE(info.name.size(), 8u);
    EXPECT_FALSE(info.description.empty());
    EXPECT_EQ(info.description.find('\n'), std::string::npos);
  }
}

TEST(Examples, UnknownNamesGetTheList) {
  try {
    make_example("wibble");
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(
        std::string(error.what())
            .find("example: there is no example called \"wibble\". The examples are wobble, jelly"),
        0u)
        << error.what();
  }
}

class Example : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, Example, ::testing::ValuesIn(names()),
                         [](const auto& example) { return example.param; });

TEST_P(Example, MeshesAreSoundWellShapedAndInOnePiece) {
  const Scene scene = make_example(GetParam());
  EXPECT_EQ(scene.name, GetParam());
  ASSERT_FALSE(scene.bodies.empty());
  for (const BodySpec& body : scene.bodies) {
    const Mesh& mesh = body.mesh;
    checked(mesh, body.name, [](Severity, const std::string& text) { FAIL() << text; });
    const std::vector<int> component = vertex_components(mesh);
    EXPECT_EQ(*std::max_element(component.begin(), component.end()), 0);
    EXPECT_EQ(euler_characteristic(mesh), 1);
    EXPECT_GT(smallest_angle(mesh), mesh.dim() == 2 ? 15 : 10);
    EXPECT_LE(mesh.num_vertices(), 2500);
    EXPECT_GE(mesh.num_vertices(), 200);
  }
}

void expect_weights(const BodySpec& body) {
  Matrix weights = body.rig.weights;
  if (weights.size() == 0) {
    std::vector<WeightHandle> handles;
    for (const Handle& handle : body.rig.handles) handles.push_back({handle.tail, handle.head});
    weights = bounded_biharmonic_weights(body.mesh, handles);
  }
  ASSERT_EQ(weights.rows(), body.mesh.num_vertices());
  ASSERT_EQ(weights.cols(), static_cast<Index>(body.rig.handles.size()));
  EXPECT_GE(weights.minCoeff(), 0);
  EXPECT_LT((weights.rowwise().sum().array() - 1).abs().maxCoeff(), 1e-12);
  for (Index k = 0; k < weights.cols(); ++k) EXPECT_EQ(weights.col(k).maxCoeff(), 1) << k;
}

TEST(Examples, WeightsSumToOneAndReachEveryHandle) {
  int num_skinned = 0;
  for (const std::string& name : names())
    for (const BodySpec& body : make_example(name).bodies)
      if (body.rig.kind == "lbs") {
        SCOPED_TRACE(name + ", " + body.name);
        expect_weights(body);
        ++num_skinned;
      }
  EXPECT_GE(num_skinned, 3);
}

void expect_track(const HandleTrack& track, int dim, double end) {
  const Index keys = static_cast<Index>(track.times.size());
  ASSERT_GT(keys, 0);
  EXPECT_EQ(track.times.front(), 0);
  EXPECT_LE(track.times.back(), end);
  for (Index k = 1; k < keys; ++k) EXPECT_LT(track.times[k - 1], track.times[k]);
  ASSERT_EQ(track.translations.rows(), keys);
  ASSERT_EQ(track.translations.cols(), dim);
  ASSERT_EQ(track.rotations.rows(), keys);
  ASSERT_EQ(track.rotations.cols(), 4);
  EXPECT_LT((track.rotations.rowwise().norm().array() - 1).abs().maxCoeff(), 1e-14);
  if (track.scales.size() > 0) {
    ASSERT_EQ(track.scales.rows(), keys);
    ASSERT_EQ(track.scales.cols(), dim);
    EXPECT_GT(track.scales.minCoeff(), 0.5);
  }
}

TEST_P(Example, TracksFitTheHandlesAndEndBeforeTheClip) {
  const Scene scene = make_example(GetParam());
  const double end = (scene.num_frames - 1) / scene.run.fps;
  for (const BodySpec& body : scene.bodies) {
    const int dim = body.mesh.dim();
    if (const auto* params = std::get_if<ParamTrack>(&body.rig.animation)) {
      EXPECT_EQ(body.rig.kind, "affine");
      EXPECT_EQ(params->samples.rows(), scene.num_frames);
      EXPECT_EQ(params->samples.cols(), dim * (dim + 1));
      continue;
    }
    const auto& tracks = std::get<std::vector<HandleTrack>>(body.rig.animation);
    ASSERT_EQ(tracks.size(), body.rig.handles.size());
    for (const HandleTrack& track : tracks) expect_track(track, dim, end);
    check_handles(body.rig.handles, tracks, body.name);
  }
}

TEST_P(Example, StartsAtRestAndMoves) {
  const Scene scene = make_example(GetParam());
  for (const BodySpec& body : scene.bodies) {
    const Matrix rest = Matrix::Identity(body.mesh.dim(), body.mesh.dim() + 1);
    double largest = 0;
    for (int frame = 0; frame < scene.num_frames; ++frame) {
      const double time = frame / scene.run.fps;
      std::vector<Matrix> transforms;
      if (const auto* params = std::get_if<ParamTrack>(&body.rig.animation)) {
        const Vector p = params_at(*params, time);
        transforms = {Eigen::Map<const Matrix>(p.data(), rest.rows(), rest.cols())};
      } else {
        transforms = handle_transforms(
            body.rig.handles, std::get<std::vector<HandleTrack>>(body.rig.animation), time);
      }
      for (const Matrix& T : transforms) {
        const double away = (T - rest).cwiseAbs().maxCoeff();
        if (frame == 0) {
          EXPECT_LT(away, 1e-12);
        }
        largest = std::max(largest, away);
      }
    }
    EXPECT_GT(largest, 0.1);
  }
}

TEST_P(Example, TheSameEachTime) {
  const Scene a = make_example(GetParam()), b = make_example(GetParam());
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    EXPECT_EQ(a.bodies[i].mesh.vertices, b.bodies[i].mesh.vertices);
    EXPECT_EQ(a.bodies[i].mesh.elements, b.bodies[i].mesh.elements);
  }
}

}  // namespace
}  // namespace descant
