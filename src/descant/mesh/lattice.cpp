// mesh/lattice.cpp: isosurface stuffing.
//
//   1. where an edge crosses the surface within a fraction α of one of its ends, that end is moved
//      onto the crossing
//   2. an element with corners on both sides is cut at the remaining crossings and its inside part
//      divided again: a simplex, a pyramid or a prism
//
// α = 1/4 on the long edges of the tetrahedra, 0.41 on the short ones (Labelle & Shewchuk), 0.4 on
// the triangles.

#include "descant/mesh/lattice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "descant/core/error.hpp"
#include "descant/mesh/compact_order.hpp"
#include "descant/mesh/lattice_grid.hpp"
#include "descant/mesh/measures.hpp"
#include "descant/mesh/quality.hpp"

namespace descant {
namespace {

using Edge = std::pair<int, int>;  ///< smaller vertex number first
using Tet = std::array<int, 4>;

constexpr double long_edge_reach = 0.24999;
constexpr double short_edge_reach = 0.41189;
constexpr double plane_reach = 0.4;

/// The lattice being cut: vertices are appended for the cuts.
class Cutter {
 public:
  Cutter(const Distance& distance, LatticeGrid grid) : distance_(distance), grid_(std::move(grid)) {
    const Positions& points = grid_.mesh.vertices;
    for (Index i = 0; i < points.rows(); ++i) points_.push_back(points.row(i).transpose());
    side_.resize(points.rows());
    for (Index i = 0; i < points.rows(); ++i) {
      side_[i] = grid_.values[i] < 0 ? -1 : grid_.values[i] > 0 ? 1 : 0;
    }
  }

  Mesh body() {
    find_crossings();
    pull_vertices();
    for (Index e = 0; e < grid_.mesh.num_elements(); ++e) cut(e);
    return compacted();
  }

 private:
  // 1. crossings and the vertices they attract

