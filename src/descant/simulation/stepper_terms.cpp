// simulation/stepper_terms.cpp: the metric of a step, and the terms that freeze themselves.

#include <algorithm>
#include <utility>

#include "descant/simulation/stepper.hpp"

namespace descant {
namespace {

bool are_equal(const std::vector<Vector>& a, const std::vector<Vector>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Vector& x, const Vector& y) {
    return x.size() == y.size() && x == y;
  });
}

}  // namespace

void Stepper::update_metric(Motion& motion) {
  // the state's bounds decide, so that a resumed run has the same metric; the pose may raise them
  const std::vector<PlacedEnergy>& terms = island_.terms();
  motion.bounds.resize(terms.size());
  const Place::Dofs posed{.u = u_r_.data(), .u_c = u_r_.data(), .u_r = u_r_.data()};
  bool is_kept = base_metric_.number > 0;
  for (size_t k = 0; k < terms.size(); ++k)
    if (terms[k].energy->raise_bound(terms[k].place(posed), motion.bounds[k])) is_kept = false;
  if (is_kept && are_equal(motion.bounds, bounds_)) return;
  bounds_ = motion.bounds;
  share_ = metric_share(terms, bounds_, island_.num_vertices());
  base_metric_ = finished_metric(share_);
}

NumberedMatrix Stepper::finished_metric(SparseMatrix share) {
  // the metric of the integrator asked for serves its first step too, which is always Euler's
  share.diagonal() += kappa(options_.integrator) * island_.mass();
  if (damping(options_.integrator).size() > 0) share += damping(options_.integrator);
  share.makeCompressed();
  island_.eliminate_pinned(share);
  return {std::move(share), ++last_number_};
}

bool Stepper::freeze(const Motion& motion, const Vector& u_c, double time, int pass) {
  if (nothing_freezes_) return false;
  const Vector u_r_before = motion.u - motion.u_c, u = u_r_ + u_c;
  const Place::Dofs before{
      .u = motion.u.data(), .u_c = motion.u_c.data(), .u_r = u_r_before.data()};
  const Place::Dofs now{.u = u.data(), .u_c = u_c.data(), .u_r = u_r_.data()};
  std::vector<PlacedEnergy> terms = island_.terms();
  std::vector<std::unique_ptr<const Energy>> frozen;
  for (PlacedEnergy& term : terms) {
    auto held = term.energy->freeze({.time = time,
                                     .h = options_.h,
                                     .pass = pass,
                                     .before = term.place(before),
                                     .now = term.place(now)});
    if (!held) continue;
    term.energy = held.get();
    frozen.push_back(std::move(held));
  }
  nothing_freezes_ = frozen.empty();
  if (nothing_freezes_) return false;
  if (pass > 0 && is_still(terms, now)) return false;
  terms_ = std::move(terms);
  frozen_ = std::move(frozen);
  ++terms_number_;
  update_frozen_metric();
  return true;
}

bool Stepper::is_still(const std::vector<PlacedEnergy>& terms, const Place::Dofs& at) const {
  // E is the same function nearby where forces and metric of what was frozen anew are
  Vector before = Vector::Zero(island_.num_dofs()), after = before;
  EnergyScratch scratch;
  std::vector<PlacedEnergy> old_frozen, new_frozen;
  for (size_t k = 0; k < terms.size(); ++k) {
    if (terms[k].energy == island_.terms()[k].energy) continue;
    old_frozen.push_back(terms_[k]);
    new_frozen.push_back(terms[k]);
    terms_[k].energy->value_and_add_gradient(terms_[k].place(at),
                                             {before.data(), terms_[k].segments}, scratch);
    terms[k].energy->value_and_add_gradient(terms[k].place(at), {after.data(), terms[k].segments},
                                            scratch);
  }
  constexpr double alike = 1e-9;
  if ((after - before).norm() > alike * before.norm()) return false;
  const Index n = island_.num_vertices();
  const Vector old_diagonal = frozen_diagonal(old_frozen, n),
               diagonal = frozen_diagonal(new_frozen, n);
  return old_diagonal.size() == diagonal.size() && old_diagonal == diagonal;
}

void Stepper::update_frozen_metric() {
  std::vector<PlacedEnergy> frozen;
  for (size_t k = 0; k < terms_.size(); ++k)
    if (terms_[k].energy != island_.terms()[k].energy) frozen.push_back(terms_[k]);
  const Vector diagonal = frozen_diagonal(frozen, island_.num_vertices());
  has_frozen_diagonal_ = diagonal.size() > 0;
  if (!has_frozen_diagonal_) return;
  SparseMatrix share = share_;
  share.diagonal() += diagonal;
  frozen_metric_ = finished_metric(std::move(share));
}

}  // namespace descant
