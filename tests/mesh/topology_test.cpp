// tests/mesh/topology_test.cpp: boundaries face outward; holes and parts are counted.

#include "descant/mesh/topology.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "descant/mesh/box.hpp"
#include "descant/mesh/measures.hpp"

namespace descant {
namespace {

Mesh unit_box(int dim, int cells) {
  return box_mesh(Vector::Zero(dim), Vector::Ones(dim), std::vector<int>(dim, cells));
}

/// The mesh without the elements whose centroid satisfies `is_removed`; unused vertices go too.
template <class Predicate>
Mesh without(const Mesh& mesh, Predicate is_removed) {
  std::vector<int> renumbered(mesh.num_vertices(), -1);
  std::vector<int> vertices, elements;
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    Vector centroid = Vector::Zero(mesh.dim());
    for (int i : mesh.elements.row(e)) centroid += mesh.vertices.row(i).transpose();
    if (is_removed(Vector(centroid / (mesh.dim() + 1)))) continue;
    for (int i : mesh.elements.row(e)) {
      if (renumbered[i] < 0) {
        renumbered[i] = static_cast<int>(vertices.size());
        vertices.push_back(i);
      }
      elements.push_back(renumbered[i]);
    }
  }
  const Index columns = mesh.dim() + 1;
  Mesh kept;
  kept.vertices.resize(vertices.size(), mesh.dim());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    kept.vertices.row(i) = mesh.vertices.row(vertices[i]);
  }
  kept.elements = Eigen::Map<Elements>(elements.data(), elements.size() / columns, columns);
  return kept;
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

}  // namespace
}  // namespace descant
