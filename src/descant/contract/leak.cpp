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

/// True for the vertices of parts that have a boundary (n): all of a solid's.
std::vector<bool> in_bounded_part(const Mesh& mesh, const std::vector<bool>& is_boundary) {
  const std::vector<int> part = vertex_components(mesh);
  std::vector<bool> is_bounded(part.size(), false), result(part.size());
  for (std::size_t i = 0; i < part.size(); ++i)
    if (is_boundary[i]) is_bounded[part[i]] = true;
  for (std::size_t i = 0; i < part.size(); ++i) result[i] = is_bounded[part[i]];
  return result;
}

/// −Δz = 1 inside, z = 0 where `is_held` (n).
Vector depth(const Mesh& mesh, const std::vector<bool>& is_held, const Workers& workers) {
  const Vector ones = Vector::Ones(mesh.num_elements());
  SparseMatrix L = laplacian(mesh, ones);
  Vector load = lumped_mass(mesh, ones);

  // held rows and columns become the identity's
  for (Index j = 0; j < L.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(L, j); it; ++it)
      if (is_held[it.row()] || is_held[j]) it.valueRef() = it.row() == j ? 1 : 0;
  for (Index i = 0; i < load.size(); ++i)
    if (is_held[i]) load[i] = 0;

  std::optional<Vector> z;
  if (load.size() >= large_metric) z = solved_by_levels(L, load, mesh.dim(), workers);
  if (!z) z = solved(L, load, mesh.dim(), workers);
  return z->cwiseMax(0);
}

}  // namespace

Vector leak_from_depth(const Mesh& mesh, const Matrix& weights, double amount,
                       const Workers& workers) {
  // parts without a boundary have no depth: the Poisson problem leaves them out, and D = I there
  std::vector<bool> is_held = boundary_vertices(mesh);
  const std::vector<bool> is_bounded = in_bounded_part(mesh, is_held);
  for (std::size_t i = 0; i < is_held.size(); ++i)
    if (!is_bounded[i]) is_held[i] = true;

  Vector D = leak_from_depth(depth(mesh, is_held, workers), weights, amount);
  for (Index i = 0; i < D.size(); ++i)
    if (!is_bounded[i]) D[i] = 1;
  return D;
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
