// solve/objective.cpp: E, its gradient and its Hessian, term by term.

#include "descant/solve/objective.hpp"

#include <cmath>

#include "descant/core/error.hpp"

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

/// Inertia, damping and work of some vertices; adds their gradient to g where there is one.
template <int d>
std::array<double, 3> vertex_terms(const Objective& o, const double* u_c, const double* u,
                                   double* g, Index begin, Index end) {
  double inertia = 0, damping = 0, work = 0;
  for (Index i = begin; i < end; ++i) {
    const Eigen::Map<const Vec<d>> u_i(u + d * i), f(o.f.data() + d * i);
    const Vec<d> offset = u_i - Eigen::Map<const Vec<d>>(o.u_tilde.data() + d * i);
    const Vec<d> pull = o.kappa * o.mass[d * i] * offset;
    Vec<d> gradient = pull - f;
    inertia += 0.5 * pull.dot(offset);
    work += u_i.dot(f);
    if (has_damping(o)) {
      const Vec<d> force = damping_force<d>(o, u_c, i);
      const Eigen::Map<const Vec<d>> u_c_i(u_c + d * i), z(o.z.data() + d * i);
      damping += 0.5 * force.dot(u_c_i - z);
      gradient += force;
    }
    if (g != nullptr) Eigen::Map<Vec<d>>(g + d * i) += gradient;
  }
  return {inertia, damping, work};
}

void total_displacement(const Objective& o, ConstVec u_c, ObjectiveScratch& scratch) {
  scratch.u.resize(u_c.size());
  o.workers.for_ranges(u_c.size(), 3 * chunk, [&](Index begin, Index end) {
    scratch.u.segment(begin, end - begin) =
        o.u_r.segment(begin, end - begin) + u_c.segment(begin, end - begin);
  });
}

/// E from its elastic part and the vertices' own; g is null where only E is wanted.
EnergyValue with_vertex_terms(const Objective& o, ConstVec u_c, double phi, double* g,
                              ObjectiveScratch& scratch) {
  const double* u = scratch.u.data();
  const auto [inertia, damping, work] = o.workers.sums_over_ranges(
      u_c.size() / o.dim, chunk, scratch.sums, [&](Index begin, Index end) {
        return o.dim == 2 ? vertex_terms<2>(o, u_c.data(), u, g, begin, end)
                          : vertex_terms<3>(o, u_c.data(), u, g, begin, end);
      });
  return {.total = phi + inertia + damping - work,
          .slack = 1e-14 * (std::abs(phi) + inertia + damping + std::abs(work))};
}

}  // namespace

EnergyValue energy(const Objective& o, ConstVec u_c, ObjectiveScratch& scratch) {
  total_displacement(o, u_c, scratch);
  const double phi = o.elasticity.energy(scratch.u, o.u_r, scratch.elements);
  return with_vertex_terms(o, u_c, phi, nullptr, scratch);
}

EnergyValue energy(const Objective& o, ConstVec u_c) {
  ObjectiveScratch scratch;
  return energy(o, u_c, scratch);
}

EnergyValue energy_and_gradient(const Objective& o, ConstVec u_c, Vector& g,
                                ObjectiveScratch& scratch) {
  total_displacement(o, u_c, scratch);
  const double phi = o.elasticity.energy_and_gradient(scratch.u, o.u_r, g, scratch.elements);
  return with_vertex_terms(o, u_c, phi, g.data(), scratch);
}

EnergyValue energy_and_gradient(const Objective& o, ConstVec u_c, Vector& g) {
  ObjectiveScratch scratch;
  return energy_and_gradient(o, u_c, g, scratch);
}

void hessian(const Objective& o, ConstVec u_c, Curvature curvature, SparseMatrix& Q) {
  const Vector u = o.u_r + u_c;
  o.elasticity.hessian(u, o.u_r, curvature, Q);
  Q.diagonal() += o.kappa * o.mass;
  if (has_damping(o)) add_to_every_coordinate(o.damping, o.dim, Q);
}

void add_to_every_coordinate(const SparseMatrix& B_s, int dim, SparseMatrix& Q) {
  // entry k of a column of B_s stands in block k of the d columns of Q
  const int* outer_B = B_s.outerIndexPtr();
  const int* outer_Q = Q.outerIndexPtr();
  for (Index j = 0; j < B_s.cols(); ++j)
    for (int a = 0; a < dim; ++a) {
      const int begin = outer_Q[dim * j + a];
      expect_equal(outer_Q[dim * j + a + 1] - begin, dim * (outer_B[j + 1] - outer_B[j]),
                   "damping and stiffness share their sparsity");
      for (int k = 0; k < outer_B[j + 1] - outer_B[j]; ++k)
        Q.valuePtr()[begin + dim * k + a] += B_s.valuePtr()[outer_B[j] + k];
    }
}

}  // namespace descant
