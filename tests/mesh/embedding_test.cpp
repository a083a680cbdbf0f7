// mesh/embedding_test.cpp: points carried by a mesh; places in the body-centred lattice.

#include "descant/mesh/embedding.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <map>
#include <random>

#include "descant/core/error.hpp"
#include "descant/mesh/box.hpp"
#include "descant/mesh/lattice_location.hpp"

namespace descant {
namespace {

Positions random_points(int count, int dim, double low, double high) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(low, high);
  Positions points(count, dim);
  for (Index k = 0; k < points.size(); ++k) points.data()[k] = uniform(random);
  return points;
}

class Embedded : public ::testing::TestWithParam<int> {
 protected:
  Mesh mesh() const {
    const int dim = GetParam();
    return box_mesh(Vector::Zero(dim), Vector::Ones(dim), std::vector<int>(dim, 5));
  }
};
INSTANTIATE_TEST_SUITE_P(Dims, Embedded, ::testing::Values(2, 3));

TEST_P(Embedded, PointsInsideAreReproduced) {
  const Mesh box = mesh();
  const Positions points = random_points(500, GetParam(), 0, 1);
  const Embedding embedding = embedded(box, points);
  EXPECT_EQ(embedding.outside, 0);
  EXPECT_LT((embedding.weights * box.vertices - points).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LT((embedding.weights * Vector::Ones(box.num_vertices()) - Vector::Ones(500))
                .cwiseAbs()
                .maxCoeff(),
            1e-14);
  EXPECT_GE(Vector(embedding.weights.coeffs()).minCoeff(), 0);
}

TEST_P(Embedded, PointsOutsideGoWithTheNearestPointOfTheMesh) {
  const Mesh box = mesh();
  Positions points = random_points(300, GetParam(), -2, 3);
  points.row(0).setConstant(1.0005);  // within 1e-3 of the diagonal
  points.row(1).setConstant(0.5);
  const Positions nearest = points.cwiseMax(0).cwiseMin(1);
  const Embedding embedding = embedded(box, points);
  EXPECT_LT((embedding.weights * box.vertices - nearest).cwiseAbs().maxCoeff(), 1e-12);
  const double tolerance = 1e-3 * std::sqrt(GetParam());
  EXPECT_EQ(embedding.outside, ((points - nearest).rowwise().norm().array() > tolerance).count());
}

TEST_P(Embedded, LongThinMeshesAndPointsFarAway) {
  const int dim = GetParam();
  Vector size = Vector::Constant(dim, 1e-4);
  size[0] = 1;
  std::vector<int> counts(dim, 1);
  counts[0] = 2000;
  const Mesh needle = box_mesh(Vector::Zero(dim), size, counts);
  Positions points = random_points(200, dim, 0, 1e-4);
  points.col(0) = random_points(200, 1, 0, 1);
  points.row(0).setConstant(1e6);
  const Embedding embedding = embedded(needle, points);
  EXPECT_EQ(embedding.outside, 1);
  EXPECT_LT((embedding.weights * needle.vertices - points).bottomRows(199).cwiseAbs().maxCoeff(),
            1e-13);
}

TEST_P(Embedded, PointsThatAreNotFiniteAreTurnedAway) {
  Positions points = Positions::Zero(2, GetParam());
  points(1, 0) = NAN;
  EXPECT_THROW(embedded(mesh(), points), InputError);
  EXPECT_EQ(embedded(mesh(), Positions(0, GetParam())).weights.rows(), 0);
}

TEST(LatticePlace, CornersSurroundThePointAndAreTheSameForAllPointsOfATetrahedron) {
  const Positions points = random_points(4000, 3, -3, 3);
  std::map<std::uint64_t, std::array<LatticePoint, 4>> seen;
  for (Index i = 0; i < points.rows(); ++i) {
    const Eigen::Vector3d x = points.row(i).transpose();
    const LatticePlace place = lattice_place(x);
    EXPECT_GE(place.barycentric.minCoeff(), 0);
    EXPECT_NEAR(place.barycentric.sum(), 1, 1e-14);
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (int k = 0; k < 4; ++k) {
      const LatticePoint& c = place.corners[k];
      sum += place.barycentric[k] * 0.5 * c.cast<double>();
      EXPECT_TRUE((c[0] & 1) == (c[1] & 1) && (c[1] & 1) == (c[2] & 1));
    }
    EXPECT_LT((sum - x).norm(), 1e-14);
    const auto [known, is_new] = seen.emplace(place.key, place.corners);
    if (!is_new) {
      EXPECT_EQ(known->second, place.corners);
    }
    const Eigen::Vector3i a = place.corners[1] - place.corners[0],
                          b = place.corners[2] - place.corners[0],
                          c = place.corners[3] - place.corners[0];
    EXPECT_GT(a.cast<double>().cross(b.cast<double>()).dot(c.cast<double>()), 0);
  }
  EXPECT_GT(seen.size(), 1500u);  // of 12 · 6³
}

TEST(LatticePlace, CrossingsAreWhereTheTetrahedronChanges) {
  const Positions ends = random_points(200, 6, -2, 2);
  for (Index i = 0; i < ends.rows(); ++i) {
    const Eigen::Vector3d a = ends.row(i).head(3).transpose(), b = ends.row(i).tail(3).transpose();
    std::vector<double> stops = lattice_crossings(a, b);
    stops.insert(stops.begin(), 0);
    stops.push_back(1);
    std::uint64_t previous = 0;
    for (std::size_t s = 0; s + 1 < stops.size(); ++s) {
      const auto at = [&](double t) {
        return lattice_place(a + (stops[s] + t * (stops[s + 1] - stops[s])) * (b - a)).key;
      };
      EXPECT_EQ(at(0.01), at(0.99));
      if (s > 0) {
        EXPECT_NE(at(0.5), previous);
      }
      previous = at(0.5);
    }
  }
}

}  // namespace
}  // namespace descant
