// solve/fast.cpp: L-BFGS around the prefactored scalar metric.
//
//   d = −H g,  H from the last pairs on H₀ = γP          u_c ← u_c + t d
//
// P maps any gradient into null(C), so every iterate is as feasible as the start. An iteration is
// one element pass, one back-solve and two passes over the pairs. Where the way ahead looks long,
// `newton-pcg` goes on from the iterate reached.

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "descant/linalg/limited_memory.hpp"
#include "descant/linalg/vector_kernels.hpp"
#include "descant/solve/contract_metric.hpp"
#include "descant/solve/line_search.hpp"
#include "descant/solve/solver.hpp"

namespace descant {
namespace {

constexpr int max_pairs = 5;

/// A short descent is as short with fewer pairs, and an iteration takes less time.
constexpr int few_pairs = 3, short_descent = 10;

constexpr int window = 20;  ///< iterations a rate is taken over: movements come in bursts

/// Watches how fast the movement shrinks, to tell a long way from a short one.
class Foresight {
 public:
  /// Takes in one more iteration.
  /// @param moved  how far, over the tolerance
  /// @param left   how far it was to go, RMS, over the tolerance
  void watch(double moved, double left) {
    // the length of the first is a guess: no pair has told yet how stiff the body is
    const bool is_small = count_ > 0 && (moved <= 1 || left <= 0.5);
    num_small_ = is_small ? num_small_ + 1 : 0;
    sum_ += std::log(moved);
    if (++count_ % window != 0) return;
    before_ = std::exchange(now_, sum_ / window);
    sum_ = 0;
  }

  /// True where the goal is reached: of a slow descent one small iteration says little.
  bool has_arrived() const { return num_small_ >= (count_ <= 2 * window ? 1 : 2); }

  /// True where, at the rate of the last iterations, the goal is too far away.
  /// @param patience  iterations that are cheaper than another way; what it takes to judge grows
  ///                  with it
  /// @param left      iterations there are
  bool is_hopeless(double patience, double left) const {
    if (count_ % window != 0 || count_ < 0.4 * patience) return false;
    const double rate = (now_ - before_) / window;
    return now_ > 0 && !(rate < 0 && now_ / -rate < std::min(patience, left));
  }

 private:
  int count_ = 0, num_small_ = 0;
  double sum_ = 0;               ///< of the logarithms of this window
  double now_ = 0, before_ = 0;  ///< their mean in the last two windows
};

/// A bound on the RMS distance to the minimum, weighted by mass, before a step of slope gᵀd:
///   ½κm x² ≤ E − E_min ≈ −½ gᵀd
/// Elasticity only makes E steeper, except where it buckles.
double distance_left(double slope, double kappa, double mass) {
  return std::sqrt(std::max(0.0, -slope) / (kappa * mass));
}

class FastSolver : public Solver {
 public:
  FastSolver(std::shared_ptr<const ScalarMetric> metric, FastFallback fallback,
             const Workers& workers)
      : way_out_(std::move(fallback)),
        workers_(workers),
        metric_(std::move(metric)),
        memory_(max_pairs, workers) {}

  SolveReport minimize(const Objective& objective, const Contract& contract,
                       const SolveOptions& options, Vector& u_c) override {
    SolveReport report = descend(objective, contract, options, u_c);
    if (report.status == StepStatus::stalled) {
      if (!fallback_) fallback_ = make_newton_pcg_solver(way_out_.metric(), workers_);
      SolveOptions rest = options;
      rest.max_iterations -= report.iterations;
      const SolveReport second = fallback_->minimize(objective, contract, rest, u_c);
      report.status = second.status;
      report.iterations += second.iterations;
      report.projected_hessians = second.projected_hessians;
      report.energy = second.energy;
      report.fell_back = true;
    }
    contract.settle(u_c, contract_scratch_);
    return report;
  }

