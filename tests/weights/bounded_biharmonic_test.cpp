// tests/weights/bounded_biharmonic_test.cpp: what weights promise, on bodies where it can be seen.

#include "descant/weights/bounded_biharmonic.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "descant/core/error.hpp"
#include "descant/mesh/box.hpp"
#include "descant/mesh/measures.hpp"
#include "descant/mesh/sheet.hpp"
#include "support/input_error.hpp"

namespace descant {
namespace {

using V2 = Eigen::Vector2d;
using V3 = Eigen::Vector3d;

Mesh bar() { return box_mesh(V3(0, 0, 0), V3(4, 1, 1), {16, 4, 4}); }

std::vector<WeightHandle> bar_bones() {
  return {{V3(0, 0.5, 0.5), V3(1.5, 0.5, 0.5)},
          {V3(1.5, 0.5, 0.5), V3(2.5, 0.5, 0.5)},
          {V3(2.5, 0.5, 0.5), V3(4, 0.5, 0.5)}};
}

Mesh sheet() { return box_mesh(V2(-2, -1), V2(2, 1), {16, 8}); }

void expect_weights(const Matrix& weights) {
  EXPECT_GE(weights.minCoeff(), 0);
  EXPECT_LE(weights.maxCoeff(), 1);
  EXPECT_LT((weights.rowwise().sum().array() - 1).abs().maxCoeff(), 1e-14);
}

int vertex_at(const Mesh& mesh, const Vector& x) {
  Index nearest;
  const double distance =
      (mesh.vertices.rowwise() - x.transpose()).rowwise().norm().minCoeff(&nearest);
  EXPECT_LT(distance, 1e-12);
  return static_cast<int>(nearest);
}

TEST(BoundedBiharmonic, PointsArePartitionedBoundedAndInterpolated) {
  const Mesh mesh = sheet();
  const Matrix weights = bounded_biharmonic_weights(
      mesh, {{V2(-1.5, 0), {}}, {V2(0.5, 0.5), {}}, {V2(1.52, -0.49), {}}});
  expect_weights(weights);
  EXPECT_EQ(weights.row(vertex_at(mesh, V2(-1.5, 0))), Eigen::RowVector3d(1, 0, 0));
  EXPECT_EQ(weights.row(vertex_at(mesh, V2(0.5, 0.5))), Eigen::RowVector3d(0, 1, 0));
  EXPECT_EQ(weights.row(vertex_at(mesh, V2(1.5, -0.5))), Eigen::RowVector3d(0, 0, 1));
}

TEST(BoundedBiharmonic, BonesHoldTheVerticesAlongThem) {
  const Mesh mesh = bar();
  const Matrix weights = bounded_biharmonic_weights(mesh, bar_bones());
  expect_weights(weights);
  EXPECT_EQ(weights.row(vertex_at(mesh, V3(0.75, 0.5, 0.5))), Eigen::RowVector3d(1, 0, 0));
  EXPECT_EQ(weights.row(vertex_at(mesh, V3(2, 0.5, 0.5))), Eigen::RowVector3d(0, 1, 0));
  // the joint belongs to both its bones alike
  EXPECT_EQ(weights.row(vertex_at(mesh, V3(1.5, 0.5, 0.5))), Eigen::RowVector3d(0.5, 0.5, 0));
}

TEST(BoundedBiharmonic, SymmetricHandlesOnASymmetricBodyGetSymmetricWeights) {
  // Kuhn's grid is its own image under the half turn about the centre
  const Mesh mesh = bar();
  const Matrix weights = bounded_biharmonic_weights(mesh, bar_bones());
  double worst = 0;
  for (Index i = 0; i < mesh.num_vertices(); ++i) {
    const Vector turned = V3(4, 1, 1) - V3(mesh.vertices.row(i).transpose());
    const Index j = vertex_at(mesh, turned);
    worst = std::max(worst, (weights.row(i) - weights.row(j).reverse()).cwiseAbs().maxCoeff());
  }
  EXPECT_LT(worst, 1e-6);  // the tolerance of the iteration is 1e-7
}

TEST(BoundedBiharmonic, WeightsAreLocal) {
  const Mesh mesh = bar();
  const Matrix weights = bounded_biharmonic_weights(mesh, bar_bones());
  for (Index i = 0; i < mesh.num_vertices(); ++i) {
    const double x = mesh.vertices(i, 0);
    if (x < 0.8) {
      EXPECT_LT(weights(i, 2), 0.02) << "x = " << x;
    }
    if (x > 3.2) {
      EXPECT_LT(weights(i, 0), 0.02) << "x = " << x;
    }
    if (x < 0.8) {
      EXPECT_GT(weights(i, 0), 0.9) << "x = " << x;
    }
  }
}

TEST(BoundedBiharmonic, NoPerturbationInsideTheBoxLowersTheEnergy) {
  // before normalisation: with two handles the second is one minus the first, so rows already sum
  // to one and the result is the minimiser itself
  const Mesh mesh = sheet();
  const std::vector<WeightHandle> handles = {{V2(-1.5, 0), {}}, {V2(1.5, 0), {}}};
  const Matrix held = held_weights(mesh, handles);
  const Vector w = bounded_biharmonic_weights(mesh, handles).col(0);
  const Vector ones = Vector::Ones(mesh.num_elements());
  const Vector Lw = laplacian(mesh, ones) * w;
  const Vector g = laplacian(mesh, ones) * Lw.cwiseQuotient(lumped_mass(mesh, ones));
  const double scale = g.cwiseAbs().maxCoeff();
  int num_bound = 0;
  for (Index i = 0; i < w.size(); ++i) {
    if (held(i, 0) >= 0) continue;
    num_bound += w[i] == 0 || w[i] == 1;
    if (w[i] > 0) {
      EXPECT_LT(g[i], 1e-6 * scale) << i;
    }
    if (w[i] < 1) {
      EXPECT_GT(g[i], -1e-6 * scale) << i;
    }
  }
  EXPECT_GT(num_bound, 0) << "the bounds play no part in this test";
}

TEST(BoundedBiharmonic, UnitsDoNotMatter) {
  Mesh mesh = sheet();
  const std::vector<WeightHandle> handles = {{V2(-1.5, 0), {}}, {V2(1.5, 0), V2(2, 0.5)}};
  const Matrix weights = bounded_biharmonic_weights(mesh, handles);
  mesh.vertices *= 1024;  // a power of two: round-off does not change either
  const Matrix scaled = bounded_biharmonic_weights(
      mesh, {{1024 * handles[0].tail, {}}, {1024 * handles[1].tail, 1024 * handles[1].head}});
  EXPECT_EQ(scaled, weights);
}

TEST(BoundedBiharmonic, OneHandleMovesEverything) {
  EXPECT_EQ(bounded_biharmonic_weights(sheet(), {{V2(0, 0), {}}}),
            Matrix::Ones(sheet().num_vertices(), 1));
}

TEST(BoundedBiharmonic, HandlesInTheSamePlaceShare) {
  const Matrix weights =
      bounded_biharmonic_weights(sheet(), {{V2(-1.5, 0), {}}, {V2(-1.5, 0), {}}, {V2(1.5, 0), {}}});
  expect_weights(weights);
  EXPECT_LT((weights.col(0) - weights.col(1)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(BoundedBiharmonic, HandlesFarAwayStillHoldSomething) {
  const Matrix weights = bounded_biharmonic_weights(
      sheet(), {{V2(0, 0), {}}, {V2(50, 0), V2(60, 0)}, {V2(0, -1), V2(0, -1)}});
  expect_weights(weights);
  for (int k = 0; k < 3; ++k) EXPECT_GT(weights.col(k).maxCoeff(), 0.3) << k;
}

TEST(BoundedBiharmonic, PartsThatNoHandleTouchesGoToTheNearest) {
  const Mesh one = box_mesh(V2(0, 0), V2(1, 1), {3, 3});
  Mesh mesh;
  mesh.vertices.resize(32, 2);
  mesh.vertices << one.vertices, one.vertices.array() + 3;
  mesh.elements.resize(36, 3);
  mesh.elements << one.elements, one.elements.array() + 16;
  const Matrix weights = bounded_biharmonic_weights(mesh, {{V2(0, 0), {}}, {V2(1, 1), {}}});
  expect_weights(weights);
  EXPECT_EQ(weights.bottomRows(16).col(1), Vector::Ones(16));
}

TEST(BoundedBiharmonic, BadHandlesAreTurnedAway) {
  EXPECT_THROW(bounded_biharmonic_weights(sheet(), {}), InputError);
  EXPECT_THROW(bounded_biharmonic_weights(sheet(), {{V3(0, 0, 0), {}}}), InputError);
  EXPECT_THROW(bounded_biharmonic_weights(sheet(), {{V2(0, 0), V3(0, 0, 0)}}), InputError);
  EXPECT_THROW(bounded_biharmonic_weights(sheet(), {{V2(0, NAN), {}}}), InputError);
}

TEST(BoundedBiharmonic, SheetsInSpaceAreTurnedAway) {
  const Mesh mesh = sheet_mesh(V3(0, 0, 0), V3(1, 0, 0), V3(0, 1, 1), {2, 2});
  expect_input_error([&] { bounded_biharmonic_weights(mesh, bar_bones()); },
                     "bounded biharmonic weights", "elements have 3 vertices in 3D");
}

}  // namespace
}  // namespace descant
