// tests/support/body_mesh_checks.hpp: what holds for the simulation mesh of every surface.

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "descant/mesh/check.hpp"
#include "descant/mesh/quality.hpp"
#include "descant/mesh/topology.hpp"
#include "descant/meshing/body_mesh.hpp"

namespace descant::test {

inline int num_components(const Mesh& mesh) {
  const std::vector<int> component = vertex_components(mesh);
  return 1 + *std::max_element(component.begin(), component.end());
}

/// The mesh can be simulated, and every surface vertex is in it.
inline void expect_sound(const BodyMesh& body, const Surface& surface) {
  checked(body.mesh, "mesh", [](Severity, const std::string& text) { ADD_FAILURE() << text; });
  EXPECT_GT(smallest_angle(body.mesh), 59.9);  // all are of one shape
  EXPECT_GT(body.cell, 0);

  // surface vertices are where they are embedded, in their elements but for round-off on a side
  const SparseMatrix& E = body.embedding.weights;
  ASSERT_EQ(E.rows(), surface.vertices.rows());
  ASSERT_EQ(E.cols(), body.mesh.num_vertices());
  EXPECT_EQ(body.embedding.outside, 0);
  const double size = diagonal(surface);
  const double magnitude = std::max(size, surface.vertices.cwiseAbs().maxCoeff());
  EXPECT_LT((E * body.mesh.vertices - surface.vertices).cwiseAbs().maxCoeff(), 1e-12 * magnitude);
  double least = 0;
  for (int j = 0; j < E.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator it(E, j); it; ++it) least = std::min(least, it.value());
  }
  EXPECT_GT(least * body.cell, -1e-4 * size);
  const Vector sums = E * Vector::Ones(E.cols());
  EXPECT_LT((sums.array() - 1).abs().maxCoeff(), 1e-12);

  ASSERT_EQ(body.fill.size(), body.mesh.num_elements());
  EXPECT_GT(body.fill.minCoeff(), 0);
  EXPECT_LE(body.fill.maxCoeff(), 1);
  ASSERT_EQ(body.depth.size(), body.mesh.num_vertices());
  EXPECT_TRUE(body.depth.allFinite());
}

inline void expect_topology(const BodyMesh& body, int components, Index euler) {
  EXPECT_EQ(num_components(body.mesh), components);
  EXPECT_EQ(euler_characteristic(body.mesh), euler);
  EXPECT_EQ(body.surface_components, components);
  EXPECT_EQ(body.surface_euler, euler);
}

/// The mesh vertices that carry the surface vertex nearest to a place.
inline std::set<Index> carriers(const BodyMesh& body, const Eigen::RowVector3d& place) {
  const Positions points = body.embedding.weights * body.mesh.vertices;
  Index nearest = 0;
  (points.rowwise() - place).rowwise().squaredNorm().minCoeff(&nearest);
  std::set<Index> found;
  for (int j = 0; j < body.embedding.weights.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator it(body.embedding.weights, j); it; ++it) {
      if (it.row() == nearest) found.insert(it.col());
    }
  }
  return found;
}

/// How many mesh vertices carry both of the surface vertices nearest to two places.
inline int num_common_carriers(const BodyMesh& body, const Eigen::RowVector3d& a,
                               const Eigen::RowVector3d& b) {
  const std::set<Index> first = carriers(body, a), second = carriers(body, b);
  return static_cast<int>(
      std::count_if(first.begin(), first.end(), [&](Index i) { return second.count(i) > 0; }));
}

}  // namespace descant::test