 private:
  /// Status `stalled` asks for the fallback.
  SolveReport descend(const Objective& objective, const Contract& contract,
                      const SolveOptions& options, Vector& u_c) {
    SolveReport report;
    EnergyValue value = energy_and_gradient(objective, u_c, g_, scratch_);
    report.energy = value.total;
    if (!std::isfinite(value.total)) return report;
    report.status = StepStatus::stalled;
    if (!metric_.follow(contract)) return report;
    if (options.on_iterate) options.on_iterate(value.total);

    // what C answers hardly changes within a step: without it, gradients keep their digits
    contract.split_reaction(g_, reaction_, contract_scratch_);
    metric_.apply(g_, w_);
    memory_.start(std::move(g_), std::move(w_));

    Foresight foresight;
    const double tolerance = options.tolerance * options.diagonal;
    const double mass = objective.mass.sum() / objective.dim;
    while (report.iterations < options.max_iterations) {
      ++report.iterations;
      const double slope = memory_.direction(direction_);
      if (!std::isfinite(slope)) return report;
      const double longest = largest_movement(direction_, objective.dim);
      if (is_negligible(longest, options.diagonal)) {
        report.status = StepStatus::converged;
        return report;
      }
      const bool is_last = is_drowned(slope, value);
      const double step = slope < 0 ? advance(objective, slope, value, u_c) : 0;
      if (step == 0 && !is_last) return report;
      report.energy = value.total;
      if (options.on_iterate) options.on_iterate(value.total);

      // a step cut short says nothing about how far it is
      const double left = distance_left(slope, objective.kappa, mass);
      foresight.watch(longest / tolerance, left / tolerance);
      if (is_last || foresight.has_arrived()) {
        report.status = StepStatus::converged;
        return report;
      }
      const int iterations_left = options.max_iterations - report.iterations;
      if (foresight.is_hopeless(way_out_.patience, iterations_left)) return report;
      add_scaled(-1, reaction_, g_, g_);
      contract.clear_pinned(g_);
      metric_.apply(g_, w_);
      memory_.keep(report.iterations < short_descent ? few_pairs : max_pairs);
      memory_.update(step, std::move(direction_), std::move(g_), std::move(w_));
    }
    report.status = StepStatus::iteration_limit;
    return report;
  }

  /// Backtracks from a full step, each trial with its gradient; moves u_c, g_ and `value` along.
  /// Returns the step taken, or 0 where none lowers E.
  double advance(const Objective& objective, double slope, EnergyValue& value, Vector& u_c) {
    constexpr int max_halvings = 20;
    double t = 1;
    for (int i = 0; i < max_halvings; ++i, t /= 2) {
      add_scaled(t, direction_, u_c, trial_);
      const EnergyValue next = energy_and_gradient(objective, trial_, g_, scratch_);
      if (!is_sufficient_decrease(value, next, t * slope)) continue;
      u_c.swap(trial_);
      value = next;
      return t;
    }
    return 0;
  }

  /// result = x + t y
  void add_scaled(double t, const Vector& y, const Vector& x, Vector& result) const {
    constexpr Index chunk = 1536;
    const std::array<double, 2> factors{1, t};
    result.resize(x.size());
    workers_.for_ranges(x.size(), chunk, [&](Index begin, Index end) {
      const std::array<const double*, 2> vectors{x.data() + begin, y.data() + begin};
      combine(end - begin, 2, factors.data(), vectors.data(), result.data() + begin);
    });
  }

  FastFallback way_out_;
  Workers workers_;
  ContractMetric metric_;
  LimitedMemory memory_;
  std::unique_ptr<Solver> fallback_;  ///< made when it is first needed
  Vector g_, w_, direction_, trial_, reaction_;
  ObjectiveScratch scratch_;
  ContractScratch contract_scratch_;
};

}  // namespace

std::unique_ptr<Solver> make_fast_solver(std::shared_ptr<const ScalarMetric> metric,
                                         FastFallback fallback, const Workers& workers) {
  return std::make_unique<FastSolver>(std::move(metric), std::move(fallback), workers);
}

}  // namespace descant
