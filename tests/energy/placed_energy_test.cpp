// tests/energy/placed_energy_test.cpp: sums of terms, wherever their bodies stand.

#include "descant/energy/placed_energy.hpp"

#include <gtest/gtest.h>

#include "descant/core/error.hpp"
#include "support/thin_meshes.hpp"
#include "support/toy_springs.hpp"

namespace descant::testing {
namespace {

TEST(ToySprings, DerivativesMatchDifferences) {
  for (const Mesh& mesh : {chain_in_the_plane(), sheet_in_space()}) {
    const ToySprings springs(mesh, 7);
    const Index size = mesh.num_dofs();
    const PlacedEnergy placed = placed_alone(springs, size, mesh.dim());
    EnergyScratch scratch;
    const auto gradient = [&](const Vector& u) {
      Vector g = Vector::Zero(size);
      springs.value_and_add_gradient(placed.place({.u = u.data()}), {g.data(), placed.segments},
                                     scratch);
      return g;
    };
    const auto value = [&](const Vector& u) {
      return springs.value(placed.place({.u = u.data()}), scratch).total;
    };
    const Vector u = 0.05 * Vector::LinSpaced(size, 0, 40).array().sin().matrix();
    const Vector along = Vector::LinSpaced(size, 3, 90).array().cos();
    SparseMatrix H = hessian_pattern({&placed, 1}, mesh.num_vertices(), mesh.dim());
    add_hessians({&placed, 1}, {.u = u.data()}, Curvature::exact, mesh.dim(), H);
    const double step = 1e-6;
    const Vector ahead = u + step * along, behind = u - step * along;
    const double slope = (value(ahead) - value(behind)) / (2 * step);
    EXPECT_NEAR(gradient(u).dot(along), slope, 1e-6 * gradient(u).norm() * along.norm());
    const Vector change = (gradient(ahead) - gradient(behind)) / (2 * step);
    EXPECT_LE((H * along - change).norm(), 1e-6 * change.norm());

    // the scalar metric is stiffer than any of it
    const SparseMatrix A = metric_share({&placed, 1}, {Vector()}, mesh.num_vertices());
    const Positions X = rows_of(along, mesh.dim());
    EXPECT_GE(X.cwiseProduct(A * X).sum(), along.dot(H * along));
  }
}

TEST(PlacedEnergy, TermsOfTwoBodiesStandInTheirOwnBlocks) {
  // the second body first; what each fills is what it fills alone
  const Mesh mesh = chain_in_the_plane();
  const ToySprings springs(mesh, 7);
  const Index n = mesh.num_vertices(), size = mesh.num_dofs();
  const PlacedEnergy alone = placed_alone(springs, size, 2);
  const std::vector<PlacedEnergy> both = {PlacedEnergy(springs, {{size, size}}, 2),
                                          PlacedEnergy(springs, {{0, size}}, 2)};
  Vector u(2 * size);
  u << 0.03 * Vector::LinSpaced(size, 0, 20).array().sin().matrix(),
      -0.02 * Vector::LinSpaced(size, 0, 30).array().cos().matrix();
  const auto own_hessian = [&](const double* own) {
    SparseMatrix H = hessian_pattern({&alone, 1}, n, 2);
    add_hessians({&alone, 1}, {.u = own}, Curvature::exact, 2, H);
    return Matrix(H);
  };
  SparseMatrix H = hessian_pattern(both, 2 * n, 2);
  add_hessians(both, {.u = u.data()}, Curvature::exact, 2, H);
  Matrix expected = Matrix::Zero(2 * size, 2 * size);
  expected.topLeftCorner(size, size) = own_hessian(u.data());
  expected.bottomRightCorner(size, size) = own_hessian(u.data() + size);
  EXPECT_EQ(Matrix(H), expected);

  const Matrix A = Matrix(metric_share(both, {Vector(), Vector()}, 2 * n));
  const Matrix own = Matrix(metric_share({&alone, 1}, {Vector()}, n));
  EXPECT_EQ(A.topLeftCorner(n, n), own);
  EXPECT_EQ(A.bottomRightCorner(n, n), own);
  EXPECT_EQ(A.topRightCorner(n, n), Matrix(Matrix::Zero(n, n)));
  EXPECT_THROW(frozen_diagonal({&alone, 1}, n), BugError) << "springs are not on the diagonal";
}

}  // namespace
}  // namespace descant::testing
