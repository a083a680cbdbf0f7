// solve/objective.cpp: E, its gradient and its Hessian, term by term.

#include "descant/solve/objective.hpp"

#include <algorithm>
#include <cmath>

namespace descant {
namespace {

constexpr Index chunk = 512;  // vertices a task

bool has_damping(const Objective& o) { return o.damping.size() > 0; }

/// Row i of B_s (u_c − z), which is column i as B_s is symmetric.
template <int d>
Vec<d> damping_force(const Objective& o, const double* u_c, Index i) {
  Vec<d> force = Vec<d>::Zero();
  for (SparseMatrix::InnerIterator it(o.damping, i); it; ++it) {
    const Eigen::Map<const Vec<d>> u(u_c + d * it.row()), z(o.z.data() + d * it.row());
    force += it.value() * (u - z);
  }
  return force;
}

/// What the terms of E that are summed over vertices read and write.
struct VertexData {
  const double* u_c = nullptr;
  const double* u = nullptr;
  const double* reaction = nullptr;  ///< null for none
  double* g = nullptr;               ///< overwritten by their gradient; null where only E is wanted
};

/// Inertia, damping and work of some vertices.
template <int d>
std::array<double, 3> vertex_terms(const Objective& o, const VertexData& at, Index begin,
                                   Index end) {
  const bool is_pushed = o.f.size() > 0, is_damped = has_damping(o);
  double inertia = 0, damping = 0, work = 0;
  for (Index i = begin; i < end; ++i) {
    const Eigen::Map<const Vec<d>> u(at.u + d * i);
    const Vec<d> offset = u - Eigen::Map<const Vec<d>>(o.u_tilde.data() + d * i);
    Vec<d> gradient = o.kappa * o.mass[i] * offset;
    inertia += 0.5 * gradient.dot(offset);
    if (is_pushed) {
      const Eigen::Map<const Vec<d>> f(o.f.data() + d * i);
      gradient -= f;
      work += u.dot(f);
    }
    if (is_damped) {
      const Vec<d> force = damping_force<d>(o, at.u_c, i);
      const Eigen::Map<const Vec<d>> u_c(at.u_c + d * i), z(o.z.data() + d * i);
      damping += 0.5 * force.dot(u_c - z);
      gradient += force;
    }
    if (at.reaction) gradient -= Eigen::Map<const Vec<d>>(at.reaction + d * i);
    if (at.g) Eigen::Map<Vec<d>>(at.g + d * i) = gradient;
  }
  return {inertia, damping, work};
}

const Vector& total_displacement(const Objective& o, ConstVec u_c, ObjectiveScratch& scratch) {
  scratch.u.resize(u_c.size());
  o.workers.for_ranges(u_c.size(), 3 * chunk, [&](Index begin, Index end) {
    scratch.u.segment(begin, end - begin) =
        o.u_r.segment(begin, end - begin) + u_c.segment(begin, end - begin);
  });
  return scratch.u;
}

/// E where u_c and u are known; g is overwritten unless it is null.
EnergyValue evaluated(const Objective& o, VertexData at, const Vector& u, Vector* g,
                      ObjectiveScratch& scratch) {
  // the vertices' own part first: it overwrites g, and the terms add to it
  at.u = u.data();
  if (g) {
    g->resize(u.size());
    at.g = g->data();
  }
  const auto [inertia, damping, work] =
      o.workers.sums_over_ranges(o.mass.size(), chunk, scratch.sums, [&](Index begin, Index end) {
        return o.dim == 2 ? vertex_terms<2>(o, at, begin, end) : vertex_terms<3>(o, at, begin, end);
      });

  scratch.terms.resize(std::max(scratch.terms.size(), o.terms.size()));
  const Place::Dofs dofs{.u = at.u, .u_c = at.u_c, .u_r = o.u_r.data()};
  EnergyValue sum;
  for (size_t k = 0; k < o.terms.size(); ++k) {
    const PlacedEnergy& term = o.terms[k];
    const Place place = term.place(dofs);
    const EnergyValue part =
        g ? term.energy->value_and_add_gradient(place, {at.g, term.segments}, scratch.terms[k])
          : term.energy->value(place, scratch.terms[k]);
    sum.total += part.total;
    sum.size += part.size;
  }
  return {.total = sum.total + inertia + damping - work,
          .size = sum.size + inertia + damping + std::abs(work)};
}

}  // namespace

EnergyValue energy(const Objective& o, const Trial& at, ObjectiveScratch& scratch) {
  return evaluated(o, {.u_c = at.u_c.data()}, at.u, nullptr, scratch);
}

EnergyValue energy(const Objective& o, ConstVec u_c, ObjectiveScratch& scratch) {
  return evaluated(o, {.u_c = u_c.data()}, total_displacement(o, u_c, scratch), nullptr, scratch);
}

EnergyValue energy(const Objective& o, ConstVec u_c) {
  ObjectiveScratch scratch;
  return energy(o, u_c, scratch);
}

EnergyValue energy_and_gradient(const Objective& o, const Trial& at, const Vector& reaction,
                                Vector& g, ObjectiveScratch& scratch) {
  const double* taken = reaction.size() > 0 ? reaction.data() : nullptr;
  return evaluated(o, {.u_c = at.u_c.data(), .reaction = taken}, at.u, &g, scratch);
}

EnergyValue energy_and_gradient(const Objective& o, ConstVec u_c, Vector& g,
                                ObjectiveScratch& scratch) {
  return evaluated(o, {.u_c = u_c.data()}, total_displacement(o, u_c, scratch), &g, scratch);
}

EnergyValue energy_and_gradient(const Objective& o, ConstVec u_c, Vector& g) {
  ObjectiveScratch scratch;
  return energy_and_gradient(o, u_c, g, scratch);
}

void evaluate(const Objective& o, Iterate& at, ObjectiveScratch& scratch) {
  at.value = energy_and_gradient(o, at.u_c, at.g, scratch);
}

double lower_bound(const Objective& o, const Iterate& at, const Vector& u_c,
                   ObjectiveScratch& scratch) {
  const auto sums =
      o.workers.sums_over_ranges(o.mass.size(), chunk, scratch.sums, [&](Index begin, Index end) {
        double slope = 0, inertia = 0;
        for (Index i = begin; i < end; ++i) {
          double squared = 0;
          for (Index k = o.dim * i; k < o.dim * (i + 1); ++k) {
            const double delta = u_c[k] - at.u_c[k];
            slope += at.g[k] * delta;
            squared += delta * delta;
          }
          inertia += 0.5 * o.kappa * o.mass[i] * squared;
        }
        return std::array<double, 3>{slope, inertia, 0};
      });
  return at.value.total + sums[0] + sums[1];
}

bool ObjectiveHessian::update(const Objective& o, ConstVec u_c, Curvature curvature) {
  const bool is_new = terms_number_ != o.terms_number;
  if (is_new) Q_ = hessian_pattern(o.terms, o.mass.size(), o.dim);
  terms_number_ = o.terms_number;

  const Vector u = o.u_r + u_c;
  Q_.coeffs().setZero();
  add_hessians(o.terms, {.u = u.data(), .u_c = u_c.data(), .u_r = o.u_r.data()}, curvature, o.dim,
               Q_);
  for (Index k = 0; k < Q_.cols(); ++k) Q_.coeffRef(k, k) += o.kappa * o.mass[k / o.dim];
  if (has_damping(o)) add_to_every_coordinate(o.damping, o.dim, Q_);
  return is_new;
}

}  // namespace descant
