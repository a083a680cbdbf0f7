// simulation/island.cpp: block-diagonal masses, contracts and damping of a few bodies.

#include "descant/simulation/island.hpp"

#include <algorithm>

#include "descant/core/error.hpp"
#include "descant/linalg/constrained_solver.hpp"

namespace descant {

Island::Island(const System& system, const std::vector<int>& members)
    : dim_(system.dim()), workers_(system.bodies[members.front()]->workers) {
  const std::vector<Segment> all_dofs = system.dofs(), all_params = system.params();
  Index first_dof = 0, first_param = 0;
  for (const int b : members) {
    const Body& body = *system.bodies[b];
    expect_equal(body.mesh.dim(), dim_, "bodies of a system are of one dimension");
    system_dofs_.push_back(all_dofs[b]);
    system_params_.push_back(all_params[b]);
    Member& member = members_.emplace_back();
    member.body = &body;
    member.dofs = {first_dof, all_dofs[b].size};
    member.params = {first_param, all_params[b].size};
    if (body.alpha > 0 || body.beta > 0) member.rotations.emplace(body.mesh, body.workers);
    first_dof += member.dofs.size;
    first_param += member.params.size;
  }

  mass_.resize(first_dof / dim_);
  diagonal_ = members_.front().body->space.diagonal;
  bool is_constant = true;
  for (const Member& member : members_) {
    mass_.segment(member.dofs.first / dim_, member.dofs.size / dim_) = member.body->space.mass;
    diagonal_ = std::min(diagonal_, member.body->space.diagonal);
    is_split_ = is_split_ && member.body->rest_contract->is_split();
    is_constant = is_constant && member.body->rig->has_constant_jacobian();
  }
  add_terms(system, members);
  if (is_constant && members_.size() == 1)
    constant_contract_ = members_.front().body->rest_contract;
  else if (is_constant)
    constant_contract_ = std::make_shared<const Contract>(contract(Vector::Zero(first_param)));
}

void Island::add_terms(const System& system, const std::vector<int>& members) {
  size_t number = 0;
  for (size_t b = 0; b < system.bodies.size(); ++b) {
    const auto found = std::find(members.begin(), members.end(), static_cast<int>(b));
    for (const auto& term : system.bodies[b]->terms) {
      if (found != members.end()) {
        terms_.emplace_back(*term, std::vector{members_[found - members.begin()].dofs}, dim_);
        term_numbers_.push_back(number);
      }
      ++number;
    }
  }
  for (const auto& coupling : system.couplings) {
    std::vector<Segment> at;
    for (const int b : coupling->bodies()) {
      const auto found = std::find(members.begin(), members.end(), b);
      if (found != members.end()) at.push_back(members_[found - members.begin()].dofs);
    }
    if (!at.empty()) {
      terms_.emplace_back(*coupling, std::move(at), dim_);
      term_numbers_.push_back(number);
    }
    ++number;
  }
}

void Island::pose(ConstVec p, Vector& u_r) const {
  if (members_.size() == 1) return members_.front().body->rig->pose(p, workers_, u_r);
  u_r.resize(num_dofs());
  Vector own;
  for (const Member& member : members_) {
    member.body->rig->pose(p.segment(member.params.first, member.params.size), workers_, own);
    u_r.segment(member.dofs.first, member.dofs.size) = own;
  }
}

Contract Island::contract(ConstVec p) const {
  if (members_.size() == 1) return contract_of(members_.front(), p);
  std::vector<Contract> own;
  std::vector<const Contract*> all;
  for (const Member& member : members_) own.push_back(contract_of(member, p));
  for (const Contract& contract : own) all.push_back(&contract);
  return Contract::joined(all);
}

Contract Island::contract_of(const Member& member, ConstVec p) const {
  const Body& body = *member.body;
  const bool is_alike = body.rest_contract->is_split() == is_split_;
  if (body.rig->has_constant_jacobian() && is_alike) return *body.rest_contract;
  const RigJacobian J = body.rig->jacobian(p.segment(member.params.first, member.params.size));
  return Contract(is_alike ? J : J.unsplit(), body.space);
}

SparseMatrix Island::damping() const {
  const bool is_damped = std::any_of(members_.begin(), members_.end(),
                                     [](const Member& member) { return bool(member.rotations); });
  if (!is_damped) return {};
  ScalarAssembler B(num_vertices());
  for (const Member& member : members_) {
    if (!member.rotations) continue;
    SparseMatrix own = member.body->beta * member.body->stiffness_metric;
    own.diagonal() += member.body->alpha * member.body->space.mass;
    const Index first = member.dofs.first / dim_;
    B.enter({&first, 1});
    B.add(0, own);
  }
  return B.matrix();
}

void Island::eliminate_pinned(SparseMatrix& A_s) const {
  const auto has_pins = [](const Member& member) { return !member.body->space.pinned.empty(); };
  if (std::none_of(members_.begin(), members_.end(), has_pins)) return;
  std::vector<bool> pinned(num_vertices(), false);
  for (const Member& member : members_)
    if (has_pins(member))
      std::copy(member.body->space.pinned.begin(), member.body->space.pinned.end(),
                pinned.begin() + member.dofs.first / dim_);
  eliminate(pinned, A_s);
}

void Island::rotations(const Vector& u_r, Matrix& R) const {
  if (members_.size() == 1) return members_.front().rotations->at(u_r, R);
  R.resize(dim_, num_dofs());
  Matrix own;
  for (const Member& member : members_) {
    const auto [first, size] = member.dofs;
    if (member.rotations)
      member.rotations->at(u_r.segment(first, size), own);
    else
      own = Matrix::Identity(dim_, dim_).replicate(1, size / dim_);
    R.middleCols(first, size) = own;
  }
}

}  // namespace descant
