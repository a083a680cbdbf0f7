// weights/extension_test.cpp: samples on a surface, carried into a mesh.

#include "descant/weights/extension.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "descant/mesh/box.hpp"
#include "descant/mesh/embedding.hpp"

namespace descant {
namespace {

Mesh bar() { return box_mesh(Vec<3>(0, 0, 0), Vec<3>(4, 1, 1), {16, 4, 4}); }

/// Points on the sides of the bar, half a cell inside.
Positions ring_points() {
  Positions points(4 * 30, 3);
  for (Index i = 0; i < 30; ++i) {
    const double x = 0.05 + 3.9 * static_cast<double>(i) / 29;
    points.row(4 * i) << x, 0.1, 0.5;
    points.row(4 * i + 1) << x, 0.9, 0.45;
    points.row(4 * i + 2) << x, 0.55, 0.1;
    points.row(4 * i + 3) << x, 0.5, 0.9;
  }
  return points;
}

TEST(Extension, ConstantsAreReproducedExactly) {
  const Mesh mesh = bar();
  const SparseMatrix E = embedded(mesh, ring_points()).weights;
  const Matrix samples = Eigen::RowVector3d(1, -2.5, 1e6).replicate(E.rows(), 1);
  const Matrix x = extended_values(mesh, E, samples);
  for (int k = 0; k < 3; ++k) {
    const double value = samples(0, k);
    // the mean of the samples is off by their round-off, nothing else is
    EXPECT_LE((x.col(k).array() - value).abs().maxCoeff(), 1e-12 * std::abs(value));
  }
}

TEST(Extension, FollowsSamplesThatVaryAlongTheBar) {
  const Mesh mesh = bar();
  const Positions points = ring_points();
  const SparseMatrix E = embedded(mesh, points).weights;
  const Matrix samples = (0.8 * points.col(0).array()).sin().matrix();
  const Matrix x = extended_values(mesh, E, samples);
  // soft data, smoothed a little: the samples come back within 2% of their range of 2
  EXPECT_LT((E * x - samples).cwiseAbs().maxCoeff(), 0.04);
  // so does the mesh, but for its ends, which no sample tells how to go on
  for (Index i = 0; i < mesh.num_vertices(); ++i) {
    const double place = mesh.vertices(i, 0);
    const bool is_end = place == 0 || place == 4;
    EXPECT_NEAR(x(i, 0), std::sin(0.8 * place), is_end ? 0.2 : 0.08);
  }
}

TEST(Extension, SparseSamplesAreJoinedSmoothly) {
  const Mesh mesh = bar();
  Positions points(3, 3);
  points << 0.1, 0.5, 0.5, 2, 0.5, 0.5, 3.9, 0.5, 0.5;
  const Matrix samples = Eigen::Vector3d(0, 1, 2);
  const Matrix x = extended_values(mesh, embedded(mesh, points).weights, samples);
  // between the samples the middle of the bar goes over from one to the next
  const Matrix middle = embedded(mesh, Positions(Eigen::RowVector3d(1.05, 0.5, 0.5))).weights * x;
  EXPECT_NEAR(middle(0, 0), 0.5, 0.2);
  EXPECT_GT(x.minCoeff(), -0.3);
  EXPECT_LT(x.maxCoeff(), 2.3);
}

TEST(Extension, DoesNotDependOnUnitsOrOnCrowdedSamples) {
  const Mesh mesh = bar();
  const Positions points = ring_points();
  Positions crowded(3 * points.rows(), 3);
  crowded << points, points, points;
  const Matrix samples = points.col(0), thrice = crowded.col(0);
  const Matrix x = extended_values(mesh, embedded(mesh, points).weights, samples);
  Mesh large = mesh;
  large.vertices *= 128;
  const Matrix y =
      extended_values(large, embedded(large, Positions(points * 128)).weights, samples);
  EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 1e-9);
  const Matrix z = extended_values(mesh, embedded(mesh, crowded).weights, thrice);
  EXPECT_LT((x - z).cwiseAbs().maxCoeff(), 0.05);
}

TEST(Extension, ComponentsWithoutSamplesTakeTheNearest) {
  Mesh mesh = bar();
  const Mesh first = mesh;
  const Index n = first.num_vertices();
  mesh.vertices.conservativeResize(2 * n, 3);
  mesh.vertices.bottomRows(n) = first.vertices.rowwise() + Eigen::RowVector3d(10, 0, 0);
  mesh.elements.conservativeResize(2 * first.num_elements(), 4);
  mesh.elements.bottomRows(first.num_elements()) = first.elements.array() + static_cast<int>(n);
  const Positions points = ring_points();
  const SparseMatrix E = embedded(mesh, points).weights;
  const Matrix x = extended_values(mesh, E, points.col(0));
  EXPECT_EQ(x.bottomRows(n).minCoeff(), points.col(0).maxCoeff());
  EXPECT_EQ(x.bottomRows(n).maxCoeff(), points.col(0).maxCoeff());
}

TEST(Extension, WeightsArePartitionsOfUnityWithFewInfluences) {
  const Mesh mesh = bar();
  const Positions points = ring_points();
  const SparseMatrix E = embedded(mesh, points).weights;
  Matrix samples = Matrix::Zero(points.rows(), 20);
  for (Index s = 0; s < points.rows(); ++s) {
    // one bone after the other along the bar; far too many overlap
    for (Index k = 0; k < 20; ++k) {
      samples(s, k) = std::exp(-std::pow((points(s, 0) - 0.2 * static_cast<double>(k)) / 1.2, 2));
    }
    samples.row(s) /= samples.row(s).sum();
  }
  const Matrix w = extended_weights(mesh, E, samples);
  ASSERT_EQ(w.rows(), mesh.num_vertices());
  EXPECT_GE(w.minCoeff(), 0);
  for (Index i = 0; i < w.rows(); ++i) {
    EXPECT_NEAR(w.row(i).sum(), 1, 1e-14);
    EXPECT_LE((w.row(i).array() > 0).count(), 8);
    EXPECT_TRUE(((w.row(i).array() == 0) || (w.row(i).array() >= 1e-3)).all());
  }
}

TEST(Extension, RigidSamplesStayRigid) {
  const Mesh mesh = bar();
  const SparseMatrix E = embedded(mesh, ring_points()).weights;
  Matrix samples = Matrix::Zero(E.rows(), 5);
  samples.col(3).setOnes();
  const Matrix w = extended_weights(mesh, E, samples);
  EXPECT_EQ(w.col(3), Vector::Ones(mesh.num_vertices()));
}

TEST(Extension, NoSamplesGiveZero) {
  const Mesh mesh = bar();
  const SparseMatrix E(0, mesh.num_vertices());
  EXPECT_EQ(extended_values(mesh, E, Matrix(0, 2)), Matrix::Zero(mesh.num_vertices(), 2));
}

}  // namespace
}  // namespace descant
