// mesh/thickness.cpp: depths marched in from the boundary, then balls, the widest first.

#include "descant/mesh/thickness.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <queue>
#include <tuple>
#include <vector>

#include "descant/mesh/measures.hpp"
#include "descant/mesh/topology.hpp"

namespace descant {
namespace {

using Point = Eigen::Vector3d;  // of a flat mesh, z = 0

double distance_to_segment(const Point& x, const Point& a, const Point& b) {
  const Point edge = b - a;
  const double length = edge.squaredNorm();
  const double t = length > 0 ? std::clamp((x - a).dot(edge) / length, 0.0, 1.0) : 0;
  return (x - a - t * edge).norm();
}

/// To a triangle, or, where two corners are the same, to a segment.
double distance_to_face(const Point& x, const std::array<Point, 3>& face) {
  const Point normal = (face[1] - face[0]).cross(face[2] - face[0]);
  bool is_over = normal.squaredNorm() > 0;
  double nearest = HUGE_VAL;
  for (int k = 0; k < 3; ++k) {
    const Point &a = face[k], &b = face[(k + 1) % 3];
    if (normal.dot((b - a).cross(x - a)) < 0) is_over = false;
    nearest = std::min(nearest, distance_to_segment(x, a, b));
  }
  return is_over ? std::abs(normal.normalized().dot(x - face[0])) : nearest;
}

class Thickness {
 public:
  explicit Thickness(const Mesh& mesh)
      : mesh_(mesh), neighbours_(face_neighbours(mesh)), depth_(mesh.num_elements()) {
    for (Index e = 0; e < mesh.num_elements(); ++e) {
      Point sum = Point::Zero();
      for (int corner : mesh.elements.row(e)) sum += point(corner);
      centres_.push_back(sum / (mesh.dim() + 1));
      for (int corner : mesh.elements.row(e))
        longest_radius_ = std::max(longest_radius_, (point(corner) - centres_.back()).norm());
    }
  }

  Vector measured() {
    march_depths();
    settle_depths();
    return widest_balls();
  }

 private:
  Point point(int vertex) const {
    Point x = Point::Zero();
    x.head(mesh_.dim()) = mesh_.vertices.row(vertex).transpose();
    return x;
  }

  /// The boundary face that leaves out a corner of an element.
  std::array<Point, 3> face_points(Index place) const {
    const int dim = mesh_.dim(), left_out = static_cast<int>(place % (dim + 1));
    std::array<Point, 3> points;
    for (int k = 0; k < 3; ++k)
      points[k] = point(mesh_.elements(place / (dim + 1), (left_out + 1 + k % dim) % (dim + 1)));
    return points;
  }

  /// Mostly, an element's nearest boundary face is its neighbour's, or one of its own: depths from
  /// above.
  void march_depths() {
    struct Offer {
      double distance;
      Index element, face;
      bool operator>(const Offer& other) const {
        return std::tie(distance, element, face) >
               std::tie(other.distance, other.element, other.face);
      }
    };
    std::priority_queue<Offer, std::vector<Offer>, std::greater<>> offers;
    const auto offer = [&](Index e, Index face) {
      const double distance = distance_to_face(centres_[e], face_points(face));
      if (distance >= depth_[e]) return;
      depth_[e] = distance;
      offers.push({distance, e, face});
    };
    depth_.setConstant(HUGE_VAL);
    for (Index e = 0; e < mesh_.num_elements(); ++e)
      for (int f = 0; f <= mesh_.dim(); ++f)
        if (neighbours_(e, f) < 0) offer(e, (mesh_.dim() + 1) * e + f);
    while (!offers.empty()) {
      const Offer best = offers.top();
      offers.pop();
      if (best.distance > depth_[best.element]) continue;
      for (int f = 0; f <= mesh_.dim(); ++f)
        if (const Index next = neighbours_(best.element, f); next >= 0) offer(next, best.face);
    }
  }

  /// All the way from an element to its nearest face, that face is the nearest: so whatever lies
  /// along it has the face among those hardly farther away than its own nearest one.
  void settle_depths() {
    std::vector<Index> seen(mesh_.num_elements(), -1), front;
    const auto visit = [&](Index e, Index face) {
      if (seen[e] == face) return;
      seen[e] = face;
      const double distance = distance_to_face(centres_[e], face_points(face));
      if (distance > depth_[e] + 2 * longest_radius_) return;
      depth_[e] = std::min(depth_[e], distance);
      front.push_back(e);
    };
    for (Index face = 0; face < neighbours_.size(); ++face) {
      if (neighbours_.data()[face] >= 0) continue;
      visit(face / (mesh_.dim() + 1), face);
      while (!front.empty()) {
        const Index e = front.back();
        front.pop_back();
        for (int f = 0; f <= mesh_.dim(); ++f)
          if (const Index next = neighbours_(e, f); next >= 0) visit(next, face);
      }
    }
  }

  /// Widest first: what a ball reaches needs no narrower one.
  Vector widest_balls() const {
    std::vector<Index> order(mesh_.num_elements());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return depth_[a] > depth_[b]; });
    const double slack = 0.5 * std::pow(element_volumes(mesh_).cwiseAbs().sum() /
                                            static_cast<double>(mesh_.num_elements()),
                                        1.0 / mesh_.dim());
    Vector result = Vector::Zero(mesh_.num_elements());
    std::vector<Index> seen(mesh_.num_elements(), -1), front;
    for (const Index centre : order) {
      const double reach = depth_[centre] + slack;
      front.assign(1, centre);
      seen[centre] = centre;
      while (!front.empty()) {
        const Index e = front.back();
        front.pop_back();
        result[e] = std::max(result[e], 2 * depth_[centre]);
        for (int f = 0; f <= mesh_.dim(); ++f) {
          const Index next = neighbours_(e, f);
          if (next < 0 || seen[next] == centre) continue;
          if ((centres_[next] - centres_[centre]).norm() > reach) continue;
          seen[next] = centre;
          front.push_back(next);
        }
      }
    }
    return result;
  }

  const Mesh& mesh_;
  Elements neighbours_;
  std::vector<Point> centres_;
  double longest_radius_ = 0;  ///< from the middle of an element to a corner
  Vector depth_;               ///< of the middles
};

}  // namespace

Vector thickness(const Mesh& mesh) {
  expect_solid(mesh, "thickness");
  return Thickness(mesh).measured();
}

}  // namespace descant
