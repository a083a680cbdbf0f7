// meshing/body_voxels.cpp: scan conversion: lines of voxel centres through a surface.
//
//   w(x) = Σ ±1 over the triangles a ray from x passes, + where it leaves
//
// Corners are rounded to even multiples of 1/2048 of a voxel and lines stand at odd ones, so that
// whether a line passes a triangle is decided in whole numbers, the same for both triangles of an
// edge.

#include "descant/meshing/body_voxels.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "descant/core/disjoint_sets.hpp"
#include "descant/meshing/voxel_cavities.hpp"

namespace descant {
namespace {

constexpr std::int64_t units = 2048;                             ///< per voxel
constexpr std::array<std::int64_t, 3> offset = {615, 307, 921};  ///< of voxel centres

/// Just above half the diagonal of a voxel: the centre is that near to all points in the voxel.
constexpr double near_distance = 0.8661;

using Point = std::array<std::int64_t, 3>;

/// A line of voxels along an axis passes the surface.
struct Crossing {
  std::array<int, 2> line;  ///< numbers along the next axis and the one after
  double place;             ///< along the axis [voxels]: voxel i stands at i
  int sign;                 ///< +1 where the surface faces forward
};

/// True where (u, v) is on the far side of the edge from p to q (in u), p and q on either side of
/// v.
bool is_beyond(std::int64_t u, std::int64_t v, const Point& p, const Point& q, int u_axis) {
  const int v_axis = (u_axis + 1) % 3;
  const bool is_up = p[v_axis] < q[v_axis];
  const Point& low = is_up ? p : q;
  const Point& high = is_up ? q : p;
  return (u - low[u_axis]) * (high[v_axis] - low[v_axis]) >=
         (v - low[v_axis]) * (high[u_axis] - low[u_axis]);
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/// The lines along `axis` that pass one triangle.
void scan_triangle(const std::array<Point, 3>& x, int axis, std::vector<Crossing>& crossings) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const auto cross = [&](int a, int b) {
    return (x[1][a] - x[0][a]) * (x[2][b] - x[0][b]) - (x[1][b] - x[0][b]) * (x[2][a] - x[0][a]);
  };
  const std::int64_t facing = cross(u, v);
  if (facing == 0) return;
  const double slope_u = -static_cast<double>(cross(v, axis)) / static_cast<double>(facing);
  const double slope_v = -static_cast<double>(cross(axis, u)) / static_cast<double>(facing);

  const auto [low, high] = std::minmax({x[0][v], x[1][v], x[2][v]});
  for (std::int64_t j = floor_div(low - offset[v], units) + 1; j * units + offset[v] < high; ++j) {
    const std::int64_t at_v = j * units + offset[v];
    // the two edges that pass this height, and the stretch between them
    std::array<int, 2> edges{};
    std::array<double, 2> ends{};
    int count = 0;
    for (int k = 0; k < 3 && count < 2; ++k) {
      const Point &p = x[k], &q = x[(k + 1) % 3];
      if ((p[v] < at_v) == (q[v] < at_v)) continue;
      edges[count] = k;
      ends[count++] = static_cast<double>(p[u]) + static_cast<double>(q[u] - p[u]) *
                                                      static_cast<double>(at_v - p[v]) /
                                                      static_cast<double>(q[v] - p[v]);
    }
    if (count < 2) continue;
    const auto line_at = [&](double place) {
      return static_cast<std::int64_t>(
          std::floor((place - static_cast<double>(offset[u])) / units));
    };
    const std::int64_t last = line_at(std::max(ends[0], ends[1])) + 1;
    for (std::int64_t i = line_at(std::min(ends[0], ends[1])); i <= last; ++i) {
      const std::int64_t at_u = i * units + offset[u];
      const auto beyond = [&](int k) { return is_beyond(at_u, at_v, x[k], x[(k + 1) % 3], u); };
      if (beyond(edges[0]) == beyond(edges[1])) continue;
      const double place = static_cast<double>(x[0][axis]) +
                           slope_u * static_cast<double>(at_u - x[0][u]) +
                           slope_v * static_cast<double>(at_v - x[0][v]);
      crossings.push_back({{static_cast<int>(i), static_cast<int>(j)},
                           (place - static_cast<double>(offset[axis])) / units,
                           facing > 0 ? 1 : -1});
    }
  }
}

/// Orders lines by z, then y; those along z by y; then by x.
bool line_comes_before(const std::array<int, 2>& a, const std::array<int, 2>& b, int axis) {
  const int first = axis == 1 ? 0 : 1;
  return a[first] != b[first] ? a[first] < b[first] : a[1 - first] < b[1 - first];
}

/// All crossings along an axis, by line and then by place.
std::vector<Crossing> scan(const Surface& surface, int axis) {
  std::vector<Crossing> crossings;
  for (Index t = 0; t < surface.triangles.rows(); ++t) {
    std::array<Point, 3> x;
    for (int k = 0; k < 3; ++k) {
      for (int a = 0; a < 3; ++a) {
        const double place = surface.vertices(surface.triangles(t, k), a);
        x[k][a] = 2 * static_cast<std::int64_t>(std::llround(0.5 * units * place));
      }
    }
    scan_triangle(x, axis, crossings);
  }
  std::sort(crossings.begin(), crossings.end(), [&](const Crossing& a, const Crossing& b) {
    if (a.line != b.line) return line_comes_before(a.line, b.line, axis);
    return a.place != b.place ? a.place < b.place : a.sign < b.sign;
  });
  return crossings;
}

/// How often the rays forward and backward from a point of a line are wound around.
struct Winding {
  int forward, backward;
};

/// The first and the last voxel along x that can be inside.
struct Range {
  int first, last;
};

/// Calls visit(first, last, winding) for the stretches of a line before, between and after
/// crossings.
template <class Visit>
void for_each_stretch(const Crossing* begin, const Crossing* end, const Range& range,
                      const Visit& visit) {
  Winding winding{0, 0};
  for (const Crossing* c = begin; c != end; ++c) winding.forward += c->sign;
  int first = range.first;
  for (const Crossing* c = begin; c != end; ++c) {
    const int last = static_cast<int>(std::floor(c->place));
    if (first <= last) visit(first, last, winding);
    first = last + 1;
    winding.forward -= c->sign;
    winding.backward -= c->sign;
  }
  if (first <= range.last) visit(first, range.last, winding);
}

/// Lines along y or z that can be asked about one voxel after the other along x.
class CrossRays {
 public:
  CrossRays(const Surface& surface, int axis) : axis_(axis), crossings_(scan(surface, axis)) {}

