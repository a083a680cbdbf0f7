// tests/linalg/aggregation_test.cpp: groups are small, connected, and leave nobody out.

#include "descant/linalg/aggregation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "descant/mesh/box.hpp"
#include "descant/mesh/measures.hpp"

namespace descant {
namespace {

SparseMatrix stiffness_of_a_cube() {
  const Mesh mesh = box_mesh(Vector::Zero(3), Vector::Ones(3), {10, 10, 10});
  return laplacian(mesh, Vector::Ones(mesh.num_elements()));
}

TEST(Aggregates, AreAFewNeighboursEach) {
  const SparseMatrix A = stiffness_of_a_cube();
  const std::vector<int> group = aggregates(A);
  const int count = *std::max_element(group.begin(), group.end()) + 1;
  EXPECT_GT(count, A.rows() / 30);
  EXPECT_LT(count, A.rows() / 4);
  std::vector<int> size(count, 0);
  for (size_t i = 0; i < group.size(); ++i) {
    ASSERT_GE(group[i], 0) << i;
    ++size[group[i]];
    // each has a neighbour in its group
    bool has_company = false;
    for (SparseMatrix::InnerIterator it(A, static_cast<Index>(i)); it; ++it)
      has_company |= it.row() != static_cast<Index>(i) && group[it.row()] == group[i];
    EXPECT_TRUE(has_company) << i;
  }
  EXPECT_GT(*std::min_element(size.begin(), size.end()), 1);
  EXPECT_LT(*std::max_element(size.begin(), size.end()), 60);
}

TEST(Aggregates, DoNotReachAcrossASoftLayer) {
  // two chains, coupled to each other a thousand times less than within
  const int length = 30;
  std::vector<Eigen::Triplet<double>> entries;
  const auto couple = [&](int i, int j, double weight) {
    for (const auto& [a, b, sign] : {std::tuple{i, i, 1}, {j, j, 1}, {i, j, -1}, {j, i, -1}})
      entries.emplace_back(a, b, sign * weight);
  };
  for (int i = 0; i < length; ++i) {
    if (i + 1 < length) couple(i, i + 1, 1);
    if (i + 1 < length) couple(length + i, length + i + 1, 1);
    couple(i, length + i, 1e-3);
  }
  SparseMatrix A(2 * length, 2 * length);
  A.setFromTriplets(entries.begin(), entries.end());
  const std::vector<int> group = aggregates(A);
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) EXPECT_NE(group[i], group[length + j]);
}

TEST(Aggregates, LeaveOutWhatIsCoupledToNothing) {
  SparseMatrix A = stiffness_of_a_cube();
  const Index alone = A.rows() / 2;
  A.prune([&](Index i, Index j, double) { return i == j || (i != alone && j != alone); });
  const std::vector<int> group = aggregates(A);
  for (Index i = 0; i < A.rows(); ++i) EXPECT_EQ(group[i] < 0, i == alone) << i;
  SparseMatrix diagonal(3, 3);
  diagonal.setIdentity();
  EXPECT_EQ(aggregates(diagonal), std::vector<int>(3, -1));
}

TEST(Interpolation, SharesEveryUnknownAmongTheGroupsAroundIt) {
  const SparseMatrix A = stiffness_of_a_cube();
  std::vector<int> group = aggregates(A);
  const int count = *std::max_element(group.begin(), group.end()) + 1;
  group[3] = -1;
  const SparseMatrix P = interpolation(A, group);
  ASSERT_EQ(P.rows(), A.rows());
  ASSERT_EQ(P.cols(), count);
  EXPECT_GT(P.coeffs().minCoeff(), 0);
  EXPECT_GT(P.nonZeros(), 2 * A.rows());
  const Vector sums = P * Vector::Ones(count);
  for (Index i = 0; i < A.rows(); ++i) EXPECT_NEAR(sums[i], i == 3 ? 0 : 1, 1e-14) << i;
}

TEST(Interpolation, IsSmootherThanTheGroupsThemselves) {
  const SparseMatrix A = stiffness_of_a_cube();
  const std::vector<int> group = aggregates(A);
  const SparseMatrix P = interpolation(A, group);
  Vector values(P.cols()), steps(A.rows());
  for (Index k = 0; k < values.size(); ++k) values[k] = std::sin(0.7 * static_cast<double>(k));
  for (Index i = 0; i < steps.size(); ++i) steps[i] = values[group[i]];
  const Vector smooth = P * values;
  EXPECT_LT(smooth.dot(A * smooth), 0.5 * steps.dot(A * steps));
}

TEST(Interpolation, StaysWithTheGroupWhereNothingElsePulls) {
  // couplings of the wrong sign, as obtuse elements have them, and ones that cancel
  Matrix A(3, 3);
  A << 4, 1, 0, 1, 4, -1, 0, -1, 4;
  const Matrix P(interpolation(A.sparseView(), {0, 1, 2}));
  Matrix expected(3, 3);
  expected << 1, 0, 0, 0, 1, 0, 0, 0.8, 0.2;
  EXPECT_LE((P - expected).norm(), 1e-15);
}

}  // namespace
}  // namespace descant
