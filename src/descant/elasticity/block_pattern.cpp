// elasticity/block_pattern.cpp: the sparsity of K from the neighbours of each vertex.

#include "descant/elasticity/block_pattern.hpp"

#include <algorithm>

namespace descant {
namespace {

/// The vertices that share an element with v, and v, ascending.
std::vector<int> neighbours(const Mesh& mesh, const Incidence& incidence, Index v) {
  const Index num_corners = mesh.elements.cols();
  std::vector<int> found{static_cast<int>(v)};
  for (Index k = incidence.first[v]; k < incidence.first[v + 1]; ++k) {
    const Index e = incidence.corners[k] / num_corners;
    for (Index a = 0; a < num_corners; ++a) found.push_back(mesh.elements(e, a));
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace

Incidence vertex_corners(const Mesh& mesh) {
  // count, then fill in element order
  const Index num_corners = mesh.elements.size();
  Incidence incidence{std::vector<Index>(mesh.num_vertices() + 1, 0),
                      std::vector<Index>(num_corners)};
  const int* vertex = mesh.elements.data();
  for (Index c = 0; c < num_corners; ++c) ++incidence.first[vertex[c] + 1];
  for (Index v = 0; v < mesh.num_vertices(); ++v) incidence.first[v + 1] += incidence.first[v];
  std::vector<Index> next(incidence.first.begin(), incidence.first.end() - 1);
  for (Index c = 0; c < num_corners; ++c) incidence.corners[next[vertex[c]]++] = c;
  return incidence;
}

BlockPattern block_pattern(const Mesh& mesh, const Incidence& incidence) {
  const Index num_corners = mesh.elements.cols();
  BlockPattern pattern;
  pattern.slot.resize(mesh.num_elements() * num_corners * num_corners);
  pattern.first.push_back(0);
  for (Index v = 0; v < mesh.num_vertices(); ++v) {
    const std::vector<int> near = neighbours(mesh, incidence, v);
    pattern.neighbours.insert(pattern.neighbours.end(), near.begin(), near.end());
    pattern.first.push_back(static_cast<Index>(pattern.neighbours.size()));

    // where the elements around v find their blocks
    for (Index k = incidence.first[v]; k < incidence.first[v + 1]; ++k) {
      const Index corner = incidence.corners[k];
      for (Index a = 0; a < num_corners; ++a) {
        const int w = mesh.elements(corner / num_corners, a);
        pattern.slot[corner * num_corners + a] =
            static_cast<int>(std::lower_bound(near.begin(), near.end(), w) - near.begin());
      }
    }
  }
  return pattern;
}

}  // namespace descant
