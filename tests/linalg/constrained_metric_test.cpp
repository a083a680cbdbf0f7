// tests/linalg/constrained_metric_test.cpp: the constrained metric against dense algebra.

#include "descant/linalg/constrained_metric.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstring>

#include "descant/linalg/simd.hpp"
#include "support/input_error.hpp"

namespace descant::testing {
namespace {

/// Numbers without pattern in [-1, 1], the same on every machine.
double noise(Index i) {
  uint64_t x = static_cast<uint64_t>(i) * 0x9E3779B97F4A7C15ull + 0x1234567;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1p-52 - 1;
}

Vector some_vector(Index size) {
  Vector v(size);
  for (Index i = 0; i < size; ++i) v[i] = noise(i + 77);
  return v;
}

/// Laplacians of `parts` separate grids side³ (side² where flat), plus a diagonal.
SparseMatrix grids(int side, int depth, int parts) {
  std::vector<Eigen::Triplet<double>> entries;
  const int size = side * side * depth;
  for (int part = 0; part < parts; ++part)
    for (int i = 0; i < size; ++i) {
      const int at = part * size + i;
      entries.emplace_back(at, at, 0.05 + 0.01 * (i % 7));
      const int x = i % side, y = i / side % side, z = i / (side * side);
      const auto couple = [&](bool exists, int step) {
        if (!exists) return;
        const double weight = 1.5 + noise(at + step);
        entries.emplace_back(at, at, weight);
        entries.emplace_back(at + step, at + step, weight);
        entries.emplace_back(at, at + step, -weight);
        entries.emplace_back(at + step, at, -weight);
      };
      couple(x + 1 < side, 1);
      couple(y + 1 < side, side);
      couple(z + 1 < depth, side * side);
    }
  SparseMatrix A(size * parts, size * parts);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

/// Columns that are zero outside a window which moves with the column; dense where it is all rows.
SparseMatrix basis(Index rows, Index cols, Index window) {
  std::vector<Eigen::Triplet<double>> entries;
  for (Index j = 0; j < cols; ++j) {
    const Index begin = cols > 1 ? j * (rows - window) / (cols - 1) : 0;
    for (Index i = begin; i < begin + window; ++i)
      entries.emplace_back(static_cast<int>(i), static_cast<int>(j), noise(i * cols + j));
  }
  SparseMatrix Z(rows, cols);
  Z.setFromTriplets(entries.begin(), entries.end());
  return Z;
}

/// Z ⊗ I_d or Z itself, A ⊗ I_d, and P, all dense.
struct Dense {
  Matrix A, Z, P;
  Dense(const SparseMatrix& A_s, int d, const SparseMatrix& Z_given, BasisLayout layout) {
    A = widened(Matrix(A_s), d);
    Z = layout == BasisLayout::split ? widened(Matrix(Z_given), d) : Matrix(Z_given);
    P = A.llt().solve(Matrix::Identity(A.rows(), A.rows()));
    if (Z.cols() == 0) return;
    const Matrix inverse_Z = P * Z;
    P -= inverse_Z * (Z.transpose() * inverse_Z).ldlt().solve(inverse_Z.transpose());
  }
  static Matrix widened(const Matrix& small, int d) {
    Matrix wide = Matrix::Zero(small.rows() * d, small.cols() * d);
    for (Index i = 0; i < small.rows(); ++i)
      for (Index j = 0; j < small.cols(); ++j)
        for (int a = 0; a < d; ++a) wide(i * d + a, j * d + a) = small(i, j);
    return wide;
  }
};

struct MetricCase {
  const char* name;
  int dim;
  int side, depth, parts;
  BasisLayout layout;
  Index cols;
  double window;  ///< share of the rows a column touches
};

SparseMatrix basis_of(const MetricCase& c, Index n) {
  const Index rows = c.layout == BasisLayout::split ? n : c.dim * n;
  return basis(rows, c.cols, std::max<Index>(1, static_cast<Index>(rows * c.window)));
}

class ConstrainedMetricTest : public ::testing::TestWithParam<MetricCase> {};

TEST_P(ConstrainedMetricTest, MatchesDenseAlgebra) {
  const MetricCase& c = GetParam();
  const SparseMatrix A_s = grids(c.side, c.depth, c.parts);
  const SparseMatrix Z = basis_of(c, A_s.rows());
  const Dense dense(A_s, c.dim, Z, c.layout);
  for (const std::string& simd : simd_names()) {
    SCOPED_TRACE(simd);
    const SimdForTest scope(simd);
    ConstrainedMetric P(std::make_shared<ScalarMetric>(A_s, c.dim, Workers(2)));
    ASSERT_TRUE(P.constrain(Z, c.layout));
    EXPECT_EQ(P.num_constraints(), c.cols);

    // against the dense P
    const Vector b = some_vector(A_s.rows() * c.dim);
    Vector x, again;
    P.apply(b, x);
    const Vector expected = dense.P * b;
    EXPECT_LE((x - expected).norm(), 1e-11 * expected.norm() + 1e-15);

    // on the constraints; twice gives the same
    EXPECT_LE((dense.Z.transpose() * x).norm(), 1e-12 * x.norm() + 1e-15);
    P.apply(b, again);
    EXPECT_EQ(x, again);

    // P A P = P, and bᵀPc = cᵀPb
    P.apply(dense.A * x, again);
    EXPECT_LE((again - x).norm(), 1e-11 * x.norm() + 1e-15);
    const Vector other = some_vector(b.size() + 5).tail(b.size());
    P.apply(other, again);
    EXPECT_NEAR(again.dot(b), x.dot(other), 1e-12 * b.norm() * again.norm() + 1e-15);
  }
}

TEST_P(ConstrainedMetricTest, GivesTheSameBytesForAnyNumberOfThreads) {
  const MetricCase& c = GetParam();
  const SparseMatrix A_s = grids(c.side, c.depth, c.parts);
  const SparseMatrix Z = basis_of(c, A_s.rows());
  const Vector b = some_vector(A_s.rows() * c.dim);
  Vector expected;
  for (int threads : {1, 2, 5}) {
    ConstrainedMetric P(std::make_shared<ScalarMetric>(A_s, c.dim, Workers(threads)));
    ASSERT_TRUE(P.constrain(Z, c.layout));
    Vector x;
    for (int repeat = 0; repeat < 20; ++repeat) {
      P.apply(b, x);
      if (expected.size() == 0) expected = x;
      ASSERT_EQ(std::memcmp(x.data(), expected.data(), sizeof(double) * x.size()), 0)
          << threads << " threads";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ConstrainedMetricTest,
    ::testing::Values(MetricCase{"unconstrained", 3, 6, 6, 1, BasisLayout::split, 0, 1},
                      MetricCase{"dense", 3, 6, 6, 1, BasisLayout::split, 9, 1},
                      MetricCase{"local", 3, 7, 7, 1, BasisLayout::split, 21, 0.1},
                      MetricCase{"flat", 2, 20, 1, 1, BasisLayout::split, 12, 0.3},
                      MetricCase{"components", 3, 5, 5, 4, BasisLayout::split, 16, 0.2},
                      MetricCase{"general", 3, 6, 6, 1, BasisLayout::general, 13, 1},
                      MetricCase{"general_local", 3, 6, 6, 1, BasisLayout::general, 17, 0.15},
                      MetricCase{"general_flat", 2, 17, 1, 2, BasisLayout::general, 6, 1},
                      MetricCase{"general_none", 2, 5, 1, 1, BasisLayout::general, 0, 1},
                      MetricCase{"one_vertex", 3, 1, 1, 1, BasisLayout::split, 0, 1},
                      MetricCase{"one_vertex_general", 3, 1, 1, 1, BasisLayout::general, 2, 1},
                      MetricCase{"two_vertices", 3, 1, 2, 1, BasisLayout::split, 1, 1},
                      MetricCase{"lone_vertices", 2, 1, 1, 40, BasisLayout::split, 7, 0.4}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(ConstrainedMetric, LeavesNothingWhereEverythingIsConstrained) {
  const SparseMatrix A_s = grids(2, 1, 1);
  ConstrainedMetric P(std::make_shared<ScalarMetric>(A_s, 2, Workers(1)));
  ASSERT_TRUE(P.constrain(basis(4, 4, 4), BasisLayout::split));
  Vector x;
  P.apply(some_vector(8), x);
  EXPECT_LE(x.norm(), 1e-12);
}

TEST(ConstrainedMetric, TakesOneBasisAfterAnother) {
  const SparseMatrix A_s = grids(6, 6, 1);
  const auto metric = std::make_shared<ScalarMetric>(A_s, 3, Workers(2));
  const Vector b = some_vector(3 * A_s.rows());
  ConstrainedMetric changing(metric);
  const auto check = [&](const SparseMatrix& Z, BasisLayout layout) {
    ConstrainedMetric fresh(metric);
    ASSERT_TRUE(fresh.constrain(Z, layout));
    ASSERT_TRUE(changing.constrain(Z, layout));
    Vector expected, x;
    fresh.apply(b, expected);
    changing.apply(b, x);
    EXPECT_EQ(x, expected);
  };
  const Index n = A_s.rows();
  check(basis(n, 12, n / 4), BasisLayout::split);
  check(basis(n, 12, n / 4) * 2, BasisLayout::split);
  check(basis(3 * n, 12, 3 * n), BasisLayout::general);
  check(-basis(3 * n, 12, 3 * n), BasisLayout::general);
  check(basis(n, 12, n), BasisLayout::split);
  check(basis(n, 0, n), BasisLayout::split);
  check(basis(n, 3, n / 9), BasisLayout::split);
}

TEST(ConstrainedMetric, RefusesDependentColumns) {
  const SparseMatrix A_s = grids(5, 5, 1);
  ConstrainedMetric P(std::make_shared<ScalarMetric>(A_s, 3, Workers(2)));
  Matrix Z = Matrix(basis(A_s.rows(), 4, A_s.rows()));
  Z.col(3) = Z.col(1);
  EXPECT_FALSE(P.constrain(SparseMatrix(Z.sparseView()), BasisLayout::split));
  Z.col(3).setZero();
  EXPECT_FALSE(P.constrain(SparseMatrix(Z.sparseView()), BasisLayout::split));
  Z(3, 3) = std::nan("");
  EXPECT_FALSE(P.constrain(SparseMatrix(Z.sparseView()), BasisLayout::split));
  EXPECT_TRUE(P.constrain(basis(A_s.rows(), 4, 30), BasisLayout::split));
}

TEST(ConstrainedMetric, StaysSymmetricAndOnTheConstraintsInSinglePrecision) {
  const SparseMatrix A_s = grids(6, 6, 1);
  const Index n = A_s.rows();
  for (const BasisLayout layout : {BasisLayout::split, BasisLayout::general})
    for (const std::string& simd : simd_names()) {
      SCOPED_TRACE(simd);
      const SimdForTest scope(simd);
      const SparseMatrix Z =
          layout == BasisLayout::split ? basis(n, 9, n / 3) : basis(3 * n, 9, 3 * n);
      const Dense dense(A_s, 3, Z, layout);
      ConstrainedMetric P(std::make_shared<ScalarMetric>(A_s, 3, Workers(2), MetricKind::single));
      ASSERT_TRUE(P.constrain(Z, layout));
      const Vector b = some_vector(3 * n), c = some_vector(3 * n + 5).tail(3 * n);
      Vector x, y;
      P.apply(b, x);
      P.apply(c, y);

      // near the P of A, as floats are; everything else to round-off
      EXPECT_LE((x - dense.P * b).norm(), 1e-5 * x.norm());
      EXPECT_LE((dense.Z.transpose() * x).norm(), 1e-12 * x.norm());
      EXPECT_NEAR(x.dot(c), y.dot(b), 1e-12 * b.norm() * y.norm());
      EXPECT_GT(x.dot(b), 0);
    }
}

TEST(ScalarMetric, SolvesManyRightHandSides) {
  const SparseMatrix A_s = grids(7, 7, 2);
  const ScalarMetric metric(A_s, 3, Workers(2));
  EXPECT_EQ(metric.dim(), 3);
  EXPECT_EQ(metric.num_vertices(), A_s.rows());
  for (Index k : {0, 1, 2, 3, 4, 11}) {
    Positions B(A_s.rows(), k), X;
    for (Index i = 0; i < B.size(); ++i) B.data()[i] = noise(i);
    metric.solve(B, X);
    ASSERT_EQ(X.cols(), k);
    EXPECT_LE((A_s * X - B).norm(), 1e-12 * B.norm());
  }
}

TEST(ScalarMetric, RefusesWhatIsNotPositiveDefinite) {
  SparseMatrix A_s = grids(6, 1, 1);
  A_s.coeffRef(7, 7) = -3;
  EXPECT_THROW(ScalarMetric(A_s, 2, Workers(1)), InputError);
  A_s.coeffRef(7, 7) = std::nan("");
  EXPECT_THROW(ScalarMetric(A_s, 2, Workers(1)), InputError);
}

}  // namespace
}  // namespace descant::testing
