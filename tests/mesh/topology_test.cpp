// tests/mesh/topology_test.cpp: boundaries face outward; holes and parts are counted.

#include "descant/mesh/topology.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "descant/mesh/box.hpp"
#include "descant/mesh/measures.hpp"
#include "support/cut_mesh.hpp"

namespace descant {
namespace {

using testing::without;

Mesh unit_box(int dim, int cells) {
  return box_mesh(Vector::Zero(dim), Vector::Ones(dim), std::vector<int>(dim, cells));
}

TEST(Topology, BoundaryOfACubeIsClosedAndFacesOutward) {
  const Mesh mesh = unit_box(3, 3);
  const Elements faces = boundary_faces(mesh);
  EXPECT_EQ(faces.rows(), 6 * 9 * 2);
  double volume = 0;
  for (Index f = 0; f < faces.rows(); ++f) {
    const Eigen::Vector3d a = mesh.vertices.row(faces(f, 0)), b = mesh.vertices.row(faces(f, 1)),
                          c = mesh.vertices.row(faces(f, 2));
    const Eigen::Vector3d normal = (b - a).cross(c - a);
    EXPECT_GT(normal.dot((a + b + c) / 3 - Eigen::Vector3d::Constant(0.5)), 0) << "face " << f;
    volume += a.dot(b.cross(c)) / 6;
  }
  EXPECT_NEAR(volume, 1, 1e-14);  // the divergence theorem
}

TEST(Topology, BoundaryOfASquareRunsAnticlockwise) {
  const Mesh mesh = unit_box(2, 3);
  const Elements edges = boundary_faces(mesh);
  EXPECT_EQ(edges.rows(), 12);
  double area = 0;
  for (Index f = 0; f < edges.rows(); ++f) {
    const auto a = mesh.vertices.row(edges(f, 0)), b = mesh.vertices.row(edges(f, 1));
    area += (a[0] * b[1] - a[1] * b[0]) / 2;
  }
  EXPECT_NEAR(area, 1, 1e-14);
}

TEST(Topology, BoundaryVerticesAreThoseOnTheHull) {
  for (int dim : {2, 3}) {
    const Mesh mesh = unit_box(dim, 3);
    const std::vector<bool> is_boundary = boundary_vertices(mesh);
    for (Index i = 0; i < mesh.num_vertices(); ++i) {
      const auto x = mesh.vertices.row(i);
      EXPECT_EQ(is_boundary[i], x.minCoeff() == 0 || x.maxCoeff() == 1) << dim << "D vertex " << i;
    }
  }
}

TEST(Topology, ComponentsAreNumberedInVertexOrder) {
  const Mesh one = unit_box(3, 1);
  Mesh two;
  two.vertices.resize(16, 3);
  two.vertices << one.vertices, one.vertices.array() + 5;
  two.elements.resize(2 * one.num_elements(), 4);
  two.elements << one.elements.array() + 8, one.elements;
  const std::vector<int> component = vertex_components(two);
  for (int i = 0; i < 16; ++i) EXPECT_EQ(component[i], i / 8);
  EXPECT_EQ(euler_characteristic(two), 2);

  const std::vector<int> single = vertex_components(one);
  EXPECT_EQ(std::count(single.begin(), single.end(), 0), 8);
}

TEST(Topology, EulerCharacteristicOfBallTorusAndShell) {
  EXPECT_EQ(euler_characteristic(unit_box(3, 3)), 1);
  const auto in_middle = [](const Vector& x, int dims) {
    return ((x.head(dims).array() - 0.5).abs() < 1.0 / 6).all();
  };
  const Mesh torus = without(unit_box(3, 3), [&](const Vector& x) { return in_middle(x, 2); });
  EXPECT_EQ(euler_characteristic(torus), 0);
  const Mesh shell = without(unit_box(3, 3), [&](const Vector& x) { return in_middle(x, 3); });
  EXPECT_EQ(euler_characteristic(shell), 2);
}

TEST(Topology, EulerCharacteristicOfDiscAndRing) {
  EXPECT_EQ(euler_characteristic(unit_box(2, 3)), 1);
  const Mesh ring = without(
      unit_box(2, 3), [](const Vector& x) { return ((x.array() - 0.5).abs() < 1.0 / 6).all(); });
  EXPECT_EQ(euler_characteristic(ring), 0);
}

TEST(Topology, NeighboursShareTheFaceBetweenThem) {
  for (int dim : {2, 3}) {
    const Mesh mesh = unit_box(dim, 3);
    const Elements neighbours = face_neighbours(mesh);
    Index on_boundary = 0;
    for (Index e = 0; e < mesh.num_elements(); ++e) {
      for (int f = 0; f <= dim; ++f) {
        const int other = neighbours(e, f);
        if (other < 0) {
          ++on_boundary;
          continue;
        }
        EXPECT_TRUE((neighbours.row(other).array() == static_cast<int>(e)).any());
        for (int k = 0; k <= dim; ++k) {
          const bool is_shared = (mesh.elements.row(other).array() == mesh.elements(e, k)).any();
          EXPECT_EQ(is_shared, k != f) << "element " << e << ", face " << f << ", corner " << k;
        }
      }
    }
    EXPECT_EQ(on_boundary, boundary_faces(mesh).rows());
  }
}

}  // namespace
}  // namespace descant
