// solve/fast.cpp: L-BFGS around the prefactored scalar metric.
//
//   d = −H g,  H from the last pairs on H₀ = γP          u_c ← u_c + t d
//
// P maps any gradient into null(C), so every iterate is as feasible as the start. An iteration is
// one element pass, one back-solve and two passes over the pairs. Where the way ahead looks long,
// `newton-pcg` goes on from the iterate reached.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "descant/linalg/limited_memory.hpp"
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
  FastSolver(MetricKind kind, int dim, const Workers& workers)
      : dim_(dim),
        // of a large body Newton's metric is a factor of its own, which takes seconds to make
        patience_(kind == MetricKind::two_level ? 500 : 100),
        workers_(workers),
        metric_(kind, dim, workers),
        memory_(max_pairs, workers) {}

  SolveReport minimize(const Objective& objective, const Contract& contract,
                       const SolveOptions& options, Iterate& at) override {
    SolveReport report = descend(objective, contract, options, at);
    if (report.status == StepStatus::stalled) {
      if (!fallback_) fallback_ = make_newton_pcg_solver(dim_, workers_);
      SolveOptions rest = options;
      rest.max_iterations -= report.iterations;
      evaluate(objective, at, scratch_);
      const SolveReport second = fallback_->minimize(objective, contract, rest, at);
      report.status = second.status;
      report.iterations += second.iterations;
      report.projected_hessians = second.projected_hessians;
      report.energy = second.energy;
      report.fell_back = true;
    }
    contract.settle(at.u_c, contract_scratch_);
    return report;
  }

 private:
  /// Status `stalled` asks for the fallback. Leaves nothing to be relied on in at.g.
  SolveReport descend(const Objective& objective, const Contract& contract,
                      const SolveOptions& options, Iterate& at) {
    SolveReport report;
    report.energy = at.value.total;
    if (!std::isfinite(at.value.total)) return report;
    report.status = StepStatus::stalled;
    if (!metric_.follow(objective.metric, contract)) return report;
    if (options.on_iterate) options.on_iterate(at.value.total);

    // what C answers hardly changes within a step: without it, gradients keep their digits
    contract.split_reaction(at.g, reaction_, contract_scratch_);
    metric_.apply(at.g, w_);
    memory_.start(std::move(at.g), std::move(w_));

    Foresight foresight;
    const double tolerance = options.tolerance * options.diagonal;
    const double mass = objective.mass.sum();
    while (report.iterations < options.max_iterations) {
      ++report.iterations;
      const Prospect ahead = look_ahead(objective, at.u_c);
      if (!std::isfinite(ahead.slope)) return report;
      if (is_negligible(ahead.longest, options.diagonal)) {
        report.status = StepStatus::converged;
        return report;
      }
      // a step cut short says nothing about how far it is
      const double left = distance_left(ahead.slope, objective.kappa, mass);
      foresight.watch(ahead.longest / tolerance, left / tolerance);
      const bool drowns = is_drowned(ahead.slope, at.value);
      const bool is_last = drowns || foresight.has_arrived();
      const Wanted wanted = is_last ? Wanted::energy : Wanted::all;
      const double step = ahead.slope < 0 ? advance(objective, ahead.slope, wanted, at) : 0;
      if (step == 0 && !drowns) return report;
      report.energy = at.value.total;
      if (options.on_iterate) options.on_iterate(at.value.total);
      if (is_last) {
        report.status = StepStatus::converged;
        return report;
      }
      const int iterations_left = options.max_iterations - report.iterations;
      if (foresight.is_hopeless(patience_, iterations_left)) return report;
      contract.clear_pinned(at.g);
      metric_.apply(at.g, w_);
      memory_.keep(report.iterations < short_descent ? few_pairs : max_pairs);
      memory_.update(step, std::move(direction_), std::move(at.g), std::move(w_));
    }
    report.status = StepStatus::iteration_limit;
    return report;
  }

  /// The next direction, before it is gone along.
  struct Prospect {
    double slope;    ///< gᵀd
    double longest;  ///< movement of a vertex [m]
  };

  /// Finds the direction and, while it is at hand, the place a full step along it leads to.
  Prospect look_ahead(const Objective& objective, const Vector& u_c) {
    constexpr Index stretch = LimitedMemory::stretch;
    static_assert(stretch % 6 == 0, "vertices are in one piece");
    trial_.u_c.resize(u_c.size());
    trial_.u.resize(u_c.size());
    longest_.assign((u_c.size() + stretch - 1) / stretch, 0.0);
    const double slope = memory_.direction(direction_, [&](Index begin, Index end) {
      place(objective, u_c, 1, begin, end);
      longest_[begin / stretch] =
          largest_movement(direction_.segment(begin, end - begin), objective.dim);
    });
    return {slope, *std::max_element(longest_.begin(), longest_.end())};
  }

  /// Some dofs of the place that a step of t along the direction leads to.
  void place(const Objective& objective, const Vector& u_c, double t, Index begin, Index end) {
    const Index count = end - begin;
    trial_.u_c.segment(begin, count) =
        u_c.segment(begin, count) + t * direction_.segment(begin, count);
    trial_.u.segment(begin, count) =
        objective.u_r.segment(begin, count) + trial_.u_c.segment(begin, count);
  }

  enum class Wanted { energy, all };

  /// Backtracks from a full step; moves u_c and the value along, and g, without the reaction, where
  /// that is wanted. Returns the step taken, or 0 where none lowers E: g is then that of a trial.
  double advance(const Objective& objective, double slope, Wanted wanted, Iterate& at) {
    constexpr int max_halvings = 20;
    double t = 1;
    for (int i = 0; i < max_halvings; ++i, t /= 2) {
      if (i > 0)
        workers_.for_ranges(at.u_c.size(), LimitedMemory::stretch, [&](Index begin, Index end) {
          place(objective, at.u_c, t, begin, end);
        });
      const EnergyValue next =
          wanted == Wanted::all ? energy_and_gradient(objective, trial_, reaction_, at.g, scratch_)
                                : energy(objective, trial_, scratch_);
      if (!is_sufficient_decrease(at.value, next, t * slope)) continue;
      at.u_c.swap(trial_.u_c);
      at.value = next;
      return t;
    }
    return 0;
  }

  int dim_;
  double patience_;  ///< further iterations that are cheaper than handing over
  Workers workers_;
  ContractMetric metric_;
  LimitedMemory memory_;
  std::unique_ptr<Solver> fallback_;  ///< made when it is first needed
  Vector w_, direction_, reaction_;
  Trial trial_;
  std::vector<double> longest_;  ///< movement in each stretch of the direction
  ObjectiveScratch scratch_;
  ContractScratch contract_scratch_;
};

}  // namespace

std::unique_ptr<Solver> make_fast_solver(MetricKind kind, int dim, const Workers& workers) {
  return std::make_unique<FastSolver>(kind, dim, workers);
}

}  // namespace descant
