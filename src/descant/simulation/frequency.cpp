// simulation/frequency.cpp: responses to white loads, and the lowest mode.

#include "descant/simulation/frequency.hpp"

#include <Spectra/SymEigsSolver.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "descant/core/weighted_median.hpp"
#include "descant/simulation/compliance.hpp"

namespace descant {
namespace {

constexpr int num_loads = 24;
constexpr double compact_body = 0.65;  ///< body frequency of a sphere over its lowest mode

constexpr Index max_direct_vertices = 3000;  ///< beyond, factors of K cost more than iterating

/// x ↦ M^½ (K + σM)⁻¹|_{Cx=0} M^½ x, whose largest eigenvalue is 1/(ω² + σ) of the lowest mode.
class ComplianceOperator {
 public:
  using Scalar = double;
  ComplianceOperator(Compliance& compliance, const Vector& root)
      : compliance_(compliance), root_(root) {}
  Index rows() const { return root_.size(); }
  Index cols() const { return root_.size(); }
  void perform_op(const double* in, double* out) const {
    const Vector load = root_.cwiseProduct(Eigen::Map<const Vector>(in, rows()));
    Eigen::Map<Vector>(out, rows()) = root_.cwiseProduct(compliance_.response(load));
  }

 private:
  Compliance& compliance_;
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

double hertz(double omega_squared) {
  return std::sqrt(std::max(0.0, omega_squared)) / (2 * std::numbers::pi);
}

/// [Hz], by Lanczos; 0 where it cannot be found.
double lowest_mode(Compliance& compliance, const Vector& root, double sigma) {
  const Index num_vectors = std::min<Index>(root.size(), 20);
  ComplianceOperator op(compliance, root);
  Spectra::SymEigsSolver<ComplianceOperator> eigen(op, 1, static_cast<int>(num_vectors));
  std::mt19937_64 engine(1);
  const Vector start = white_noise(root.size(), engine);
  try {
    eigen.init(start.data());
    if (eigen.compute(Spectra::SortRule::LargestAlge, 300, 1e-8) < 1) return 0;
  } catch (const std::exception&) {
    return 0;  // Spectra gives up on operators of tiny rank: a body that can hardly move
  }
  return hertz(1 / eigen.eigenvalues()[0] - sigma);
}

/// The slowest motions within the span of X (dn×k): ω² ascending, and the motions as columns.
std::pair<Vector, Matrix> slowest_within(const Matrix& X, const SparseMatrix& K,
                                         const Vector& mass) {
  const Matrix stiffness = X.transpose() * (K * X), inertia = X.transpose() * mass.asDiagonal() * X;
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> eigen(stiffness, inertia);
  if (eigen.info() != Eigen::Success) return {Vector(), Matrix()};
  return {eigen.eigenvalues(), X * eigen.eigenvectors()};
}

/// [Hz], from above: the slowest motion within the responses, sharpened by responding once more.
/// 0 where it cannot be found.
double lowest_mode_within(const Matrix& responses, Compliance& compliance, const SparseMatrix& K,
                          const Vector& mass) {
  constexpr Index num_sharpened = 4;
  const auto [first, motions] = slowest_within(responses, K, mass);
  if (first.size() == 0) return 0;
  Matrix sharpened = motions.leftCols(std::min(num_sharpened, motions.cols()));
  for (Index k = 0; k < sharpened.cols(); ++k)
    sharpened.col(k) = compliance.response(mass.cwiseProduct(sharpened.col(k)));
  const auto [second, modes] = slowest_within(sharpened, K, mass);
  return second.size() == 0 ? hertz(first[0]) : hertz(second[0]);
}

}  // namespace

Frequencies measure_frequencies(const FrequencyProblem& problem, const Workers& workers) {
  // K + σM at rest, σ far below the stiffness
  const Vector rest = Vector::Zero(problem.mass.size());
  SparseMatrix K = hessian_pattern(problem.terms, rest.size() / problem.dim, problem.dim);
  add_hessians(problem.terms, {.u = rest.data(), .u_c = rest.data(), .u_r = rest.data()},
               Curvature::projected, problem.dim, K);
  const double sigma = 1e-9 * K.diagonal().sum() / problem.mass.sum();
  const Index n = problem.mass.size() / problem.dim;
  const bool is_direct = n <= max_direct_vertices;
  const ComplianceProblem statics{.K = K,
                                  .mass = problem.mass,
                                  .stiffness_metric = problem.stiffness_metric,
                                  .contract = problem.contract,
                                  .dim = problem.dim,
                                  .sigma = sigma};
  const std::unique_ptr<Compliance> compliance =
      is_direct ? make_direct_compliance(statics, workers)
                : make_iterative_compliance(statics, 1e-3, workers);

  // mean squared response to white loads, vertex by vertex
  const Vector root = problem.mass.cwiseSqrt();
  std::mt19937_64 engine(problem.seed);
  Matrix responses(is_direct ? 0 : rest.size(), num_loads);
  Vector squared = Vector::Zero(n);
  double through_metric = 0, through_stiffness = 0;
  for (int k = 0; k < num_loads; ++k) {
    const Vector x = compliance->response(root.cwiseProduct(white_noise(rest.size(), engine)));
    if (!is_direct) responses.col(k) = x;
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
  result.lowest = is_direct ? lowest_mode(*compliance, root, sigma)
                            : lowest_mode_within(responses, *compliance, K, problem.mass);
  if (through_stiffness > 0) result.metric_ratio = through_metric / through_stiffness;
  return result;
}

}  // namespace descant
