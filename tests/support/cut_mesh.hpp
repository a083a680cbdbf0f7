// tests/support/cut_mesh.hpp: shapes cut out of boxes.

#pragma once

#include <vector>

#include "descant/mesh/mesh.hpp"

namespace descant::testing {

inline Vector centroid(const Mesh& mesh, Index e) {
  Vector sum = Vector::Zero(mesh.dim());
  for (int i : mesh.elements.row(e)) sum += mesh.vertices.row(i).transpose();
  return sum / static_cast<double>(mesh.elements.cols());
}

/// The mesh without the elements whose centroid satisfies `is_removed`; unused vertices go too.
template <class Predicate>
Mesh without(const Mesh& mesh, Predicate is_removed) {
  std::vector<int> renumbered(mesh.num_vertices(), -1);
  std::vector<int> vertices, elements;
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    if (is_removed(centroid(mesh, e))) continue;
    for (int i : mesh.elements.row(e)) {
      if (renumbered[i] < 0) {
        renumbered[i] = static_cast<int>(vertices.size());
        vertices.push_back(i);
      }
      elements.push_back(renumbered[i]);
    }
  }
  const Index columns = mesh.elements.cols();
  Mesh kept;
  kept.vertices.resize(vertices.size(), mesh.dim());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    kept.vertices.row(i) = mesh.vertices.row(vertices[i]);
  }
  kept.elements = Eigen::Map<Elements>(elements.data(), elements.size() / columns, columns);
  return kept;
}

}  // namespace descant::testing
