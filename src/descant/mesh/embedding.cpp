// mesh/embedding.cpp: a grid of boxes finds the elements near a point.
//
// Elements are listed in every cell of the grid that their boxes touch. A point asks its own cell
// first, then rings of cells further out until no nearer element can be found.

#include "descant/mesh/embedding.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "descant/core/error.hpp"

namespace descant {
namespace {

/// The point of a simplex (corners in the columns) nearest to x, as barycentric coordinates.
Vector nearest_weights(const Matrix& corners, const Vector& x) {
  const Index count = corners.cols();
  if (count == 1) return Vector::Ones(1);
  // the foot on the plane through the corners
  const Matrix E = corners.rightCols(count - 1).colwise() - corners.col(0);
  const Matrix gram = E.transpose() * E;
  Vector inner(count);
  inner.tail(count - 1) = gram.fullPivLu().solve(E.transpose() * (x - corners.col(0)));
  inner[0] = 1 - inner.tail(count - 1).sum();
  if (inner.minCoeff() >= 0) return inner;

  // outside: the nearest of the facets
  double best = HUGE_VAL;
  Vector weights = Vector::Zero(count);
  for (Index k = 0; k < count; ++k) {
    if (inner[k] >= 0) continue;
    Matrix facet(corners.rows(), count - 1);
    facet << corners.leftCols(k), corners.rightCols(count - 1 - k);
    const Vector found = nearest_weights(facet, x);
    const double distance = (facet * found - x).squaredNorm();
    if (distance >= best) continue;
    best = distance;
    weights << found.head(k), 0, found.tail(count - 1 - k);
  }
  return weights;
}

/// Barycentric coordinates of x in an element of full dimension.
Vector barycentric(const Matrix& corners, const Vector& x) {
  const Index dim = corners.rows();
  const Matrix E = corners.rightCols(dim).colwise() - corners.col(0);
  Vector weights(dim + 1);
  weights.tail(dim) = E.partialPivLu().solve(x - corners.col(0));
  weights[0] = 1 - weights.tail(dim).sum();
  return weights;
}

class ElementGrid {
 public:
  explicit ElementGrid(const Mesh& mesh) : mesh_(mesh), dim_(mesh.dim()) {
    low_ = mesh.vertices.colwise().minCoeff().transpose();
    high_ = mesh.vertices.colwise().maxCoeff().transpose();
    const Vector extent = high_ - low_;
    // about one element a cell, were they spread evenly; long thin boxes get long thin grids
    const double largest = std::max(extent.maxCoeff(), 1e-300);
    const double volume = extent.cwiseMax(1e-3 * largest).prod();
    cell_ = std::pow(volume / static_cast<double>(mesh.num_elements()), 1.0 / dim_);
    for (int a = 0; a < dim_; ++a) {
      counts_[a] = static_cast<Index>(extent[a] / cell_) + 1;
    }
    lists_.resize(counts_[0] * counts_[1] * counts_[2]);
    for (Index e = 0; e < mesh.num_elements(); ++e) insert(e);
  }

  Matrix corners(Index e) const {
    Matrix x(dim_, dim_ + 1);
    for (int k = 0; k <= dim_; ++k) x.col(k) = mesh_.vertices.row(mesh_.elements(e, k)).transpose();
    return x;
  }

  /// The nearest element, the first of those equally near, and how far away it is.
  std::pair<Index, double> nearest(const Vector& x) const {
    std::array<Index, 3> home = cell_of(x);
    std::pair<Index, double> best{-1, HUGE_VAL};
    const Index rings = *std::max_element(counts_.begin(), counts_.end());
    // from the point of the grid nearest to x, cells of a ring are at least ring − 1 cells away
    const double aside = (low_ - x).cwiseMax(x - high_).cwiseMax(0).norm();
    for (Index ring = 0; ring <= rings; ++ring) {
      const double least =
          std::hypot(aside, static_cast<double>(std::max<Index>(ring - 1, 0)) * cell_);
      if (best.first >= 0 && least > best.second) break;
      visit_ring(home, ring, [&](Index list) {
        for (const Index e : lists_[list]) consider(e, x, best);
      });
      if (best.second == 0) break;
    }
    return best;
  }

