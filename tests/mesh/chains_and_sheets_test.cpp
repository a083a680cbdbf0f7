// tests/mesh/chains_and_sheets_test.cpp: edges in the plane and in space, triangles in space.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"
#include "descant/mesh/box.hpp"
#include "descant/mesh/chain.hpp"
#include "descant/mesh/embedding.hpp"
#include "descant/mesh/measures.hpp"
#include "descant/mesh/quality.hpp"
#include "descant/mesh/sheet.hpp"
#include "descant/mesh/thickness.hpp"
#include "descant/mesh/topology.hpp"
#include "support/cut_mesh.hpp"
#include "support/input_error.hpp"

namespace descant {
namespace {

using testing::without;
using V2 = Eigen::Vector2d;
using V3 = Eigen::Vector3d;

/// Points along direction · s (d) for every s.
Mesh straight_chain(const Vector& direction, const std::vector<double>& places) {
  Positions points(places.size(), direction.size());
  for (std::size_t i = 0; i < places.size(); ++i) points.row(i) = places[i] * direction.transpose();
  return chain_mesh(points);
}

Mesh ring(int dim, int count) {
  Positions points = Positions::Zero(count, dim);
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * M_PI * i / count;
    points.row(i).head(2) << std::cos(angle), std::sin(angle);
  }
  return chain_mesh(points, ChainEnds::joined);
}

/// The six sides of a cube, each of two triangles.
Mesh cube_surface() {
  const Mesh cube = box_mesh(Vector::Zero(3), Vector::Ones(3), {1, 1, 1});
  return {cube.vertices, boundary_faces(cube)};
}

Mesh bent_sheet() {
  Mesh mesh = sheet_mesh(V3(0, 1, 2), V3(1, 0.2, 0), V3(-0.1, 1, 0.5), {4, 5});
  for (Index i = 0; i < mesh.num_vertices(); ++i) {
    mesh.vertices(i, 2) += 0.3 * std::sin(3 * mesh.vertices(i, 0)) * mesh.vertices(i, 1);
  }
  return mesh;
}

TEST(Cells, KnowTheirDimension) {
  EXPECT_EQ(ring(2, 5).cell_dim(), 1);
  EXPECT_FALSE(ring(2, 5).is_solid());
  EXPECT_EQ(cube_surface().cell_dim(), 2);
  EXPECT_FALSE(cube_surface().is_solid());
  const Mesh flat = sheet_mesh(V2(0, 0), V2(1, 0), V2(0, 1), {1, 1});
  EXPECT_TRUE(flat.is_solid());
  EXPECT_GT(element_volumes(flat).minCoeff(), 0);
}

TEST(Cells, LengthsAndAreasAreExact) {
  EXPECT_EQ(element_volumes(straight_chain(V2(3, 4), {0, 1, 3})), V2(5, 10));
  EXPECT_EQ(element_volumes(straight_chain(V3(2, 3, 6), {0, -1, 3})), V2(7, 28));
  Mesh triangle;
  triangle.vertices.resize(3, 3);
  triangle.vertices << 1, 1, 1, 1, 4, 5, 9, 1, 1;
  triangle.elements.resize(1, 3);
  for (const V3& order : {V3(0, 1, 2), V3(0, 2, 1)}) {
    triangle.elements.row(0) = order.transpose().cast<int>();
    EXPECT_EQ(element_volumes(triangle)[0], 20);
  }
  // a needle, of whose area a Gram determinant would leave nothing
  triangle.vertices << 0, 0, 0, 1, 1, 1, 1, 1, 1 + std::ldexp(1.0, -40);
  EXPECT_NEAR(element_volumes(triangle)[0], std::sqrt(2.0) * std::ldexp(1.0, -41), 1e-27);
}

TEST(Cells, SheetsCoverTheirParallelogram) {
  const Mesh mesh = sheet_mesh(V3(1, 2, 3), V3(2, 0, 0), V3(0, 3, 4), {3, 2});
  EXPECT_EQ(mesh.num_vertices(), 12);
  EXPECT_EQ(mesh.num_elements(), 12);
  EXPECT_NEAR(element_volumes(mesh).sum(), 10, 1e-14);
  EXPECT_EQ(V3(mesh.vertices.row(3)), V3(3, 2, 3));
  EXPECT_EQ(V3(mesh.vertices.row(11)), V3(3, 5, 7));
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    const V3 a = mesh.vertices.row(mesh.elements(e, 0)), b = mesh.vertices.row(mesh.elements(e, 1)),
             c = mesh.vertices.row(mesh.elements(e, 2));
    EXPECT_GT((b - a).cross(c - a).dot(V3(2, 0, 0).cross(V3(0, 3, 4))), 0) << e;
  }
}

