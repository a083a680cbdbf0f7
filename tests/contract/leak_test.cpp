// tests/contract/leak_test.cpp: D by amount, and as painted.

#include "descant/contract/leak.hpp"

#include <gtest/gtest.h>

#include "descant/core/error.hpp"
#include "descant/mesh/chain.hpp"
#include "descant/mesh/measures.hpp"
#include "descant/mesh/sheet.hpp"
#include "descant/mesh/topology.hpp"
#include "support/bodies.hpp"

namespace descant::testing {
namespace {

TEST(Leak, AmountZeroIsStrictEverywhere) {
  const Mesh mesh = bar_mesh(3);
  const Vector D = leak_from_depth(mesh, bar_weights(mesh.vertices), 0);
  EXPECT_EQ(D, Vector::Ones(mesh.num_vertices()));
}

TEST(Leak, AmountOneFreesTheSurfaceAndHoldsTheDepth) {
  const Mesh mesh = box_mesh(Vector::Zero(3), Vector::Ones(3), {6, 6, 6});
  const Vector D = leak_from_depth(mesh, Matrix::Ones(mesh.num_vertices(), 1), 1);
  const std::vector<bool> is_boundary = boundary_vertices(mesh);
  for (Index i = 0; i < D.size(); ++i) {
    if (is_boundary[i])
      EXPECT_EQ(D[i], 0);
    else
      EXPECT_GT(D[i], 0);
  }
  EXPECT_NEAR(D.maxCoeff(), 1, 1e-14);
  EXPECT_NEAR(leak_from_depth(mesh, Matrix::Ones(D.size(), 1), 0.95).minCoeff(), 0.05, 1e-14);
}

TEST(Leak, ThinLimbsLeakAsWellAsTheTorso) {
  // a thick half and a thin half, a handle each: both reach a depth near one
  const Mesh mesh = box_mesh(Vector{{0, -1}}, Vector{{4, 1}}, {32, 16});
  Mesh shaped = mesh;
  Matrix weights = Matrix::Zero(mesh.num_vertices(), 2);
  double thin = 0;
  for (Index i = 0; i < mesh.num_vertices(); ++i) {
    const bool is_thin = mesh.vertices(i, 0) > 2;
    if (is_thin) shaped.vertices(i, 1) *= 0.2;
    weights(i, is_thin) = 1;
  }
  const Vector D = leak_from_depth(shaped, weights, 1);
  for (Index i = 0; i < D.size(); ++i)
    if (mesh.vertices(i, 0) > 2) thin = std::max(thin, D[i]);
  EXPECT_NEAR(thin, 1, 1e-12);
  const Vector shared = leak_from_depth(shaped, Matrix::Ones(D.size(), 1), 1);
  double thin_shared = 0;
  for (Index i = 0; i < D.size(); ++i)
    if (mesh.vertices(i, 0) > 3) thin_shared = std::max(thin_shared, shared[i]);
  EXPECT_LT(thin_shared, 0.3);
}

TEST(Leak, DepthSolvesThePoissonProblemAtAnySize) {
  for (const int size : {40, 165}) {  // the larger by levels, without a factor
    const Mesh mesh = box_mesh(Vector{{0, 0}}, Vector{{2, 1}}, {size, size});
    const Vector ones = Vector::Ones(mesh.num_elements());
    const Matrix weights = Matrix::Ones(mesh.num_vertices(), 1);
    const Vector z = leak_from_depth(mesh, weights, 1, Workers(2));
    EXPECT_EQ(z, leak_from_depth(mesh, weights, 1, Workers(1)));
    const Vector load = lumped_mass(mesh, ones), pull = laplacian(mesh, ones) * z;
    const std::vector<bool> is_boundary = boundary_vertices(mesh);
    double scale = 0;  // of z, which is that of D
    for (Index i = 0; i < z.size(); ++i)
      if (!is_boundary[i]) scale = std::max(scale, pull[i] / load[i]);
    ASSERT_GT(scale, 0);
    for (Index i = 0; i < z.size(); ++i) {
      if (is_boundary[i])
        ASSERT_EQ(z[i], 0);
      else
        ASSERT_NEAR(pull[i] / load[i], scale, 1e-6 * scale) << size << ", vertex " << i;
    }
  }
}

/// A chain of length 2 through the corners of a zigzag, in the plane or in space.
Mesh zigzag(int dim, int count, ChainEnds ends = ChainEnds::open) {
  Positions points = Positions::Zero(count + 1, dim);
  for (int i = 1; i <= count; ++i) {
    points.row(i) = points.row(i - 1);
    points(i, i % dim) += 2.0 / count;
  }
  return chain_mesh(points, ends);
}

TEST(Leak, DepthOfAChainIsTheParabolaBetweenItsEnds) {
  for (const int dim : {2, 3}) {
    const int count = 20;
    const Vector D = leak_from_depth(zigzag(dim, count), Matrix::Ones(count + 1, 1), 1);
    for (int i = 0; i <= count; ++i) {
      const double s = 2.0 * i / count;  // z = s (L − s) / 2, L = 2, at most 1/2
      EXPECT_NEAR(D[i], s * (2 - s), 1e-12) << dim << "D, vertex " << i;
    }
    EXPECT_EQ(D[0], 0);
    EXPECT_EQ(D[count], 0);
  }
}

TEST(Leak, DepthOfAFlatSheetIsThatOfItsTrianglesInThePlane) {
  const Mesh plane = box_mesh(Vector::Zero(2), Vector{{2, 1}}, {8, 6});
  const Mesh sheet =
      sheet_mesh(Vector{{1, 1, 1}}, Vector{{0, 2, 0}}, Vector{{0.6, 0, 0.8}}, {8, 6});
  const Matrix weights = Matrix::Ones(plane.num_vertices(), 1);
  const Vector D = leak_from_depth(sheet, weights, 0.95);
  EXPECT_LT((D - leak_from_depth(plane, weights, 0.95)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_NEAR(D.minCoeff(), 0.05, 1e-14);
}

TEST(Leak, ClosedBodiesAreStrict) {
  const Mesh loop = zigzag(2, 12, ChainEnds::joined);
  EXPECT_EQ(leak_from_depth(loop, Matrix::Ones(13, 1), 1), Vector::Ones(13));
  const Mesh cube = box_mesh(Vector::Zero(3), Vector::Ones(3), {2, 2, 2});
  Mesh surface{cube.vertices, boundary_faces(cube)};
  surface.vertices.row(13) = cube.vertices.row(26);  // the middle, which is on no face, goes
  surface.vertices.conservativeResize(26, 3);
  surface.elements = (surface.elements.array() == 26).select(13, surface.elements);
  EXPECT_EQ(leak_from_depth(surface, Matrix::Ones(26, 1), 0.95), Vector::Ones(26));
}

TEST(Leak, AClosedPartLeavesTheDepthOfOthersAlone) {
  // an open chain and, with larger lengths, a loop beside it, all held by one handle
  const Mesh open = zigzag(2, 8), loop = zigzag(2, 12, ChainEnds::joined);
  Mesh both{Positions(9 + 13, 2), Elements(8 + 13, 2)};
  both.vertices << open.vertices, 10 * loop.vertices;
  both.elements << open.elements, loop.elements.array() + 9;
  const Vector D = leak_from_depth(both, Matrix::Ones(22, 1), 1);
  EXPECT_EQ(D.tail(13), Vector::Ones(13));
  const Vector alone = leak_from_depth(open, Matrix::Ones(9, 1), 1);
  EXPECT_LT((D.head(9) - alone).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_EQ(D[0], 0);
}

TEST(Leak, PaintedIsScaledByItsLargestSignIncluded) {
  const Vector painted = leak_from_values(Vector{{0, -1, -4}}, 3, "leak.npy");
  EXPECT_EQ(painted[1], 0.25);
  EXPECT_EQ(painted[2], 1);
}

TEST(Leak, BadPaintIsTurnedAway) {
  EXPECT_THROW(leak_from_values(Vector{{1, -1}}, 2, "leak.npy"), InputError);
  EXPECT_THROW(leak_from_values(Vector{{1, 1}}, 3, "leak.npy"), InputError);
  EXPECT_THROW(leak_from_values(Vector{{0, 0}}, 2, "leak.npy"), InputError);
  EXPECT_THROW(leak_from_values(Vector{{1, NAN}}, 2, "leak.npy"), InputError);
}

}  // namespace
}  // namespace descant::testing