 private:
  std::array<Index, 3> cell_of(const Vector& x) const {
    std::array<Index, 3> cell{0, 0, 0};
    for (int a = 0; a < dim_; ++a) {
      const double at = std::floor((x[a] - low_[a]) / cell_);
      cell[a] = static_cast<Index>(std::clamp(at, 0.0, static_cast<double>(counts_[a] - 1)));
    }
    return cell;
  }

  void insert(Index e) {
    const Matrix x = corners(e);
    const std::array<Index, 3> from = cell_of(x.rowwise().minCoeff()),
                               to = cell_of(x.rowwise().maxCoeff());
    for (Index k = from[2]; k <= to[2]; ++k) {
      for (Index j = from[1]; j <= to[1]; ++j) {
        for (Index i = from[0]; i <= to[0]; ++i) {
          lists_[(k * counts_[1] + j) * counts_[0] + i].push_back(e);
        }
      }
    }
  }

  template <class Visit>
  void visit_ring(const std::array<Index, 3>& home, Index ring, const Visit& visit) const {
    std::array<Index, 3> from{}, to{};
    for (int a = 0; a < 3; ++a) {
      from[a] = std::max<Index>(home[a] - ring, 0);
      to[a] = std::min(home[a] + ring, counts_[a] - 1);
    }
    for (Index k = from[2]; k <= to[2]; ++k) {
      for (Index j = from[1]; j <= to[1]; ++j) {
        const bool is_rim = std::abs(k - home[2]) == ring || std::abs(j - home[1]) == ring;
        for (Index i = from[0]; i <= to[0]; ++i) {
          if (is_rim || std::abs(i - home[0]) == ring) {
            visit((k * counts_[1] + j) * counts_[0] + i);
          }
        }
      }
    }
  }

  void consider(Index e, const Vector& x, std::pair<Index, double>& best) const {
    const Matrix at = corners(e);
    // the box first: it is cheaper
    const Vector beyond = (at.rowwise().minCoeff() - x).cwiseMax(x - at.rowwise().maxCoeff());
    if (beyond.cwiseMax(0).norm() > best.second) return;
    const Vector weights = barycentric(at, x);
    const double distance = weights.minCoeff() >= 0 ? 0 : (at * nearest_weights(at, x) - x).norm();
    if (distance < best.second || (distance == best.second && e < best.first)) best = {e, distance};
  }

  const Mesh& mesh_;
  int dim_;
  Vector low_, high_;
  double cell_ = 1;
  std::array<Index, 3> counts_{1, 1, 1};
  std::vector<std::vector<Index>> lists_;
};

}  // namespace

Embedding embedded(const Mesh& mesh, const Positions& points) {
  expect_solid(mesh, "embedding");
  expect_equal(points.cols(), mesh.vertices.cols(), "coordinates of points and mesh");
  const ElementGrid grid(mesh);
  const double tolerance = 1e-3 * diagonal(mesh);
  Embedding embedding;
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(points.rows() * (mesh.dim() + 1));
  for (Index i = 0; i < points.rows(); ++i) {
    const Vector x = points.row(i).transpose();
    if (!x.allFinite()) {
      throw InputError("surface",
                       "vertex " + std::to_string(i) + " has a coordinate that is not finite",
                       "Export the character again, or remove that vertex");
    }
    const auto [e, distance] = grid.nearest(x);
    if (distance > tolerance) ++embedding.outside;
    const Vector weights = nearest_weights(grid.corners(e), x);
    for (int k = 0; k <= mesh.dim(); ++k) entries.emplace_back(i, mesh.elements(e, k), weights[k]);
  }
  embedding.weights.resize(points.rows(), mesh.num_vertices());
  embedding.weights.setFromTriplets(entries.begin(), entries.end());
  return embedding;
}

}  // namespace descant
