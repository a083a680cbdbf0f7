// tests/mesh/lattice_test.cpp: bodies cut out of lattices follow their surface and are well shaped.

#include "descant/mesh/lattice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"
#include "descant/mesh/box.hpp"
#include "descant/mesh/check.hpp"
#include "descant/mesh/measures.hpp"
#include "descant/mesh/quality.hpp"
#include "descant/mesh/topology.hpp"

namespace descant {
namespace {

/// A ball (disc), the centre off the lattice so that every kind of cut occurs.
Mesh ball(int dim, double cell, double offset = 0.0137) {
  const Vector centre = Vector::LinSpaced(dim, offset, 3 * offset);
  return lattice_body([&](const Vector& x) { return (x - centre).norm() - 1; },
                      Vector::Constant(dim, -1), Vector::Constant(dim, 1), cell);
}

TEST(Quality, AnglesOfKnownSimplices) {
  Mesh triangle;
  triangle.vertices.resize(3, 2);
  triangle.vertices << 0, 0, 1, 0, 0, std::sqrt(3.0);
  triangle.elements.resize(1, 3);
  triangle.elements << 0, 1, 2;
  EXPECT_NEAR(smallest_angle(triangle), 30, 1e-12);

  Mesh regular;
  regular.vertices.resize(4, 3);
  regular.vertices << 1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1;
  regular.elements.resize(1, 4);
  regular.elements << 0, 1, 2, 3;
  EXPECT_NEAR(smallest_angle(regular), std::acos(1.0 / 3) * 180 / M_PI, 1e-12);
}

class Lattice : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Dims, Lattice, ::testing::Values(2, 3));

TEST_P(Lattice, BodyIsOnePieceWithoutHolesAndPassesTheCheck) {
  const Mesh mesh = ball(GetParam(), 0.3);
  checked(mesh, "ball", [](Severity, const std::string& text) { FAIL() << text; });
  EXPECT_EQ(euler_characteristic(mesh), 1);
  const std::vector<int> component = vertex_components(mesh);
  EXPECT_EQ(*std::max_element(component.begin(), component.end()), 0);
}

TEST_P(Lattice, BoundaryLiesOnTheSurface) {
  const int dim = GetParam();
  const Mesh mesh = ball(dim, 0.3);
  const Vector centre = Vector::LinSpaced(dim, 0.0137, 3 * 0.0137);
  const std::vector<bool> is_boundary = boundary_vertices(mesh);
  for (Index i = 0; i < mesh.num_vertices(); ++i) {
    const double radius = (mesh.vertices.row(i).transpose() - centre).norm();
    if (is_boundary[i]) {
      EXPECT_NEAR(radius, 1, 1e-10);  // 40 halvings of an edge
    } else {
      EXPECT_LT(radius, 1);
    }
  }
}

TEST_P(Lattice, VolumeConvergesWithTheSquareOfTheCell) {
  const int dim = GetParam();
  const double exact = dim == 2 ? M_PI : 4 * M_PI / 3;
  const double coarse = exact - element_volumes(ball(dim, 0.4)).sum();
  const double fine = exact - element_volumes(ball(dim, 0.2)).sum();
  EXPECT_GT(fine, 0);
  EXPECT_LT(coarse, 0.1 * exact);
  EXPECT_NEAR(coarse / fine, 4, 1);
}

TEST_P(Lattice, NoAngleIsSmall) {
  const double least = GetParam() == 2 ? 15 : 10;
  for (int k = 0; k < 12; ++k) {
    EXPECT_GT(smallest_angle(ball(GetParam(), 0.2 + 0.02 * k, 0.017 * k)), least) << k;
  }
}

TEST_P(Lattice, SameBytesTwice) {
  const Mesh a = ball(GetParam(), 0.3), b = ball(GetParam(), 0.3);
  EXPECT_EQ(a.vertices, b.vertices);
  EXPECT_EQ(a.elements, b.elements);
}

TEST_P(Lattice, NumbersOfNeighboursAreClose) {
  const Mesh mesh = ball(GetParam(), GetParam() == 2 ? 0.02 : 0.1);
  ASSERT_GT(mesh.num_vertices(), 4000);
  int num_close = 0;
  for (Index e = 0; e < mesh.num_elements(); ++e)
    num_close += mesh.elements.row(e).maxCoeff() - mesh.elements.row(e).minCoeff() < 512 ? 1 : 0;
  EXPECT_GT(num_close, 0.6 * static_cast<double>(mesh.num_elements()));
}

TEST_P(Lattice, NothingInsideAndSillySizesAreTurnedAway) {
  const int dim = GetParam();
  const Vector low = Vector::Constant(dim, -1), high = Vector::Constant(dim, 1);
  const auto nowhere = [](const Vector&) { return 1.0; };
  const auto undefined = [](const Vector&) { return NAN; };
  const auto everywhere = [](const Vector&) { return -1.0; };
  EXPECT_THROW(lattice_body(nowhere, low, high, 0.5), InputError);
  EXPECT_THROW(lattice_body(undefined, low, high, 0.5), InputError);
  EXPECT_THROW(lattice_body(everywhere, high, low, 0.5), InputError);
  EXPECT_THROW(lattice_body(everywhere, low, high, 0), InputError);
  EXPECT_THROW(lattice_body(everywhere, low, high, 1e-9), InputError);
}

TEST_P(Lattice, BodiesLargerThanTheBoxEndNearIt) {
  const int dim = GetParam();
  const Mesh mesh = lattice_body([](const Vector&) { return -1.0; }, Vector::Constant(dim, -1),
                                 Vector::Constant(dim, 1), 0.5);
  EXPECT_GE(mesh.vertices.maxCoeff(), 1);
  EXPECT_LE(mesh.vertices.maxCoeff(), 2);
}

}  // namespace
}  // namespace descant
