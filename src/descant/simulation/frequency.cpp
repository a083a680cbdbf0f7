// simulation/frequency.cpp: responses to white loads, and the lowest mode.

#include "descant/simulation/frequency.hpp"

#include <Spectra/SymEigsSolver.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "descant/core/error.hpp"
#include "descant/linalg/constrained_solver.hpp"

namespace descant {
namespace {

constexpr int num_loads = 24;
constexpr double compact_body = 0.65;  ///< body frequency of a sphere over its lowest mode

/// x ↦ M^½ (K + σM)⁻¹|_{Cx=0} M^½ x, whose largest eigenvalue is 1/(ω² + σ) of the lowest mode.
class ComplianceOperator {
 public:
  using Scalar = double;
  ComplianceOperator(const ConstrainedSolver& solver, const Contract& contract, const Vector& root)
      : solver_(solver), contract_(contract), root_(root) {}
  Index rows() const { return root_.size(); }
  Index cols() const { return root_.size(); }
  void perform_op(const double* in, double* out) const {
    const Vector load = root_.cwiseProduct(Eigen::Map<const Vector>(in, rows()));
    Eigen::Map<Vector>(out, rows()) = root_.cwiseProduct(response(load));
  }
  Vector response(Vector load) const {
    for (Index i = 0; i < load.size(); ++i)
      if (contract_.pinned_dofs()[i]) load[i] = 0;
    return contract_.project(solver_.solve(load));
  }

 private:
  const ConstrainedSolver& solver_;
  const Contract& contract_;
  const Vector& root_;
};

/// Standard normal numbers that are the same with every standard library.
Vector white_noise(Index size, std::mt19937_64& engine) {
  const auto uniform = [&] { return (static_cast<double>(engine() >> 11) + 0.5) * 0x1p-53; };
  Vector result(size);
  for (double& value : result)
    value = std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
  return result;
}

/// The value below which half of the weight lies.
double weighted_median(const Vector& values, const Vector& weights) {
  std::vector<std::pair<double, double>> sorted;
  for (Index i = 0; i < values.size(); ++i)
    if (weights[i] > 0) sorted.emplace_back(values[i], weights[i]);
  std::sort(sorted.begin(), sorted.end());
  double below = 0;
  const double half = weights.sum() / 2;
  for (const auto& [value, weight] : sorted)
    if ((below += weight) >= half) return value;
  return 0;
}

/// [Hz]; 0 where it cannot be found.
double lowest_mode(const ComplianceOperator& compliance, double sigma) {
  const Index size = compliance.rows();
  const Index num_vectors = std::min<Index>(size, 20);
  ComplianceOperator op = compliance;
  Spectra::SymEigsSolver<ComplianceOperator> eigen(op, 1, static_cast<int>(num_vectors));
  std::mt19937_64 engine(1);
  const Vector start = white_noise(size, engine);
  try {
    eigen.init(start.data());
    if (eigen.compute(Spectra::SortRule::LargestAlge, 300, 1e-8) < 1) return 0;
  } catch (const std::exception&) {
    return 0;  // Spectra gives up on operators of tiny rank: a body that can hardly move
  }
  const double omega_squared = 1 / eigen.eigenvalues()[0] - sigma;
  return std::sqrt(std::max(0.0, omega_squared)) / (2 * std::numbers::pi);
}

}  // namespace

Frequencies measure_frequencies(const FrequencyProblem& problem, const Workers& workers) {
  // K + σM at rest, σ far below the stiffness
  const Vector rest = Vector::Zero(problem.mass.size());
  SparseMatrix K = problem.elasticity.pattern();
  problem.elasticity.hessian(rest, rest, Curvature::projected, K);
  const double sigma = 1e-9 * K.diagonal().sum() / problem.mass.sum();
  SparseMatrix shifted = K;
  shifted.diagonal() += sigma * problem.mass;
  eliminate(problem.contract.pinned_dofs(), shifted);
  ConstrainedSolver solver(K, workers);
  if (!solver.factorize(shifted, problem.contract.basis()))
    throw InputError("material", "the stiffness at rest cannot be factored",
                     "Bring stiffness, density and size closer to each other");

  // mean squared response to white loads, vertex by vertex
  const Vector root = problem.mass.cwiseSqrt();
  const ComplianceOperator compliance(solver, problem.contract, root);
  std::mt19937_64 engine(problem.seed);
  const Index n = problem.mass.size() / problem.dim;
  Vector squared = Vector::Zero(n);
  double through_metric = 0, through_stiffness = 0;
  for (int k = 0; k < num_loads; ++k) {
    const Vector x = compliance.response(root.cwiseProduct(white_noise(rest.size(), engine)));
    squared += rows_of(x, problem.dim).rowwise().squaredNorm() / num_loads;
    const Positions points = rows_of(x, problem.dim);
    through_metric += points.cwiseProduct(problem.stiffness_metric * points).sum();
    through_stiffness += x.dot(K * x);
  }

  // the frequency half of the mass lies below; pinned vertices do not take part
  Vector local(n), weights(n);
  const double total_mass = problem.mass.sum() / problem.dim;
  for (Index i = 0; i < n; ++i) {
    const bool moves = squared[i] > 0;
    weights[i] = moves ? problem.mass[problem.dim * i] : 0;
    local[i] = moves ? std::pow(total_mass * squared[i], -0.25) / (2 * std::numbers::pi) : 0;
  }
  Frequencies result;
  result.body = weighted_median(local, weights) / compact_body;
  result.lowest = lowest_mode(compliance, sigma);
  if (through_stiffness > 0) result.metric_ratio = through_metric / through_stiffness;
  return result;
}

}  // namespace descant
