// solve/objective.cpp: E, its gradient and its Hessian, term by term.

#include "descant/solve/objective.hpp"

#include <cmath>

#include "descant/core/error.hpp"

namespace descant {
namespace {

/// B (u_c − z), or nothing without damping.
Vector damping_force(const Objective& o, ConstVec u_c) {
  const Vector offset = u_c - o.z;
  const Positions product = o.damping * rows_of(offset, o.dim);
  return flat(product);
}

bool has_damping(const Objective& o) { return o.damping.size() > 0; }

EnergyValue sum_parts(double phi, double inertia, double damping, double work) {
  return {.total = phi + inertia + damping - work,
          .slack = 1e-14 * (std::abs(phi) + inertia + damping + std::abs(work))};
}

}  // namespace

EnergyValue energy(const Objective& o, ConstVec u_c) {
  const Vector u = o.u_r + u_c;
  const double phi = o.elasticity.energy(u, o.u_r);
  const Vector offset = u - o.u_tilde;
  const double inertia = 0.5 * o.kappa * o.mass.dot(offset.cwiseAbs2());
  const double damping = has_damping(o) ? 0.5 * (u_c - o.z).dot(damping_force(o, u_c)) : 0;
  return sum_parts(phi, inertia, damping, u.dot(o.f));
}

EnergyValue energy_and_gradient(const Objective& o, ConstVec u_c, Vector& g) {
  const Vector u = o.u_r + u_c;
  const double phi = o.elasticity.energy_and_gradient(u, o.u_r, g);
  const Vector offset = u - o.u_tilde;
  g += o.kappa * o.mass.cwiseProduct(offset) - o.f;
  const double inertia = 0.5 * o.kappa * o.mass.dot(offset.cwiseAbs2());
  double damping = 0;
  if (has_damping(o)) {
    const Vector force = damping_force(o, u_c);
    damping = 0.5 * (u_c - o.z).dot(force);
    g += force;
  }
  return sum_parts(phi, inertia, damping, u.dot(o.f));
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