  /// Goes to a voxel from which the next ones are asked about.
  void start(const Voxel& voxel) {
    const auto found = std::lower_bound(crossings_.begin(), crossings_.end(), line_of(voxel),
                                        [&](const Crossing& a, const auto& line) {
                                          return line_comes_before(a.line, line, axis_);
                                        });
    next_ = static_cast<std::size_t>(found - crossings_.begin());
  }

  /// How many of the two rays from a voxel are wound around.
  int votes(const Voxel& voxel) {
    const std::array<int, 2> line = line_of(voxel);
    const auto is_earlier = [&](const Crossing& c) {
      return line_comes_before(c.line, line, axis_);
    };
    while (next_ < crossings_.size() && is_earlier(crossings_[next_])) ++next_;
    Winding winding{0, 0};
    for (; next_ < crossings_.size() && crossings_[next_].line == line; ++next_) {
      const Crossing& c = crossings_[next_];
      if (c.place > voxel[axis_]) {
        winding.forward += c.sign;
      } else {
        winding.backward -= c.sign;
      }
    }
    return (winding.forward > 0) + (winding.backward > 0);
  }

 private:
  std::array<int, 2> line_of(const Voxel& voxel) const {
    return {voxel[(axis_ + 1) % 3], voxel[(axis_ + 2) % 3]};
  }

  int axis_;
  std::vector<Crossing> crossings_;
  std::size_t next_ = 0;
};

/// Decides about voxels along x; keeps those that are inside.
class InsideVoxels {
 public:
  explicit InsideVoxels(const Surface& surface) {
    // a surface that is closed needs no second opinion
    if (!is_closed(surface)) others_ = {CrossRays(surface, 1), CrossRays(surface, 2)};
  }

  void add_stretch(int first, int last, const std::array<int, 2>& line, const Winding& winding) {
    const int votes = (winding.forward > 0) + (winding.backward > 0);
    if (votes == 0) return;
    for (CrossRays& rays : others_) rays.start({first, line[0], line[1]});
    for (int x = first; x <= last; ++x) {
      const Voxel voxel = {x, line[0], line[1]};
      int agreed = others_.empty() ? 6 : votes;
      for (CrossRays& rays : others_) agreed += rays.votes(voxel);
      if (agreed >= 5) voxels_.push_back(voxel);
    }
  }

  std::vector<Voxel> take() { return std::move(voxels_); }

