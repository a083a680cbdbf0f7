// tests/contract/leak_test.cpp: D by amount, and as painted.

#include "descant/contract/leak.hpp"

#include <gtest/gtest.h>

#include "descant/core/error.hpp"
#include "descant/mesh/measures.hpp"
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
