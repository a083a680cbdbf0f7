// mesh/surface.cpp: welding, orientation and topology of triangle soups.

#include "descant/mesh/surface.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "descant/core/disjoint_sets.hpp"

namespace descant {
namespace {

using Triangle = std::array<int, 3>;

Triangle corners(const Surface& surface, Index t) {
  return {surface.triangles(t, 0), surface.triangles(t, 1), surface.triangles(t, 2)};
}

std::vector<bool> used_vertices(const Surface& surface) {
  std::vector<bool> is_used(surface.vertices.rows(), false);
  for (Index k = 0; k < surface.triangles.size(); ++k) is_used[surface.triangles.data()[k]] = true;
  return is_used;
}

/// The box around the used vertices, one corner a column.
Eigen::Matrix<double, 3, 2> bounds(const Surface& surface) {
  Eigen::Matrix<double, 3, 2> box = Eigen::Matrix<double, 3, 2>::Zero();
  bool is_first = true;
  for (Index k = 0; k < surface.triangles.size(); ++k) {
    const Eigen::Vector3d x = surface.vertices.row(surface.triangles.data()[k]).transpose();
    box.col(0) = is_first ? x : Eigen::Vector3d(box.col(0).cwiseMin(x));
    box.col(1) = is_first ? x : Eigen::Vector3d(box.col(1).cwiseMax(x));
    is_first = false;
  }
  return box;
}

/// For every vertex the first one it is merged with: those within `reach` of it, and theirs.
std::vector<int> merged_vertices(const Surface& surface, const Eigen::Vector3d& low, double reach) {
  // a grid of cells as wide as the reach: partners lie in the same cell or the next
  using Cell = std::array<std::int64_t, 3>;
  const auto hash = [](const Cell& cell) {
    std::uint64_t h = 1469598103934665603ull;
    for (const std::int64_t c : cell) h = (h ^ static_cast<std::uint64_t>(c)) * 1099511628211ull;
    return static_cast<std::size_t>(h ^ (h >> 29));
  };
  std::unordered_map<Cell, std::vector<int>, decltype(hash)> grid(16, hash);
  DisjointSets sets(surface.vertices.rows());
  const std::vector<bool> is_used = used_vertices(surface);
  for (int i = 0; i < sets.size(); ++i) {
    if (!is_used[i]) continue;
    const Eigen::Vector3d x = surface.vertices.row(i).transpose();
    Cell home;
    for (int a = 0; a < 3; ++a) {
      home[a] = static_cast<std::int64_t>(std::floor((x[a] - low[a]) / reach));
    }
    for (int n = 0; n < 27; ++n) {
      const auto found =
          grid.find({home[0] + n % 3 - 1, home[1] + n / 3 % 3 - 1, home[2] + n / 9 - 1});
      if (found == grid.end()) continue;
      for (const int j : found->second) {
        if ((surface.vertices.row(j).transpose() - x).norm() <= reach) sets.join(i, j);
      }
    }
    // one of many vertices at nearly the same place is enough to find the others by
    std::vector<int>& residents = grid[home];
    const bool is_new = std::none_of(residents.begin(), residents.end(), [&](int j) {
      return (surface.vertices.row(j).transpose() - x).norm() <= 0.5 * reach;
    });
    if (is_new) residents.push_back(i);
  }
  std::vector<int> merged(surface.vertices.rows());
  for (int i = 0; i < sets.size(); ++i) merged[i] = sets.root(i);
  return merged;
}

/// Twice the area of a triangle.
double double_area(const Surface& surface, const Triangle& t) {
  const Eigen::Vector3d a = surface.vertices.row(t[0]), b = surface.vertices.row(t[1]),
                        c = surface.vertices.row(t[2]);
  return (b - a).cross(c - a).norm();
}

/// A side of a triangle, under its vertices in ascending order.
struct Side {
  std::array<int, 2> key;
  Index triangle;
  bool is_ascending;  ///< how the triangle passes it
};

std::vector<Side> sorted_sides(const Surface& surface) {
  std::vector<Side> sides;
  sides.reserve(surface.triangles.size());
  for (Index t = 0; t < surface.triangles.rows(); ++t) {
    for (int k = 0; k < 3; ++k) {
      const int i = surface.triangles(t, k), j = surface.triangles(t, (k + 1) % 3);
      sides.push_back({{std::min(i, j), std::max(i, j)}, t, i < j});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return a.key != b.key ? a.key < b.key : a.triangle < b.triangle;
  });
  return sides;
}

/// Calls visit(first, last) for the sides of each edge.
template <class Visit>
void for_each_edge(const std::vector<Side>& sides, const Visit& visit) {
  for (std::size_t i = 0; i < sides.size();) {
    std::size_t end = i + 1;
    while (end < sides.size() && sides[end].key == sides[i].key) ++end;
    visit(sides.data() + i, sides.data() + end);
    i = end;
  }
}

/// Six times the volume between a triangle and the origin.
double signed_volume(const Surface& surface, Index t, const Eigen::Vector3d& origin) {
  const Eigen::Vector3d a = surface.vertices.row(surface.triangles(t, 0)).transpose() - origin,
                        b = surface.vertices.row(surface.triangles(t, 1)).transpose() - origin,
                        c = surface.vertices.row(surface.triangles(t, 2)).transpose() - origin;
  return a.dot(b.cross(c));
}

/// A patch of triangles joined over edges that two triangles share.
struct Patches {
  std::vector<int> patch;       ///< of each triangle
  std::vector<bool> is_turned;  ///< of each triangle, to agree with the first of its patch
  std::vector<bool> is_closed;  ///< of each patch: no edge is left over, and its sides agree
};

Patches manifold_patches(const Surface& surface) {
  const Index count = surface.triangles.rows();
  struct Neighbour {
    Index triangle;
    bool agrees;
  };
  std::vector<std::vector<Neighbour>> neighbours(count);
  for_each_edge(sorted_sides(surface), [&](const Side* first, const Side* last) {
    if (last - first != 2 || first[0].triangle == first[1].triangle) return;
    const bool agrees = first[0].is_ascending != first[1].is_ascending;
    neighbours[first[0].triangle].push_back({first[1].triangle, agrees});
    neighbours[first[1].triangle].push_back({first[0].triangle, agrees});
  });

  Patches patches{std::vector<int>(count, -1), std::vector<bool>(count, false), {}};
  std::vector<Index> queue;
  for (Index seed = 0; seed < count; ++seed) {
    if (patches.patch[seed] >= 0) continue;
    const int number = static_cast<int>(patches.is_closed.size());
    bool closed = true;
    patches.patch[seed] = number;
    queue.assign(1, seed);
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const Index t = queue[head];
      closed = closed && neighbours[t].size() == 3;
      for (const Neighbour& next : neighbours[t]) {
        const bool turned = patches.is_turned[t] == next.agrees;
        if (patches.patch[next.triangle] < 0) {
          patches.patch[next.triangle] = number;
          patches.is_turned[next.triangle] = turned;
          queue.push_back(next.triangle);
        } else if (patches.is_turned[next.triangle] != turned) {
          closed = false;  // one-sided
        }
      }
    }
    patches.is_closed.push_back(closed);
  }
  return patches;
}

}  // namespace

