// simulation/stepper.cpp: poses the rig, builds the contract, finds a start, and minimises.

#include "descant/simulation/stepper.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "descant/core/error.hpp"

namespace descant {

Stepper::Stepper(const Body& body, const StepOptions& options)
    : Stepper(Island(system_of(body), {0}), options) {}

Stepper::Stepper(Island island, const StepOptions& options)
    : island_(std::move(island)), options_(options) {
  options_.solve.diagonal = island_.diagonal();

  // αM + βL, over the step as each integrator differentiates
  const SparseMatrix B_s = island_.damping();
  if (B_s.size() > 0) {
    first_order_damping_ = B_s / options.h;
    second_order_damping_ = 1.5 * B_s / options.h;
  }
  solver_ = make_solver();
}

std::unique_ptr<Solver> Stepper::make_solver() const {
  switch (options_.solver) {
    case SolverKind::fast:
      return make_fast_solver(fast_metric(), island_.dim(), island_.workers());
    case SolverKind::newton_pcg:
      return make_newton_pcg_solver(island_.dim(), island_.workers());
    case SolverKind::exact:
      return make_exact_solver(island_.workers());
    case SolverKind::reference:
      return make_reference_solver();
  }
  throw BugError("internal error: a solver without a maker");
}

MetricKind Stepper::fast_metric() const {
  // direct factors of large bodies cost more to read than all the rest of an iteration
  constexpr Index most_columns = 32;
  if (options_.metric) return *options_.metric;
  const Contract* contract = island_.constant_contract().get();
  if (island_.num_vertices() < large_metric || !contract) return MetricKind::single;
  const ConstraintBasis& basis = *contract->basis();
  const bool is_thin = basis.is_split && basis.Z.cols() <= most_columns;
  return is_thin ? MetricKind::two_level : MetricKind::single;
}

double Stepper::kappa(Integrator integrator) const {
  return (integrator == Integrator::bdf2 ? 2.25 : 1) / (options_.h * options_.h);
}

Motion Stepper::start(ConstVec p) const {
  Vector u_r;
  island_.pose(p, u_r);
  return motionless(u_r, Vector::Zero(u_r.size()));
}

StepReport Stepper::step(ConstVec p_prev, ConstVec p, const Vector& f, Motion& motion,
                         double time) {
  // pose the rig, and forbid what it could have done itself
  island_.pose(p, u_r_);
  std::optional<Contract> moving_contract;
  if (!island_.constant_contract()) moving_contract = island_.contract(p);
  const Contract& contract = moving_contract ? *moving_contract : *island_.constant_contract();

  // find a place to start from
  find_inertial_target(motion);
  find_damping_target(motion);
  update_metric(motion);
  freeze(motion, motion.u_c, time, 0);
  StepReport report;
  if (!find_start(objective(u_r_, f, motion), contract, motion) &&
      !find_start_by_continuation(p_prev, p, f, motion)) {
    report.problem = undefined_pose();
    return report;
  }

  // let physics have the rest
  const SolveReport solved = minimize(contract, f, motion, time);
  const Contract::Kept kept = contract.kept(at_.u_c, contract_scratch_);
  report.status = at_.u_c.allFinite() ? solved.status : StepStatus::not_finite;
  report.iterations = solved.iterations;
  report.fell_back = solved.fell_back;
  report.energy = solved.energy;
  report.contract = kept.residual;
  report.momentum = kept.momentum;
  if (!report.usable()) {
    report.problem = "the solver met values that are not finite";
    return report;
  }
  move_on(motion);
  return report;
}

SolveReport Stepper::minimize(const Contract& contract, const Vector& f, const Motion& motion,
                              double time) {
  SolveReport all = solver_->minimize(objective(u_r_, f, motion), contract, options_.solve, at_);
  // again, until what the terms freeze to is what they were frozen to
  for (int pass = 1; pass < options_.max_passes && at_.u_c.allFinite(); ++pass) {
    if (!freeze(motion, at_.u_c, time, pass)) break;
    const Objective E = objective(u_r_, f, motion);
    evaluate(E, at_, scratch_);
    const SolveReport more = solver_->minimize(E, contract, options_.solve, at_);
    all.iterations += more.iterations;
    all.fell_back |= more.fell_back;
    all.projected_hessians += more.projected_hessians;
    all.status = more.status;
    all.energy = more.energy;
  }
  return all;
}

template <class Visit>
void Stepper::for_stretches(const Visit& visit) const {
  constexpr Index stretch = 1536;
  island_.workers().for_ranges(island_.num_dofs(), stretch, [&](Index begin, Index end) {
    visit([=](auto& x) { return x.segment(begin, end - begin); });
  });
}

void Stepper::move_on(Motion& motion) {
  const bool is_second_order = integrator_of(motion) == Integrator::bdf2;
  const double h = options_.h;
  motion.v_prev.swap(motion.v);
  for_stretches([&](const auto& part) {
    auto u = part(motion.u), u_prev = part(motion.u_prev), v = part(motion.v);
    if (is_second_order)
      v = (3 * (part(u_r_) + part(at_.u_c)) - 4 * u + u_prev) / (2 * h);
    else
      v = (part(u_r_) + part(at_.u_c) - u) / h;
    u_prev = part(u_r_) + part(at_.u_c);
  });
  motion.u_prev.swap(motion.u);  // what was two steps ago has made room for what is now
  motion.u_c_older.swap(motion.u_c_prev);
  motion.u_c_prev.swap(motion.u_c);
  motion.u_c.swap(at_.u_c);
  ++motion.num_steps;
}

std::string Stepper::undefined_pose() const {
  const Vector none = Vector::Zero(u_r_.size());
  const Place::Dofs posed{.u = u_r_.data(), .u_c = none.data(), .u_r = u_r_.data()};
  for (const PlacedEnergy& term : island_.terms())
    if (const auto why = term.energy->why_undefined(term.place(posed))) return *why;
  return "the energy is not finite: forces or stiffness are too large";
}

Integrator Stepper::integrator_of(const Motion& motion) const {
  return motion.num_steps > 0 ? options_.integrator : Integrator::euler;
}

const SparseMatrix& Stepper::damping(Integrator integrator) const {
  return integrator == Integrator::bdf2 ? second_order_damping_ : first_order_damping_;
}

Objective Stepper::objective(const Vector& u_r, const Vector& f, const Motion& motion) const {
  const Integrator integrator = integrator_of(motion);
  return {.terms = terms_.empty() ? island_.terms() : terms_,
          .terms_number = terms_number_,
          .metric = has_frozen_diagonal_ ? frozen_metric_ : base_metric_,
          .mass = island_.mass(),
          .damping = damping(integrator),
          .workers = island_.workers(),
          .dim = island_.dim(),
          .kappa = kappa(integrator),
          .u_r = u_r,
          .u_tilde = u_tilde_,
          .z = z_,
          .f = f};
}

void Stepper::find_inertial_target(const Motion& motion) {
  const bool is_second_order = integrator_of(motion) == Integrator::bdf2;
  const double h = options_.h;
  u_tilde_.resize(motion.u.size());
  for_stretches([&](const auto& part) {
    if (is_second_order)
      part(u_tilde_) = (4 * part(motion.u) - part(motion.u_prev)) / 3 +
                       (2 * h / 3) * (4 * part(motion.v) - part(motion.v_prev)) / 3;
    else
      part(u_tilde_) = part(motion.u) + h * part(motion.v);
  });
}

void Stepper::find_damping_target(const Motion& motion) {
  if (first_order_damping_.size() == 0) return;
  island_.rotations(u_r_, now_);
  past_ = motion.u - motion.u_c;
  island_.rotations(past_, then_);
  turn(now_, then_, motion.u_c, z_);
  if (integrator_of(motion) == Integrator::euler) return;
  past_ = motion.u_prev - motion.u_c_prev;
  island_.rotations(past_, then_);
  turn(now_, then_, motion.u_c_prev, turned_);
  z_ = (4 * z_ - turned_) / 3;
}

bool Stepper::find_start(const Objective& objective, const Contract& contract,
                         const Motion& motion) {
  // each expects less of the motion to go on than the one before; what is no better ends the search
  constexpr std::array<std::array<double, 3>, 4> guesses{
      {{3, -3, 1}, {2, -1, 0}, {1, 0, 0}, {0, 0, 0}}};
  at_.value.total = std::numeric_limits<double>::infinity();
  for (const auto& [now, prev, older] : guesses) {
    guess_.u_c.resize(motion.u_c.size());
    for_stretches([&, a = now, b = prev, c = older](const auto& part) {
      part(guess_.u_c) =
          a * part(motion.u_c) + b * part(motion.u_c_prev) + c * part(motion.u_c_older);
    });
    // where C stays, so does what was feasible
    if (!island_.constant_contract()) contract.project(guess_.u_c, contract_scratch_);

    const double known = at_.value.total;
    const bool has_known = std::isfinite(known);
    if (has_known && lower_bound(objective, at_, guess_.u_c, scratch_) >= known) break;
    evaluate(objective, guess_, scratch_);
    const bool is_lower = guess_.value.total < known;
    if (is_lower) std::swap(at_, guess_);
    if (!is_lower && has_known) break;
  }
  return std::isfinite(at_.value.total);
}

bool Stepper::find_start_by_continuation(ConstVec p_prev, ConstVec p, const Vector& f,
                                         const Motion& motion) {
  // walk p from the last pose to this one, minimising on the way, halving strides that fail
  constexpr double shortest_stride = 1.0 / 256;
  Vector u_c = motion.u_c;
  double reached = 0, stride = 0.5;
  while (reached < 1) {
    const double s = std::min(1.0, reached + stride);
    const Vector p_s = s == 1 ? Vector(p) : Vector(p_prev + s * (p - p_prev));
    Vector u_r;
    island_.pose(p_s, u_r);
    const Contract contract = island_.contract(p_s);
    const Objective E = objective(u_r, f, motion);
    at_.u_c = contract.project(u_c);
    evaluate(E, at_, scratch_);
    if (!std::isfinite(at_.value.total)) {
      stride /= 2;
      if (stride < shortest_stride) return false;
      continue;
    }
    if (s == 1) return true;
    solver_->minimize(E, contract, options_.solve, at_);
    u_c = at_.u_c;
    reached = s;
  }
  return true;
}

}  // namespace descant