 private:
  std::vector<CrossRays> others_;
  std::vector<Voxel> voxels_;
};

/// The voxels inside, in order.
std::vector<Voxel> inside_voxels(const Surface& surface) {
  InsideVoxels inside(surface);
  const std::vector<Crossing> crossings = scan(surface, 0);
  const Range range = {static_cast<int>(std::floor(surface.vertices.col(0).minCoeff())) - 1,
                       static_cast<int>(std::ceil(surface.vertices.col(0).maxCoeff()))};
  for (std::size_t i = 0; i < crossings.size();) {
    std::size_t end = i + 1;
    while (end < crossings.size() && crossings[end].line == crossings[i].line) ++end;
    for_each_stretch(crossings.data() + i, crossings.data() + end, range,
                     [&](int first, int last, const Winding& winding) {
                       inside.add_stretch(first, last, crossings[i].line, winding);
                     });
    i = end;
  }
  return inside.take();
}

std::vector<Voxel> joined(const std::vector<Voxel>& a, const std::vector<Voxel>& b) {
  std::vector<Voxel> both;
  both.reserve(a.size() + b.size());
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both), comes_before);
  return both;
}

}  // namespace

Eigen::Vector3d voxel_offset() {
  return Eigen::Vector3d(offset[0], offset[1], offset[2]) / static_cast<double>(units);
}

Index BodyVoxels::find(const Voxel& voxel) const {
  const auto found = std::lower_bound(voxels.begin(), voxels.end(), voxel, comes_before);
  return found != voxels.end() && is_same(*found, voxel) ? found - voxels.begin() : -1;
}

BodyVoxels body_voxels(const Surface& surface) {
  std::vector<Voxel> inside = inside_voxels(surface);
  Surface shifted = surface;
  shifted.vertices.rowwise() -= voxel_offset().transpose();
  const std::vector<Voxel> near = voxels_near(shifted, near_distance);

  // the union of sorted lists: what is inside, what is near, and what these enclose
  BodyVoxels body;
  body.voxels = joined(inside, near);
  const std::vector<Voxel> cavities = voxel_cavities(body.voxels);
  if (!cavities.empty()) {
    body.voxels = joined(body.voxels, cavities);
    inside = joined(inside, cavities);
  }
  body.is_inside.resize(body.voxels.size(), 0);
  std::size_t next = 0;
  for (std::size_t i = 0; i < body.voxels.size() && next < inside.size(); ++i) {
    if (!is_same(body.voxels[i], inside[next])) continue;
    body.is_inside[i] = 1;
    ++next;
  }
  return body;
}

VoxelNeighbours voxel_neighbours(const std::vector<Voxel>& voxels) {
  VoxelNeighbours neighbours;
  const auto count = static_cast<std::int32_t>(voxels.size());
  for (int axis = 0; axis < 3; ++axis) {
    // the neighbours come in the same order as the voxels: one sweep finds them all
    std::vector<std::int32_t>& next = neighbours.next[axis];
    next.assign(count, -1);
    std::int32_t candidate = 0;
    for (std::int32_t i = 0; i < count; ++i) {
      Voxel wanted = voxels[i];
      ++wanted[axis];
      while (candidate < count && comes_before(voxels[candidate], wanted)) ++candidate;
      if (candidate < count && is_same(voxels[candidate], wanted)) next[i] = candidate;
    }
  }
  return neighbours;
}

VoxelTopology voxel_topology(const std::vector<Voxel>& voxels, const VoxelNeighbours& neighbours) {
  const auto count = static_cast<std::int32_t>(voxels.size());
  DisjointSets sets(voxels.size());
  VoxelTopology topology;
  topology.num_components = count;
  topology.euler = count;
  const auto& next = neighbours.next;
  const auto square = [&](std::int32_t i, int a, int b) {
    return i >= 0 && next[a][i] >= 0 && next[b][i] >= 0 && next[b][next[a][i]] >= 0;
  };
  for (std::int32_t i = 0; i < count; ++i) {
    for (int a = 0; a < 3; ++a) {
      if (next[a][i] < 0) continue;
      --topology.euler;
      if (sets.join(i, next[a][i])) --topology.num_components;
    }
    const bool xy = square(i, 0, 1), xz = square(i, 0, 2), yz = square(i, 1, 2);
    topology.euler += xy + xz + yz;
    if (xy && xz && yz && square(next[2][i], 0, 1)) --topology.euler;
  }
  return topology;
}

}  // namespace descant
