// tests/linalg/two_level_test.cpp: symmetric, positive, near A⁻¹, and on the constraints.

#include "descant/linalg/two_level.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "descant/linalg/constrained_metric.hpp"
#include "descant/linalg/simd.hpp"
#include "descant/mesh/box.hpp"
#include "descant/mesh/measures.hpp"
#include "support/input_error.hpp"

namespace descant::testing {
namespace {

/// A bar, its far half 50 times stiffer: rows for several blocks of the sweeps.
struct Bar {
  explicit Bar(double mass = 1e-4) {
    mesh = box_mesh(Vector::Zero(3), Vector{{3, 1, 1}}, {30, 13, 13});
    Vector weights(mesh.num_elements());
    for (Index e = 0; e < weights.size(); ++e)
      weights[e] = mesh.vertices(mesh.elements(e, 0), 0) > 1.5 ? 50 : 1;
    A = laplacian(mesh, weights);
    A.diagonal().array() += mass;
    A.makeCompressed();
  }

  /// Columns 1, x, y, z.
  SparseMatrix affine() const {
    Matrix Z(A.rows(), 4);
    Z << Vector::Ones(A.rows()), mesh.vertices;
    return Z.sparseView();
  }

  Vector b(int which) const {
    Vector v(3 * A.rows());
    for (Index i = 0; i < v.size(); ++i)
      v[i] = std::sin(1.7 * static_cast<double>(i * i % 977) + which);
    return v;
  }

