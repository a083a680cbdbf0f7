// simulation/system_stepper.cpp: hands each island its part of the state, and takes it back.

#include "descant/simulation/system_stepper.hpp"

#include <algorithm>

namespace descant {
namespace {

Index size_of(const std::vector<Segment>& segments) {
  Index size = 0;
  for (const Segment& segment : segments) size += segment.size;
  return size;
}

Vector gathered(ConstVec whole, const std::vector<Segment>& segments) {
  Vector part(size_of(segments));
  Index at = 0;
  for (const auto& [first, size] : segments) {
    part.segment(at, size) = whole.segment(first, size);
    at += size;
  }
  return part;
}

void scatter(const Vector& part, const std::vector<Segment>& segments, Vector& whole) {
  Index at = 0;
  for (const auto& [first, size] : segments) {
    whole.segment(first, size) = part.segment(at, size);
    at += size;
  }
}

Motion part_of(const Motion& whole, const Island& island) {
  Motion part;
  part.num_steps = whole.num_steps;
  const auto copy = [&](Vector Motion::*dofs) {
    part.*dofs = gathered(whole.*dofs, island.dofs());
  };
  for (Vector Motion::*dofs : {&Motion::u, &Motion::u_prev, &Motion::v, &Motion::v_prev,
                               &Motion::u_c, &Motion::u_c_prev, &Motion::u_c_older})
    copy(dofs);
  for (const size_t term : island.term_numbers())
    part.bounds.push_back(term < whole.bounds.size() ? whole.bounds[term] : Vector());
  return part;
}

void put_back(const Motion& part, const Island& island, Motion& whole) {
  for (Vector Motion::*dofs : {&Motion::u, &Motion::u_prev, &Motion::v, &Motion::v_prev,
                               &Motion::u_c, &Motion::u_c_prev, &Motion::u_c_older})
    scatter(part.*dofs, island.dofs(), whole.*dofs);
  for (size_t k = 0; k < part.bounds.size(); ++k)
    whole.bounds[island.term_numbers()[k]] = part.bounds[k];
}

/// Adds an island's report to that of all.
void fold(const StepReport& island, StepReport& all) {
  if (all.status == StepStatus::converged) all.status = island.status;
  if (!island.usable()) all.status = StepStatus::not_finite;
  all.iterations += island.iterations;
  all.fell_back |= island.fell_back;
  all.energy += island.energy;
  all.contract = std::max(all.contract, island.contract);
  all.momentum = std::max(all.momentum, island.momentum);
  if (all.problem.empty()) all.problem = island.problem;
}

}  // namespace

SystemStepper::SystemStepper(const System& system, const StepOptions& options) : system_(system) {
  for (const std::vector<int>& members : system.islands())
    islands_.push_back(std::make_unique<Stepper>(Island(system, members), options));
}

Motion SystemStepper::start(ConstVec p) const {
  if (islands_.size() == 1) return islands_.front()->start(p);
  Vector u_r(system_.num_dofs());
  for (const auto& stepper : islands_) {
    const Island& island = stepper->island();
    scatter(stepper->start(gathered(p, island.params())).u, island.dofs(), u_r);
  }
  return motionless(u_r, Vector::Zero(u_r.size()));
}

StepReport SystemStepper::step(ConstVec p_prev, ConstVec p, const Vector& f, Motion& motion,
                               double time) {
  if (islands_.size() == 1) return islands_.front()->step(p_prev, p, f, motion, time);

  const auto count = static_cast<Index>(islands_.size());
  std::vector<StepReport> reports(islands_.size());
  std::vector<Motion> parts(islands_.size());
  system_.workers.for_ranges(count, 1, [&](Index i, Index) {
    const Island& island = islands_[i]->island();
    parts[i] = part_of(motion, island);
    reports[i] =
        islands_[i]->step(gathered(p_prev, island.params()), gathered(p, island.params()),
                          f.size() > 0 ? gathered(f, island.dofs()) : Vector(), parts[i], time);
  });

  StepReport all;
  all.status = StepStatus::converged;
  for (const StepReport& report : reports) fold(report, all);
  if (!all.usable()) return all;
  for (const auto& stepper : islands_)
    for (const size_t term : stepper->island().term_numbers())
      if (motion.bounds.size() <= term) motion.bounds.resize(term + 1);
  for (size_t i = 0; i < islands_.size(); ++i) put_back(parts[i], islands_[i]->island(), motion);
  ++motion.num_steps;
  return all;
}

Contract::Kept SystemStepper::kept(ConstVec p, ConstVec u_c) const {
  Contract::Kept worst{0, 0};
  ContractScratch scratch;
  for (const auto& stepper : islands_) {
    const Island& island = stepper->island();
    const Vector own = gathered(u_c, island.dofs());
    const Contract::Kept kept =
        island.constant_contract()
            ? island.constant_contract()->kept(own, scratch)
            : island.contract(gathered(p, island.params())).kept(own, scratch);
    worst = {std::max(worst.residual, kept.residual), std::max(worst.momentum, kept.momentum)};
  }
  return worst;
}

}  // namespace descant