TEST(Cells, MassIsDensityTimesLengthOrArea) {
  const Mesh chain = straight_chain(V2(3, 4), {0, 1, 3});
  EXPECT_EQ(lumped_mass(chain, V2(2, 0.5)), V3(5, 7.5, 2.5));
  const Mesh sheet = bent_sheet();
  const Vector density = Vector::LinSpaced(sheet.num_elements(), 1, 3);
  const Vector mass = lumped_mass(sheet, density);
  EXPECT_NEAR(mass.sum(), density.dot(element_volumes(sheet)), 1e-14);
  EXPECT_GT(mass.minCoeff(), 0);
}

TEST(Cells, LaplacianOfAStraightChainIsTheOneDimensionalStencil) {
  for (const Vector& direction : {Vector(V2(0.6, 0.8)), Vector(V3(2, 3, 6) / 7)}) {
    const Matrix L = laplacian(straight_chain(direction, {0, 2, 4, 5}), V3(1, 1, 3));
    Matrix stencil(4, 4);
    stencil << 0.5, -0.5, 0, 0, -0.5, 1, -0.5, 0, 0, -0.5, 3.5, -3, 0, 0, -3, 3;
    EXPECT_LT((L - stencil).cwiseAbs().maxCoeff(), 1e-14);
  }
}

