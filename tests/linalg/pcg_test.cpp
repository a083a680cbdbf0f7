// tests/linalg/pcg_test.cpp: conjugate gradients in a null space, against a dense KKT system.

#include "descant/linalg/pcg.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

namespace descant::testing {
namespace {

struct Problem {
  Problem() {
    std::srand(3);
    const Matrix random = Matrix::Random(size, size);
    Q = random * random.transpose() + Matrix::Identity(size, size);
    Z = Matrix::Random(size, 5);
    b = Vector::Random(size);
    // P = A⁻¹ − A⁻¹Z(ZᵀA⁻¹Z)⁻¹ZᵀA⁻¹ for a diagonal A
    const Matrix inverse = Q.diagonal().cwiseInverse().asDiagonal();
    P = inverse - inverse * Z * (Z.transpose() * inverse * Z).inverse() * Z.transpose() * inverse;
  }
  static constexpr Index size = 30;
  Matrix Q, Z, P;
  Vector b;
};

Vector kkt_solution(const Problem& problem) {
  const Index size = Problem::size, rank = problem.Z.cols();
  Matrix kkt = Matrix::Zero(size + rank, size + rank);
  kkt << problem.Q, problem.Z, problem.Z.transpose(), Matrix::Zero(rank, rank);
  Vector load = Vector::Zero(size + rank);
  load.head(size) = problem.b;
  return Vector(kkt.partialPivLu().solve(load)).head(size);
}

TEST(Pcg, SolvesInTheNullSpace) {
  const Problem problem;
  const Matrix& Z = problem.Z;
  const Matrix away = Matrix::Identity(Problem::size, Problem::size) -
                      Z * (Z.transpose() * Z).inverse() * Z.transpose();
  Pcg pcg;
  Vector x;
  const PcgOutcome outcome =
      pcg.solve([&](const Vector& in, Vector& out) { out = away * (problem.Q * in); },
                [&](const Vector& in, Vector& out) { out = problem.P * in; }, away * problem.b,
                {.reduction = 1e-12}, x);
  EXPECT_EQ(outcome, PcgOutcome::solved);
  EXPECT_GT(pcg.iterations(), 5);
  EXPECT_LE((x - kkt_solution(problem)).norm(), 1e-9 * x.norm());
  EXPECT_LE((Z.transpose() * x).norm(), 1e-10 * x.norm());
}

TEST(Pcg, SaysWhereCurvatureIsNegative) {
  Problem problem;
  problem.Q -= 100 * Matrix::Identity(Problem::size, Problem::size);
  Pcg pcg;
  Vector x;
  EXPECT_EQ(
      pcg.solve([&](const Vector& in, Vector& out) { out = problem.Q * in; },
                [&](const Vector& in, Vector& out) { out = problem.P * in; }, problem.b, {}, x),
      PcgOutcome::negative_curvature);
}

TEST(Pcg, StopsAtItsLimitAndAtNothingToDo) {
  const Problem problem;
  Pcg pcg;
  Vector x;
  const auto Q = [&](const Vector& in, Vector& out) { out = problem.Q * in; };
  const auto P = [&](const Vector& in, Vector& out) { out = problem.P * in; };
  EXPECT_EQ(pcg.solve(Q, P, problem.b, {.reduction = 1e-12, .max_iterations = 3}, x),
            PcgOutcome::iteration_limit);
  EXPECT_EQ(pcg.iterations(), 3);
  EXPECT_EQ(pcg.solve(Q, P, Vector::Zero(Problem::size), {}, x), PcgOutcome::solved);
  EXPECT_EQ(x, Vector(Vector::Zero(Problem::size)));
}

TEST(SymmetricProduct, IsTheProductOnAnyNumberOfThreads) {
  // several tasks of 512 rows, the last of them not full; every row couples to far ones
  const int size = 3000;
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < size; ++i) {
    entries.emplace_back(i, i, 3 + std::sin(i));
    const int j = (i + 1111) % size;
    entries.emplace_back(i, j, std::cos(i));
    entries.emplace_back(j, i, std::cos(i));
  }
  SparseMatrix K(size, size);
  K.setFromTriplets(entries.begin(), entries.end());
  const Vector x = Vector::LinSpaced(size, -1, 2), expected = K * x;
  for (const int threads : {1, 2, 4}) {
    Vector product;
    symmetric_product(K, x, Workers(threads), product);
    EXPECT_LE((product - expected).cwiseAbs().maxCoeff(), 1e-14) << threads << " threads";
  }
}

}  // namespace
}  // namespace descant::testing
