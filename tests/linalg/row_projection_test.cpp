// tests/linalg/row_projection_test.cpp: what is projected keeps the constraints, and no more.

#include "descant/linalg/row_projection.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "descant/linalg/simd.hpp"

namespace descant::testing {
namespace {

/// A diagonal A on some rows, and constraints.
struct Setting {
  explicit Setting(Index n, Index k) : diagonal(n), Z(n, k) {
    for (Index i = 0; i < n; ++i) {
      const auto t = static_cast<double>(i);
      diagonal[i] = 2 + std::sin(t);
      for (Index j = 0; j < k; ++j) Z(i, j) = std::cos(1.3 * t * static_cast<double>(j + 1));
    }
  }

  std::optional<RowProjection> projection() const {
    return RowProjection::make(Z.sparseView(), [&](const auto& b, const auto& x) {
      for (Index i = 0; i < diagonal.size(); ++i)
        for (int a = 0; a < b.dim; ++a)
          x.data[i * x.stride + a] = b.data[i * b.stride + a] / diagonal[i];
    });
  }

  /// A⁻¹b for some b, by rows.
  Positions solved(int dim) const {
    Positions x(diagonal.size(), dim);
    for (Index i = 0; i < x.size(); ++i)
      x.data()[i] = std::sin(static_cast<double>(i * i % 101)) / diagonal[i / dim];
    return x;
  }

  Vector diagonal;
  Matrix Z;
};

TEST(RowProjection, IsThatOfTheFormula) {
  for (const std::string& simd : simd_names()) {
    const SimdForTest scope(simd);
    for (const Index n : {5, 8, 1303})
      for (const Index k : {1, 4, 5})
        for (const int dim : {2, 3}) {
          SCOPED_TRACE(simd + ", n " + std::to_string(n) + ", k " + std::to_string(k));
          const Setting setting(n, k);
          std::optional<RowProjection> projection = setting.projection();
          ASSERT_TRUE(projection);
          EXPECT_EQ(projection->num_columns(), k);
          const Positions x = setting.solved(dim);
          const Matrix W = setting.diagonal.cwiseInverse().asDiagonal() * setting.Z;
          const Matrix S = setting.Z.transpose() * W;
          const Positions expected = x - W * S.lu().solve(setting.Z.transpose() * x);
          Positions found = x;
          projection->apply({found.data(), dim, dim}, Workers(2));
          EXPECT_LE((found - expected).norm(), 1e-9 * x.norm());
          EXPECT_LE((setting.Z.transpose() * found).norm(), 1e-13 * x.norm() * setting.Z.norm());
        }
  }
}

TEST(RowProjection, KeepsConstraintsThatNearlyDependOnEachOther) {
  Setting setting(500, 5);
  setting.Z.col(4) = setting.Z.col(0) + 1e-4 * setting.Z.col(4);
  std::optional<RowProjection> projection = setting.projection();
  ASSERT_TRUE(projection);
  Positions x = setting.solved(3);
  const double size = x.norm();
  projection->apply({x.data(), 3, 3}, Workers(2));
  EXPECT_LE((setting.Z.transpose() * x).norm(), 1e-13 * size * setting.Z.norm());
  EXPECT_LE(x.norm(), 2 * size);
}

TEST(RowProjection, RefusesColumnsThatDependOnEachOther) {
  Setting setting(40, 3);
  setting.Z.col(2) = setting.Z.col(0) - setting.Z.col(1);
  EXPECT_FALSE(setting.projection());
  setting.Z.col(2).setZero();
  EXPECT_FALSE(setting.projection());
  EXPECT_FALSE(Setting(2, 3).projection());
}

}  // namespace
}  // namespace descant::testing