TEST(Cells, LaplacianOfAFlatSheetIsThatOfItsTrianglesInThePlane) {
  Mesh plane = box_mesh(V2(-1, 0), V2(2, 1), {5, 4});
  for (Index i = 0; i < plane.num_vertices(); ++i) {
    plane.vertices.row(i) += 0.05 * V2(std::sin(7.0 * i), std::cos(9.0 * i)).transpose();
  }
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(1.1, V3(1, -2, 0.5).normalized()).matrix();
  Mesh space{Positions::Zero(plane.num_vertices(), 3), plane.elements};
  space.vertices.leftCols(2) = plane.vertices;
  space.vertices = (space.vertices * turn.transpose()).rowwise() + V3(1, 2, 3).transpose();

  const Vector weight = Vector::LinSpaced(plane.num_elements(), 1, 2);
  const Matrix in_plane = laplacian(plane, weight), in_space = laplacian(space, weight);
  EXPECT_LT((in_plane - in_space).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((element_volumes(plane) - element_volumes(space)).cwiseAbs().maxCoeff(), 1e-14);
  const Matrix turned = turn.leftCols(2) * shape_gradients(plane, 7).transpose();
  EXPECT_LT((turned.transpose() - shape_gradients(space, 7)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Cells, GradientsLieInTheCellAndReproduceLinearFunctions) {
  const V3 slope(1, 2, -0.5);
  for (const Mesh& mesh : {bent_sheet(), ring(3, 7)}) {
    for (Index e = 0; e < mesh.num_elements(); ++e) {
      const Matrix G = shape_gradients(mesh, e);
      ASSERT_EQ(G.rows(), mesh.cell_dim() + 1);
      ASSERT_EQ(G.cols(), 3);
      V3 gradient = V3::Zero();
      for (int a = 0; a <= mesh.cell_dim(); ++a) {
        gradient += mesh.vertices.row(mesh.elements(e, a)).dot(slope) * G.row(a).transpose();
      }
      // along every edge it rises as the function does, and it is no longer than it must be
      Matrix edges(3, mesh.cell_dim());
      for (int a = 0; a < mesh.cell_dim(); ++a) {
        edges.col(a) =
            (mesh.vertices.row(mesh.elements(e, a + 1)) - mesh.vertices.row(mesh.elements(e, 0)))
                .transpose();
      }
      EXPECT_LT((edges.transpose() * (gradient - slope)).norm(), 1e-12);
      const Vector within = edges.colPivHouseholderQr().solve(gradient);
      EXPECT_LT((edges * within - gradient).norm(), 1e-12);
    }
  }
}

TEST(Cells, OpenChainsEndAtTheirEnds) {
  const Mesh mesh = straight_chain(V2(1, 0), {0, 1, 2, 3});
  Elements ends(2, 1);
  ends << 0, 3;
  EXPECT_EQ(boundary_faces(mesh), ends);
  EXPECT_EQ(boundary_vertices(mesh), (std::vector<bool>{true, false, false, true}));
  Elements neighbours(3, 2);
  neighbours << 1, -1, 2, 0, -1, 1;  // side 0 is the one without corner 0
  EXPECT_EQ(face_neighbours(mesh), neighbours);
  EXPECT_EQ(euler_characteristic(mesh), 1);
}

TEST(Cells, ClosedChainsAndSurfacesHaveNoBoundary) {
  for (const Mesh& mesh : {ring(2, 6), ring(3, 3), cube_surface()}) {
    EXPECT_EQ(boundary_faces(mesh).rows(), 0);
    const std::vector<bool> is_boundary = boundary_vertices(mesh);
    EXPECT_EQ(std::count(is_boundary.begin(), is_boundary.end(), true), 0);
    EXPECT_GE(face_neighbours(mesh).minCoeff(), 0);
  }
  EXPECT_EQ(euler_characteristic(ring(2, 6)), 0);
  EXPECT_EQ(euler_characteristic(cube_surface()), 2);
}

TEST(Cells, WhereThreeEdgesMeetIsNoEnd) {
  Mesh fork = straight_chain(V2(1, 0), {0, 1, 2, 3});
  fork.elements.row(2) << 1, 3;
  EXPECT_EQ(boundary_vertices(fork), (std::vector<bool>{true, false, true, true}));
  EXPECT_EQ(euler_characteristic(fork), 1);
}

TEST(Cells, SheetsAreBoundedByTheirBorderAndTheirHoles) {
  const Mesh sheet = sheet_mesh(V3::Zero(), V3(3, 0, 3), V3(0, 3, 0), {3, 3});
  EXPECT_EQ(boundary_faces(sheet).rows(), 12);
  EXPECT_EQ(euler_characteristic(sheet), 1);
  const Mesh holed = without(sheet, [](const Vector& x) {
    return std::abs(x[0] - 1.5) < 0.5 && std::abs(x[1] - 1.5) < 0.5;
  });
  const Elements border = boundary_faces(holed);
  EXPECT_EQ(border.rows(), 16);
  EXPECT_EQ(euler_characteristic(holed), 0);
  // the border runs around what it bounds: the sheet's area, from its edges alone
  V3 area = V3::Zero();
  for (Index f = 0; f < border.rows(); ++f) {
    const V3 a = holed.vertices.row(border(f, 0)), b = holed.vertices.row(border(f, 1));
    area += a.cross(b) / 2;
  }
  EXPECT_LT((area - 8 * V3(1, 0, 1).cross(V3(0, 1, 0))).norm(), 1e-14);
}

TEST(Cells, ComponentsOfChainsAndSheets) {
  Mesh two = straight_chain(V2(1, 0), {0, 1, 2, 3, 4});
  two.elements.row(1) = two.elements.row(0);
  two.elements(1, 0) = 1, two.elements(1, 1) = 0;  // nothing joins 1 and 2 any more
  EXPECT_EQ(vertex_components(two), (std::vector<int>{0, 0, 1, 1, 1}));

  const Mesh surface = cube_surface();
  Mesh pair{Positions(16, 3), Elements(24, 3)};
  pair.vertices << surface.vertices, surface.vertices.array() + 5;
  pair.elements << surface.elements.array() + 8, surface.elements;
  const std::vector<int> component = vertex_components(pair);
  for (int i = 0; i < 16; ++i) EXPECT_EQ(component[i], i / 8);
  EXPECT_EQ(euler_characteristic(pair), 4);
}

TEST(Cells, WhatNeedsASolidTurnsOthersAway) {
  const Mesh chain = ring(2, 5), sheet = bent_sheet();
  const std::string edges = "elements have 2 vertices in 2D. Give triangles in 2D";
  const std::string triangles = "elements have 3 vertices in 3D. Give triangles in 2D";
  expect_input_error([&] { embedded(chain, chain.vertices); }, "embedding", edges);
  expect_input_error([&] { embedded(sheet, sheet.vertices); }, "embedding", triangles);
  expect_input_error([&] { thickness(sheet); }, "thickness", triangles);
  expect_input_error([&] { smallest_angle(sheet); }, "angles", triangles);
  expect_input_error([&] { folded_pairs(chain); }, "folded elements", edges);
  EXPECT_NO_THROW(expect_solid(box_mesh(V2(0, 0), V2(1, 1), {1, 1}), "box"));
}

TEST(Cells, ChainsOfTooFewPointsAreTurnedAway) {
  expect_input_error([] { chain_mesh(Positions::Zero(1, 2)); }, "chain", "it has 1 points");
  expect_input_error([] { chain_mesh(Positions::Zero(2, 3), ChainEnds::joined); }, "chain",
                     "it has 2 points. Give at least 3");
}

}  // namespace
}  // namespace descant