  Mesh mesh;
  SparseMatrix A;
};

Vector applied(ConstrainedMetric& P, const Vector& b) {
  Vector x;
  P.apply(b, x);
  return x;
}

ConstrainedMetric metric_of(const Bar& bar, int threads = 2) {
  return ConstrainedMetric(
      std::make_shared<ScalarMetric>(bar.A, 3, Workers(threads), MetricKind::two_level));
}

TEST(TwoLevel, IsSymmetricAndPositive) {
  const Bar bar;
  for (const std::string& simd : simd_names()) {
    SCOPED_TRACE(simd);
    const SimdForTest scope(simd);
    ConstrainedMetric B = metric_of(bar);
    const Vector b = bar.b(0), c = bar.b(1), x = applied(B, b), y = applied(B, c);
    EXPECT_GT(x.dot(b), 0);
    EXPECT_NEAR(x.dot(c), y.dot(b), 1e-7 * x.norm() * c.norm());  // sweeps are in single precision
  }
}

TEST(TwoLevel, ShrinksEveryErrorAndSmoothOnesToo) {
  const Bar bar;
  ConstrainedMetric B = metric_of(bar);
  const auto energy = [&](const Vector& e) {
    const Positions rows = rows_of(e, 3);
    return std::sqrt(rows.cwiseProduct(bar.A * rows).sum());
  };
  // e ← (I − BA) e, from errors as rough and as smooth as they come
  for (const int smoothness : {0, 1, 2, 3}) {
    Vector e = bar.b(smoothness);
    const double pi = 3.14159265358979;
    if (smoothness > 0)
      for (Index i = 0; i < e.size(); ++i)
        e[i] = std::cos(smoothness * pi / 3 * bar.mesh.vertices(i / 3, 0));
    double rate = 0;
    for (int k = 0; k < 12; ++k) {
      const double before = energy(e);
      const Positions product = bar.A * rows_of(e, 3);
      e -= applied(B, flat(product));
      rate = energy(e) / before;
      EXPECT_LT(rate, 1) << k;
    }
    EXPECT_LT(rate, 0.85) << "smoothness " << smoothness;
  }
}

TEST(TwoLevel, NeedsNoGoodNumbers) {
  // the bar with its vertices numbered at random
  Bar bar;
  std::vector<int> number(bar.A.rows());
  std::iota(number.begin(), number.end(), 0);
  std::shuffle(number.begin(), number.end(), std::mt19937(5));
  Eigen::PermutationMatrix<Eigen::Dynamic> shuffle(bar.A.rows());
  for (Index i = 0; i < bar.A.rows(); ++i) shuffle.indices()[i] = number[i];
  const SparseMatrix sorted = bar.A;
  bar.A = sorted.twistedBy(shuffle);
  bar.A.makeCompressed();
  ConstrainedMetric B = metric_of(bar);
  const Vector b = bar.b(0), x = applied(B, b);
  const Positions left = rows_of(b, 3) - bar.A * rows_of(x, 3);
  Vector e = applied(B, flat(left));
  EXPECT_LT(e.norm(), 0.5 * x.norm());
}

TEST(TwoLevel, FallsNeitherShortNorFarBeyond) {
  const Bar bar;
  ConstrainedMetric B = metric_of(bar);
  double least = 2, most = 0;  // of eᵀABAe / eᵀAe
  for (int which = 0; which < 8; ++which) {
    Vector e = bar.b(which);
    // towards the errors that B answers too little, and too much
    for (int power = 0; power < 10; ++power) {
      const Positions Ae = bar.A * rows_of(e, 3);
      const Vector BAe = applied(B, flat(Ae));
      const double quotient = BAe.dot(flat(Ae)) / e.dot(flat(Ae));
      least = std::min(least, quotient);
      most = std::max(most, quotient);
      e = which % 2 == 0 ? Vector(e - 0.7 * BAe) : BAe;
      e.normalize();
    }
  }
  EXPECT_GT(least, 0.5);
  EXPECT_GT(most, 1.1);
  EXPECT_LT(most, 1.5);
}

TEST(TwoLevel, KeepsTheConstraints) {
  const Bar bar;
  const SparseMatrix Z = bar.affine();
  ConstrainedMetric P = metric_of(bar);
  ASSERT_TRUE(P.constrain(Z, BasisLayout::split));
  EXPECT_EQ(P.num_constraints(), 4);
  const Vector b = bar.b(0), c = bar.b(1), x = applied(P, b), y = applied(P, c);
  EXPECT_LE((Z.transpose() * rows_of(x, 3)).norm(), 1e-12 * x.norm() * Z.norm());
  EXPECT_NEAR(x.dot(c), y.dot(b), 1e-6 * x.norm() * c.norm());
  EXPECT_GT(x.dot(b), 0);
  // forces that only the constraints feel move nothing
  const Positions reaction = Z * Matrix::Ones(4, 3);
  ConstrainedMetric B = metric_of(bar);
  EXPECT_LE(applied(P, flat(reaction)).norm(), 1e-6 * applied(B, flat(reaction)).norm());
}

TEST(TwoLevel, ForgetsWhatWasNotFinite) {
  const Bar bar;
  ConstrainedMetric P = metric_of(bar);
  ASSERT_TRUE(P.constrain(bar.affine(), BasisLayout::split));
  const Vector x = applied(P, bar.b(0));
  EXPECT_FALSE(applied(P, Vector::Constant(x.size(), std::nan(""))).allFinite());
  EXPECT_EQ(applied(P, bar.b(0)), x);
}

TEST(TwoLevel, LevelsBelowLevelsAreSymmetricAndNearlyAsGood) {
  const Bar bar;
  const Workers workers(2);
  const TwoLevel two(bar.A, workers), deep(bar.A, workers, 20);
  EXPECT_LT(deep.num_nonzeros(), two.num_nonzeros());
  EXPECT_EQ(deep.num_groups(), two.num_groups());
  const auto answer = [&](const TwoLevel& B, const Vector& b) {
    TwoLevel::Scratch scratch(B);
    EXPECT_GT(scratch.memory_bytes(), 0u);
    Vector x(b.size());
    B.apply({b.data(), 3, 3}, {x.data(), 3, 3}, scratch);
    return x;
  };
  const Vector b = bar.b(0), c = bar.b(1), x = answer(deep, b), y = answer(deep, c);
  EXPECT_GT(x.dot(b), 0);
  EXPECT_NEAR(x.dot(c), y.dot(b), 1e-7 * x.norm() * c.norm());

  // what is left of an error e after x ← x + B A e
  const auto times_A = [&](const Vector& e) {
    const Positions product = bar.A * rows_of(e, 3);
    return Vector(flat(product));
  };
  for (const Vector& error : {Vector(flat(bar.mesh.vertices)), bar.b(2)}) {
    const auto left = [&](const TwoLevel& B) {
      const Vector rest = error - answer(B, times_A(error));
      return std::sqrt(rest.dot(times_A(rest)) / error.dot(times_A(error)));
    };
    EXPECT_LT(left(deep), left(two) + 0.2);
    EXPECT_LT(left(deep), 0.6);
  }
}

TEST(TwoLevel, AnswersAlikeInAnyUnits) {
  Bar bar;
  ConstrainedMetric B = metric_of(bar);
  const Vector x = applied(B, bar.b(0));
  bar.A *= 1e-30;
  ConstrainedMetric tiny = metric_of(bar);
  const Vector y = applied(tiny, 1e-45 * bar.b(0));
  EXPECT_LE((1e15 * y - x).norm(), 1e-6 * x.norm());
}

TEST(TwoLevel, GivesTheSameBytesOnAnyNumberOfThreads) {
  const Bar bar;
  ConstrainedMetric one = metric_of(bar, 1), three = metric_of(bar, 3);
  ASSERT_TRUE(one.constrain(bar.affine(), BasisLayout::split));
  ASSERT_TRUE(three.constrain(bar.affine(), BasisLayout::split));
  EXPECT_EQ(applied(one, bar.b(0)), applied(three, bar.b(0)));
}

TEST(TwoLevel, NeedsNoNeighbours) {
  SparseMatrix A(5, 5);
  A.setIdentity();
  A *= 4;
  Positions X;
  ScalarMetric(A, 3, Workers(2), MetricKind::two_level).solve(Positions::Ones(5, 4), X);
  EXPECT_LE((X - Positions::Constant(5, 4, 0.25)).norm(), 1e-14);
}

TEST(TwoLevel, RefusesWhatIsNotPositiveDefinite) {
  Bar bar;
  bar.A.coeffRef(7, 7) = -1;
  EXPECT_THROW(metric_of(bar), InputError);
  bar.A.coeffRef(7, 7) = std::nan("");
  EXPECT_THROW(metric_of(bar), InputError);

  const Bar sound;
  ConstrainedMetric P = metric_of(sound);
  Matrix Z(sound.affine());
  Z.col(3) = Z.col(1);
  EXPECT_FALSE(P.constrain(SparseMatrix(Z.sparseView()), BasisLayout::split));
}

}  // namespace
}  // namespace descant::testing
