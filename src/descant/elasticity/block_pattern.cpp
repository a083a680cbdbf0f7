// elasticity/block_pattern.cpp: the sparsity of K from the neighbours of each vertex.

#include "descant/elasticity/block_pattern.hpp"

#include <algorithm>
#include <limits>

#include "descant/core/error.hpp"

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
  const int d = mesh.dim();
  const Index num_corners = mesh.elements.cols();
  BlockPattern pattern;
  pattern.slot.resize(mesh.num_elements() * num_corners * num_corners);
  std::vector<int> rows;
  std::vector<int> columns{0};
  for (Index v = 0; v < mesh.num_vertices(); ++v) {
    const std::vector<int> near = neighbours(mesh, incidence, v);

    // d equal columns
    for (int c = 0; c < d; ++c) {
      for (int w : near) {
        for (int r = 0; r < d; ++r) rows.push_back(d * w + r);
      }
      if (rows.size() > static_cast<size_t>(std::numeric_limits<int>::max())) {
        throw InputError("mesh", "too many elements for one stiffness matrix",
                         "Use a coarser simulation mesh");
      }
      columns.push_back(static_cast<int>(rows.size()));
    }

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

  pattern.matrix.resize(mesh.num_dofs(), mesh.num_dofs());
  pattern.matrix.resizeNonZeros(static_cast<Index>(rows.size()));
  std::copy(columns.begin(), columns.end(), pattern.matrix.outerIndexPtr());
  std::copy(rows.begin(), rows.end(), pattern.matrix.innerIndexPtr());
  std::fill_n(pattern.matrix.valuePtr(), rows.size(), 0.0);
  return pattern;
}

}  // namespace descant