double diagonal(const Surface& surface) {
  const Eigen::Matrix<double, 3, 2> box = bounds(surface);
  return (box.col(1) - box.col(0)).norm();
}

Surface welded(const Surface& surface) {
  const Eigen::Matrix<double, 3, 2> box = bounds(surface);
  const double size = (box.col(1) - box.col(0)).norm();
  Surface result;
  result.vertices.resize(0, 3);
  result.triangles.resize(0, 3);
  if (!(size > 0)) return result;
  const std::vector<int> merged = merged_vertices(surface, box.col(0), 1e-6 * size);

  // triangles of three different vertices with an area, smallest vertex first, once each
  std::vector<std::pair<Triangle, Index>> kept;
  for (Index t = 0; t < surface.triangles.rows(); ++t) {
    Triangle corner = corners(surface, t);
    for (int& i : corner) i = merged[i];
    std::rotate(corner.begin(), std::min_element(corner.begin(), corner.end()), corner.end());
    const bool is_proper =
        corner[0] != corner[1] && corner[1] != corner[2] && corner[2] != corner[0];
    if (is_proper && double_area(surface, corner) > 1e-14 * size * size)
      kept.push_back({corner, t});
  }
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end(),
                         [](const auto& a, const auto& b) { return a.first == b.first; }),
             kept.end());
  std::sort(kept.begin(), kept.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });

  // number the vertices that are left
  std::vector<int> number(merged.size(), -1), used;
  result.triangles.resize(static_cast<Index>(kept.size()), 3);
  for (std::size_t t = 0; t < kept.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      const int i = kept[t].first[k];
      if (number[i] < 0) {
        number[i] = static_cast<int>(used.size());
        used.push_back(i);
      }
      result.triangles(static_cast<Index>(t), k) = number[i];
    }
  }
  result.vertices.resize(static_cast<Index>(used.size()), 3);
  for (std::size_t i = 0; i < used.size(); ++i) {
    result.vertices.row(static_cast<Index>(i)) = surface.vertices.row(used[i]);
  }
  return result;
}

