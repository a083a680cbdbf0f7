// tests/linalg/limited_memory_test.cpp: the recursion on tables against the textbook's two loops.

#include "descant/linalg/limited_memory.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <deque>

namespace descant::testing {
namespace {

/// A convex function with a known metric: f(x) = ½xᵀQx + ¼Σ xᵢ⁴ − bᵀx.
struct Problem {
  explicit Problem(Index size) {
    std::srand(7);
    const Matrix random = Matrix::Random(size, size);
    Q = random * random.transpose() + Matrix::Identity(size, size);
    P = (Q + 3 * Matrix(Q.diagonal().asDiagonal())).inverse();
    b = Vector::Random(size) * 10;
  }
  Vector gradient(const Vector& x) const { return Q * x + x.array().cube().matrix() - b; }
  Matrix Q, P;
  Vector b;
};

/// Nocedal and Wright's algorithm 7.4, with H₀ = γP.
Vector textbook_direction(const std::deque<std::pair<Vector, Vector>>& pairs, const Matrix& P,
                          const Vector& g) {
  Vector q = g;
  std::vector<double> alpha(pairs.size());
  for (size_t i = pairs.size(); i-- > 0;) {
    const auto& [s, y] = pairs[i];
    alpha[i] = s.dot(q) / s.dot(y);
    q -= alpha[i] * y;
  }
  double gamma = 1;
  if (!pairs.empty()) {
    const auto& [s, y] = pairs.back();
    gamma = s.dot(y) / y.dot(P * y);
  }
  Vector r = gamma * (P * q);
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto& [s, y] = pairs[i];
    r += (alpha[i] - y.dot(r) / s.dot(y)) * s;
  }
  return -r;
}

TEST(LimitedMemory, FollowsTheTwoLoopRecursion) {
  const Problem problem(40);
  constexpr int max_pairs = 4;
  LimitedMemory memory(max_pairs, Workers(1));
  std::deque<std::pair<Vector, Vector>> pairs;
  Vector x = Vector::Zero(40), g = problem.gradient(x), d;
  memory.start(Vector(g), problem.P * g);
  for (int iteration = 0; iteration < 12; ++iteration) {
    const double slope = memory.direction(d);
    const Vector expected = textbook_direction(pairs, problem.P, g);
    EXPECT_LE((d - expected).norm(), 1e-9 * expected.norm()) << "iteration " << iteration;
    EXPECT_NEAR(slope, g.dot(d), 1e-12 * g.norm() * d.norm());
    EXPECT_LT(slope, 0);
    const double step = 0.5;
    const Vector x_new = x + step * d, g_new = problem.gradient(x_new);
    pairs.emplace_back(x_new - x, g_new - g);
    const size_t num_kept = iteration < 4 ? 2 : iteration < 9 ? max_pairs : 1;
    memory.keep(static_cast<int>(num_kept));
    while (pairs.size() > num_kept) pairs.pop_front();
    memory.update(step, Vector(d), Vector(g_new), problem.P * g_new);
    EXPECT_EQ(memory.num_pairs(), static_cast<int>(pairs.size()));
    x = x_new;
    g = g_new;
  }
}

TEST(LimitedMemory, ShowsEveryStretchOfTheDirectionOnce) {
  const Index size = 2 * LimitedMemory::stretch + 7;
  for (const int threads : {1, 3}) {
    LimitedMemory memory(3, Workers(threads));
    const Vector g = Vector::LinSpaced(size, -1, 1);
    memory.start(Vector(g), 2 * g);
    Vector d, seen = Vector::Zero(size);
    const double slope = memory.direction(d, [&](Index begin, Index end) {
      EXPECT_EQ(begin % LimitedMemory::stretch, 0);
      seen.segment(begin, end - begin) += d.segment(begin, end - begin);
    });
    EXPECT_EQ(seen, Vector(-2 * g));
    EXPECT_EQ(seen, d);
    EXPECT_NEAR(slope, -2 * g.squaredNorm(), 1e-12 * g.squaredNorm());
  }
}

TEST(LimitedMemory, LeavesOutPairsWithoutCurvature) {
  LimitedMemory memory(3, Workers(1));
  const Vector g = Vector::Ones(6);
  Vector d;
  memory.start(Vector(g), Vector(g));
  memory.direction(d);
  memory.update(1, Vector(d), Vector(g), Vector(g));  // y = 0
  EXPECT_EQ(memory.num_pairs(), 0);
  memory.update(1, Vector(d), 2 * g, 2 * g);  // sᵀy < 0
  EXPECT_EQ(memory.num_pairs(), 0);
  memory.direction(d);
  EXPECT_EQ(d, Vector(-2 * g));
}

TEST(LimitedMemory, GivesTheSameBytesOnAnyNumberOfThreads) {
  const Index size = 5000;
  const auto run = [&](int threads) {
    LimitedMemory memory(5, Workers(threads));
    Vector diagonal = Vector::LinSpaced(size, 1, 9), x = Vector::Zero(size), d;
    const auto gradient = [&](const Vector& at) -> Vector {
      return diagonal.cwiseProduct(at) - Vector::LinSpaced(size, -1, 1);
    };
    Vector g = gradient(x);
    memory.start(Vector(g), g / 9);
    for (int k = 0; k < 8; ++k) {
      memory.direction(d);
      x += d;
      g = gradient(x);
      memory.update(1, Vector(d), Vector(g), g / 9);
    }
    return x;
  };
  const Vector one = run(1);
  EXPECT_EQ(one, run(2));
  EXPECT_EQ(one, run(5));
}

}  // namespace
}  // namespace descant::testing