  /// Where the edge crosses the surface, as a fraction from its first vertex.
  double crossing(const Edge& edge) const {
    const Vector &a = points_[edge.first], &b = points_[edge.second];
    double low = 0, high = 1;
    for (int halving = 0; halving < 40; ++halving) {
      const double middle = 0.5 * (low + high);
      const bool is_inside = distance_(a + middle * (b - a)) < 0;
      (is_inside == (side_[edge.first] < 0) ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }

  void find_crossings() {
    const Elements& elements = grid_.mesh.elements;
    for (Index e = 0; e < elements.rows(); ++e) {
      for (Index a = 0; a < elements.cols(); ++a) {
        for (Index b = 0; b < a; ++b) {
          const Edge edge = std::minmax(elements(e, a), elements(e, b));
          if (side_[edge.first] * side_[edge.second] >= 0 || crossings_.count(edge)) continue;
          crossings_[edge] = crossing(edge);
        }
      }
    }
  }

  double reach(const Edge& edge) const {
    if (grid_.mesh.dim() == 2) return plane_reach;
    return grid_.sublattice[edge.first] == grid_.sublattice[edge.second] ? long_edge_reach
                                                                         : short_edge_reach;
  }

  /// Moves each vertex, in order, to the nearest crossing within reach, if any still stands.
  void pull_vertices() {
    std::vector<std::vector<Edge>> edges_of(side_.size());
    for (const auto& [edge, t] : crossings_) {
      edges_of[edge.first].push_back(edge);
      edges_of[edge.second].push_back(edge);
    }
    for (int i = 0; i < static_cast<int>(edges_of.size()); ++i) {
      double nearest = INFINITY;
      Vector target;
      for (const Edge& edge : edges_of[i]) {
        const auto found = crossings_.find(edge);
        if (found == crossings_.end()) continue;
        const double t = edge.first == i ? found->second : 1 - found->second;
        const int other = edge.first == i ? edge.second : edge.first;
        const double distance = t * (points_[other] - points_[i]).norm();
        if (t >= reach(edge) || distance >= nearest) continue;
        nearest = distance;
        target = points_[i] + t * (points_[other] - points_[i]);
      }
      if (target.size() == 0) continue;
      points_[i] = target;
      side_[i] = 0;
      for (const Edge& edge : edges_of[i]) crossings_.erase(edge);
    }
  }

  /// The vertex on the crossing between an inside and an outside vertex.
  int cut_vertex(int inside, int outside) {
    const Edge edge = std::minmax(inside, outside);
    const auto [place, is_new] = cuts_.try_emplace(edge, static_cast<int>(points_.size()));
    if (is_new) {
      const Vector &a = points_[edge.first], &b = points_[edge.second];
      points_.push_back(a + crossings_.at(edge) * (b - a));
    }
    return place->second;
  }

  // 2. elements

  void cut(Index e) {
    std::vector<int> in, on, out;
    for (int i : grid_.mesh.elements.row(e)) {
      (side_[i] < 0 ? in : side_[i] > 0 ? out : on).push_back(i);
    }
    if (in.empty()) return;
    if (grid_.mesh.dim() == 2) {
      cut_triangle(in, on, out);
    } else {
      cut_tet(in, on, out);
    }
  }

  void cut_triangle(const std::vector<int>& in, const std::vector<int>& on,
                    const std::vector<int>& out) {
    if (in.size() == 2 && out.size() == 1) {
      // a quadrilateral: along its better diagonal
      const int p = in[0], q = in[1], p_cut = cut_vertex(p, out[0]), q_cut = cut_vertex(q, out[0]);
      add_better({{p, q, q_cut}, {p, q_cut, p_cut}}, {{p, q, p_cut}, {q, q_cut, p_cut}});
      return;
    }
    std::vector<int> corners = in;
    corners.insert(corners.end(), on.begin(), on.end());
    for (int o : out) corners.push_back(cut_vertex(in[0], o));
    add(corners);
  }

  void cut_tet(const std::vector<int>& in, const std::vector<int>& on,
               const std::vector<int>& out) {
    if (out.size() == 1 && in.size() == 2) return cut_pyramid(in, on[0], out[0]);
    if (out.size() == 1 && in.size() == 3) return cut_frustum(in, out[0]);
    if (out.size() == 2 && in.size() == 2) return cut_wedge(in, out);
    std::vector<int> corners = in;
    corners.insert(corners.end(), on.begin(), on.end());
    for (int o : out) corners.push_back(cut_vertex(in[0], o));
    add(corners);
  }

  /// On the face p, q (inside), o (outside): does the diagonal start at p? Both elements of the
  /// face answer alike, since only the face is asked.
  bool starts_at_first(int p, int q, int o) const {
    const auto& sub = grid_.sublattice;
    if (sub[p] == sub[q]) return grid_.parity[p] < grid_.parity[q];
    return sub[p] == sub[o];
  }

  /// Apex on the surface over the quadrilateral p, q and their cuts.
  void cut_pyramid(const std::vector<int>& in, int apex, int out) {
    int p = in[0], q = in[1];
    if (!starts_at_first(p, q, out)) std::swap(p, q);
    const int p_cut = cut_vertex(p, out), q_cut = cut_vertex(q, out);
    add({apex, p, q, q_cut});
    add({apex, p, q_cut, p_cut});
  }

  /// Three inside: the prism between them and their cuts.
  void cut_frustum(std::vector<int> in, int out) {
    std::sort(in.begin(), in.end(), [&](int p, int q) { return starts_at_first(p, q, out); });
    std::array<int, 3> cuts;
    for (int k = 0; k < 3; ++k) cuts[k] = cut_vertex(in[k], out);
    for (const auto& corners : lists(prism({in[0], in[1], in[2]}, cuts))) add(corners);
  }

  /// Two inside, two outside: the prism between the triangles of p and of q with their cuts.
  void cut_wedge(const std::vector<int>& in, const std::vector<int>& out) {
    int p = in[0], q = in[1];
    const int a = out[0], b = out[1];
    // let the diagonal towards a start at p
    if (!starts_at_first(p, q, a)) std::swap(p, q);
    const bool both_at_p = starts_at_first(p, q, b);
    const int pa = cut_vertex(p, a), qa = cut_vertex(q, a);
    const int pb = cut_vertex(p, b), qb = cut_vertex(q, b);
    // the diagonal on the surface is free only where the other two start at the same vertex
    if (!both_at_p) {
      for (const auto& corners : lists(prism({pb, p, pa}, {qb, q, qa}))) add(corners);
      return;
    }
    add_better(lists(prism({p, pa, pb}, {q, qa, qb})), lists(prism({p, pb, pa}, {q, qb, qa})));
  }

  /// The prism between triangles `from` and `to`, whose diagonals start at from[0], and on the face
  /// it has no part in at from[1].
  static std::array<Tet, 3> prism(const std::array<int, 3>& from, const std::array<int, 3>& to) {
    return {Tet{from[0], from[1], from[2], to[2]}, Tet{from[0], from[1], to[1], to[2]},
            Tet{from[0], to[0], to[1], to[2]}};
  }

  static std::vector<std::vector<int>> lists(const std::array<Tet, 3>& tets) {
    std::vector<std::vector<int>> out;
    for (const Tet& tet : tets) out.emplace_back(tet.begin(), tet.end());
    return out;
  }

  // 3. what is kept

  Mesh simplex(const std::vector<int>& corners) const {
    Mesh one;
    const int dim = grid_.mesh.dim();
    one.vertices.resize(dim + 1, dim);
    one.elements.resize(1, dim + 1);
    for (int k = 0; k <= dim; ++k) {
      one.vertices.row(k) = points_[corners[k]].transpose();
      one.elements(0, k) = k;
    }
    return one;
  }

  void add(std::vector<int> corners) {
    if (element_volumes(simplex(corners))[0] < 0) std::swap(corners[0], corners[1]);
    kept_.insert(kept_.end(), corners.begin(), corners.end());
  }

  void add_better(const std::vector<std::vector<int>>& first,
                  const std::vector<std::vector<int>>& second) {
    const auto worst = [&](const std::vector<std::vector<int>>& elements) {
      double angle = 180;
      for (const auto& corners : elements) {
        angle = std::min(angle, smallest_angle(simplex(corners), 0));
      }
      return angle;
    };
    for (const auto& corners : worst(second) > worst(first) ? second : first) add(corners);
  }

  /// The kept elements on the vertices they use, neighbours close to each other.
  Mesh compacted() const {
    const int dim = grid_.mesh.dim();
    std::vector<int> used = kept_;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    Positions points(used.size(), dim);
    for (std::size_t i = 0; i < used.size(); ++i)
      points.row(static_cast<Index>(i)) = points_[used[i]].transpose();
    constexpr Index run = 512, part = 16;
    const std::vector<Index> order = compact_order(points, run, part);

    Mesh mesh;
    mesh.vertices.resize(points.rows(), dim);
    std::vector<int> renumbered(points_.size());
    for (Index i = 0; i < points.rows(); ++i) {
      mesh.vertices.row(i) = points.row(order[i]);
      renumbered[used[order[i]]] = static_cast<int>(i);
    }
    mesh.elements.resize(static_cast<Index>(kept_.size()) / (dim + 1), dim + 1);
    for (std::size_t k = 0; k < kept_.size(); ++k) mesh.elements.data()[k] = renumbered[kept_[k]];
    return mesh;
  }

  const Distance& distance_;
  LatticeGrid grid_;
  std::vector<Vector> points_;
  std::vector<int> side_;             ///< −1 inside, 0 on the surface, 1 outside
  std::map<Edge, double> crossings_;  ///< fraction from the smaller vertex number
  std::map<Edge, int> cuts_;          ///< vertices made on crossings
  std::vector<int> kept_;             ///< corners of the body's elements
};

}  // namespace

Mesh lattice_body(const Distance& distance, const Vector& min, const Vector& max, double cell) {
  expect_equal(min.size(), max.size(), "coordinates of the corners of the box");
  const bool is_box = min.allFinite() && max.allFinite() && (max - min).minCoeff() > 0;
  if (!is_box || !(cell > 0) || !((max - min).maxCoeff() / cell < 1000)) {
    throw InputError("lattice", "the box or the cell size makes no lattice",
                     "Give a box with positive sides, and cells at most 1000 times smaller");
  }
  const Mesh mesh = Cutter(distance, lattice_grid(distance, min, max, cell)).body();
  if (mesh.num_elements() == 0) {
    throw InputError("lattice", "nothing is inside the body", "Make the cells smaller");
  }
  return mesh;
}

}  // namespace descant