Surface oriented(Surface welded_surface) {
  Surface& surface = welded_surface;
  const Patches patches = manifold_patches(surface);
  const Eigen::Vector3d origin = bounds(surface).rowwise().mean();
  std::vector<double> volume(patches.is_closed.size(), 0);
  std::vector<Index> majority(patches.is_closed.size(), 0);
  for (Index t = 0; t < surface.triangles.rows(); ++t) {
    if (patches.is_turned[t]) std::swap(surface.triangles(t, 1), surface.triangles(t, 2));
    volume[patches.patch[t]] += signed_volume(surface, t, origin);
    majority[patches.patch[t]] += patches.is_turned[t] ? -1 : 1;
  }
  // closed parts face outward, others as most of their triangles did
  for (Index t = 0; t < surface.triangles.rows(); ++t) {
    const int patch = patches.patch[t];
    const bool is_wrong = patches.is_closed[patch] ? volume[patch] < 0 : majority[patch] < 0;
    if (is_wrong) std::swap(surface.triangles(t, 1), surface.triangles(t, 2));
  }
  return surface;
}

std::vector<int> surface_components(const Surface& surface) {
  DisjointSets sets(surface.vertices.rows());
  for (Index t = 0; t < surface.triangles.rows(); ++t) {
    sets.join(surface.triangles(t, 0), surface.triangles(t, 1));
    sets.join(surface.triangles(t, 0), surface.triangles(t, 2));
  }
  return sets.numbered();
}

Index euler_characteristic(const Surface& surface) {
  Index num_edges = 0;
  for_each_edge(sorted_sides(surface), [&](const Side*, const Side*) { ++num_edges; });
  return surface.vertices.rows() - num_edges + surface.triangles.rows();
}

bool is_closed(const Surface& surface) {
  bool closed = surface.triangles.rows() > 0;
  for_each_edge(sorted_sides(surface), [&](const Side* first, const Side* last) {
    const Index up = std::count_if(first, last, [](const Side& side) { return side.is_ascending; });
    closed = closed && 2 * up == last - first;
  });
  return closed;
}

double enclosed_volume(const Surface& surface) {
  const Eigen::Vector3d origin = bounds(surface).rowwise().mean();
  double sum = 0;
  for (Index t = 0; t < surface.triangles.rows(); ++t) sum += signed_volume(surface, t, origin);
  return sum / 6;
}

double area(const Surface& surface) {
  double sum = 0;
  for (Index t = 0; t < surface.triangles.rows(); ++t) {
    sum += double_area(surface, corners(surface, t)) / 2;
  }
  return sum;
}

}  // namespace descant
