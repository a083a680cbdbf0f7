// tests/mesh/measures_test.cpp: volumes, masses and the Laplacian against values known by hand.

#include "descant/mesh/measures.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "descant/core/error.hpp"
#include "descant/mesh/box.hpp"
#include "descant/mesh/topology.hpp"

namespace descant {
namespace {

Mesh corner_tet() {
  Mesh mesh;
  mesh.vertices.resize(4, 3);
  mesh.vertices << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  mesh.elements.resize(1, 4);
  mesh.elements << 0, 1, 2, 3;
  return mesh;
}

Mesh corner_triangle() {
  Mesh mesh;
  mesh.vertices.resize(3, 2);
  mesh.vertices << 0, 0, 1, 0, 0, 1;
  mesh.elements.resize(1, 3);
  mesh.elements << 0, 1, 2;
  return mesh;
}

/// Boxes with unequal sides, in 2D and 3D.
Mesh test_box(int dim) {
  if (dim == 2) return box_mesh(Eigen::Vector2d(-1, 2), Eigen::Vector2d(2, 4), {4, 3});
  return box_mesh(Eigen::Vector3d(-1, 2, 0), Eigen::Vector3d(2, 4, 0.5), {4, 3, 2});
}

TEST(Measures, VolumesOfCornerSimplices) {
  EXPECT_DOUBLE_EQ(element_volumes(corner_triangle())[0], 1.0 / 2);
  EXPECT_DOUBLE_EQ(element_volumes(corner_tet())[0], 1.0 / 6);
  Mesh inverted = corner_tet();
  std::swap(inverted.elements(0, 0), inverted.elements(0, 1));
  EXPECT_DOUBLE_EQ(element_volumes(inverted)[0], -1.0 / 6);
}

TEST(Measures, DiagonalIsThatOfTheBoundingBox) {
  EXPECT_DOUBLE_EQ(diagonal(corner_tet()), std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(diagonal(corner_triangle()), std::sqrt(2.0));
  EXPECT_EQ(diagonal(Mesh{}), 0);
}

TEST(Measures, ShapeGradientsOfCornerSimplices) {
  Matrix triangle(3, 2), tet(4, 3);
  triangle << -1, -1, 1, 0, 0, 1;
  tet << -1, -1, -1, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  EXPECT_EQ(shape_gradients(corner_triangle(), 0), triangle);
  EXPECT_EQ(shape_gradients(corner_tet(), 0), tet);
}

TEST(Measures, LaplacianOfCornerTriangleIsTheCotangentMatrix) {
  // half the cotangent of the opposite angle: 45° gives 1/2, 90° gives 0
  Matrix expected(3, 3);
  expected << 1, -0.5, -0.5, -0.5, 0.5, 0, -0.5, 0, 0.5;
  EXPECT_TRUE(Matrix(laplacian(corner_triangle(), Vector::Ones(1))).isApprox(expected, 1e-15));
}

class Boxes : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Dims, Boxes, ::testing::Values(2, 3));

TEST_P(Boxes, VolumesArePositiveAndSumToTheBox) {
  const Vector volumes = element_volumes(test_box(GetParam()));
  EXPECT_GT(volumes.minCoeff(), 0);
  EXPECT_NEAR(volumes.sum(), GetParam() == 2 ? 6 : 3, 1e-13);
}

TEST_P(Boxes, MassSumsToDensityTimesVolumeAndFollowsItsElement) {
  const Mesh mesh = test_box(GetParam());
  Vector density = Vector::LinSpaced(mesh.num_elements(), 1, 3);
  const Vector mass = lumped_mass(mesh, density);
  EXPECT_GT(mass.minCoeff(), 0);
  EXPECT_NEAR(mass.sum(), density.dot(element_volumes(mesh)), 1e-13);

  // only the corners of an element feel its density
  density[5] += 1;
  const Vector heavier = lumped_mass(mesh, density) - mass;
  const double share = element_volumes(mesh)[5] / (mesh.dim() + 1);
  EXPECT_EQ((heavier.array() > 1e-12).count(), mesh.dim() + 1);
  EXPECT_NEAR(heavier[mesh.elements(5, 0)], share, 1e-14);
}

TEST_P(Boxes, GradientsReproduceLinearFunctions) {
  const Mesh mesh = test_box(GetParam());
  const Vector slope = Vector::LinSpaced(mesh.dim(), 1, 2);
  const Vector f = mesh.vertices * slope;
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    Vector gradient = Vector::Zero(mesh.dim());
    const Matrix G = shape_gradients(mesh, e);
    for (int k = 0; k <= mesh.dim(); ++k) gradient += f[mesh.elements(e, k)] * G.row(k).transpose();
    EXPECT_LT((gradient - slope).norm(), 1e-12);
  }
}

TEST_P(Boxes, LaplacianIsSymmetricKillsConstantsAndLinearFunctionsInside) {
  const Mesh mesh = test_box(GetParam());
  const Vector weight = Vector::Constant(mesh.num_elements(), 2.5);
  const SparseMatrix L = laplacian(mesh, weight);
  EXPECT_EQ((Matrix(L) - Matrix(L).transpose()).cwiseAbs().maxCoeff(), 0);
  EXPECT_LT((L * Vector::Ones(mesh.num_vertices())).cwiseAbs().maxCoeff(), 1e-12);

  const Vector slope = Vector::LinSpaced(mesh.dim(), 1, 2);
  const Vector f = mesh.vertices * slope;
  const Vector residual = L * f;
  const std::vector<bool> is_boundary = boundary_vertices(mesh);
  for (Index i = 0; i < residual.size(); ++i) {
    if (is_boundary[i]) continue;
    EXPECT_NEAR(residual[i], 0, 1e-12);
  }
  // Dirichlet energy of a linear function: w |slope|² vol
  const double energy = 2.5 * slope.squaredNorm() * element_volumes(mesh).sum();
  EXPECT_NEAR(f.dot(residual), energy, 1e-12 * energy);
}

TEST_P(Boxes, ElementDataOfTheWrongSizeIsOurBug) {
  const Mesh mesh = test_box(GetParam());
  EXPECT_THROW(lumped_mass(mesh, Vector::Ones(1)), BugError);
  EXPECT_THROW(laplacian(mesh, Vector::Ones(1)), BugError);
}

}  // namespace
}  // namespace descant
