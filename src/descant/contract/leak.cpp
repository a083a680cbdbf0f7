// contract/leak.cpp: depth from a Poisson problem, and D from depth or from paint.

#include "descant/contract/leak.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "descant/core/error.hpp"
#include "descant/linalg/constrained_metric.hpp"
#include "descant/linalg/pcg.hpp"
#include "descant/mesh/measures.hpp"
#include "descant/mesh/topology.hpp"

namespace descant {
namespace {

/// L⁻¹ b by a direct factor.
Vector solved(const SparseMatrix& L, const Vector& b, int dim, const Workers& workers) {
  Positions x;
  ScalarMetric(L, dim, workers).solve(b, x);
  return x.col(0);
}

/// The same for large bodies, whose factor would take far longer; nothing where it fails.
std::optional<Vector> solved_by_levels(const SparseMatrix& L, const Vector& b, int dim,
                                       const Workers& workers) {
  const ScalarMetric metric(L, dim, workers, MetricKind::two_level);
  Pcg pcg;
  Positions rough;
  Vector x;
  const PcgOutcome outcome =
      pcg.solve([&](const Vector& in, Vector& out) { symmetric_product(L, in, workers, out); },
                [&](const Vector& in, Vector& out) {
                  metric.solve(in, rough);
                  out = rough.col(0);
                },
                b, {.reduction = 1e-10, .max_iterations = 200}, x);
  if (outcome != PcgOutcome::solved || !(x.dot(b) > 0)) return {};
  return x;
}

/// −Δz = 1 inside, z = 0 on the boundary (n).
Vector depth(const Mesh& mesh, const Workers& workers) {
  const Vector ones = Vector::Ones(mesh.num_elements());
  SparseMatrix L = laplacian(mesh, ones);
  Vector load = lumped_mass(mesh, ones);
  const std::vector<bool> is_boundary = boundary_vertices(mesh);

  // boundary rows and columns become the identity's
  for (Index j = 0; j < L.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(L, j); it; ++it)
      if (is_boundary[it.row()] || is_boundary[j]) it.valueRef() = it.row() == j ? 1 : 0;
  for (Index i = 0; i < load.size(); ++i)
    if (is_boundary[i]) load[i] = 0;

  std::optional<Vector> z;
  if (load.size() >= large_metric) z = solved_by_levels(L, load, mesh.dim(), workers);
  if (!z) z = solved(L, load, mesh.dim(), workers);
  return z->cwiseMax(0);
}

}  // namespace

Vector leak_from_depth(const Mesh& mesh, const Matrix& weights, double amount,
                       const Workers& workers) {
  return leak_from_depth(depth(mesh, workers), weights, amount);
}

Vector leak_from_depth(const Vector& depths, const Matrix& weights, double amount) {
  expect_equal(weights.rows(), depths.size(), "weights have a row for every vertex");
  const Vector z = depths.cwiseMax(0);
  Vector relative = Vector::Zero(z.size());
  for (Index k = 0; k < weights.cols(); ++k) {
    const double deepest = weights.col(k).cwiseProduct(z).maxCoeff();
    if (deepest <= 0) continue;
    relative += weights.col(k).cwiseProduct((z / deepest).cwiseMin(1));
  }
  return (1 - amount * (1 - relative.array().min(1))).matrix();
}

Vector leak_from_values(const Vector& values, Index num_vertices, const std::string& place) {
  if (values.size() != num_vertices)
    throw InputError(place,
                     "the leak has " + std::to_string(values.size()) + " values for " +
                         std::to_string(num_vertices) + " vertices",
                     "Give one value per simulation vertex.");
  if (!values.allFinite())
    throw InputError(place, "the leak holds values that are not finite", "Give numbers only.");
  if (values.minCoeff() < 0 && values.maxCoeff() > 0)
    throw InputError(place, "the leak mixes positive and negative values",
                     "Give values of one sign: 0 is free, the largest is strict.");
  Index largest;
  if (values.cwiseAbs().maxCoeff(&largest) == 0)
    throw InputError(place, "the leak is zero everywhere, which frees the whole body from its rig",
                     "Give at least one vertex a value.");
  return values / values[largest];
}

}  // namespace descant
