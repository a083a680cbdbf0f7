// mesh/box.cpp: Kuhn's triangulation: in each cell, one simplex for every order of the axes,
// walking from the lowest corner to the highest along one axis at a time.

#include "descant/mesh/box.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "descant/core/error.hpp"

namespace descant {
namespace {

/// Every order of the axes, and whether it is an even permutation.
std::vector<std::pair<std::vector<int>, bool>> axis_orders(int dim) {
  std::vector<std::pair<std::vector<int>, bool>> orders;
  std::vector<int> order(dim);
  std::iota(order.begin(), order.end(), 0);
  do {
    int inversions = 0;
    for (int a = 0; a < dim; ++a) {
      for (int b = 0; b < a; ++b) inversions += order[b] > order[a];
    }
    orders.emplace_back(order, inversions % 2 == 0);
  } while (std::next_permutation(order.begin(), order.end()));
  return orders;
}

/// The coordinates of item `flat` of a grid with `counts` items an axis.
std::vector<int> unflatten(Index flat, const std::vector<int>& counts) {
  std::vector<int> grid(counts.size());
  for (std::size_t a = 0; a < counts.size(); ++a) {
    grid[a] = static_cast<int>(flat % counts[a]);
    flat /= counts[a];
  }
  return grid;
}

Index product(const std::vector<int>& counts) {
  return std::accumulate(counts.begin(), counts.end(), Index{1}, std::multiplies<>());
}

}  // namespace

Mesh box_mesh(const Vector& min, const Vector& max, const std::vector<int>& counts) {
  const int dim = static_cast<int>(counts.size());
  expect_equal(min.size(), Index{dim}, "coordinates of the box's lowest corner");
  expect_equal(max.size(), Index{dim}, "coordinates of the box's highest corner");
  std::vector<int> nodes(counts), strides(dim, 1);
  for (int a = 0; a < dim; ++a) nodes[a] = counts[a] + 1;
  for (int a = 1; a < dim; ++a) strides[a] = strides[a - 1] * nodes[a - 1];

  // place the vertices
  Mesh mesh;
  mesh.vertices.resize(product(nodes), dim);
  for (Index i = 0; i < mesh.num_vertices(); ++i) {
    const std::vector<int> grid = unflatten(i, nodes);
    for (int a = 0; a < dim; ++a) {
      mesh.vertices(i, a) = min[a] + (max[a] - min[a]) * grid[a] / counts[a];
    }
  }

  // cut the cells
  const auto orders = axis_orders(dim);
  mesh.elements.resize(product(counts) * static_cast<Index>(orders.size()), dim + 1);
  Index e = 0;
  for (Index cell = 0; cell < product(counts); ++cell) {
    const std::vector<int> grid = unflatten(cell, counts);
    const int corner = std::inner_product(grid.begin(), grid.end(), strides.begin(), 0);
    for (const auto& [order, is_even] : orders) {
      mesh.elements(e, 0) = corner;
      for (int k = 0; k < dim; ++k) {
        mesh.elements(e, k + 1) = mesh.elements(e, k) + strides[order[k]];
      }
      if (!is_even) std::swap(mesh.elements(e, dim - 1), mesh.elements(e, dim));
      ++e;
    }
  }
  return mesh;
}

}  // namespace descant
