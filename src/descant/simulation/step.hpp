// simulation/step.hpp: one step of Algorithm 1.
//
//   u_c ← argmin Φ(u) + κ/2 ‖u − ũ‖²_M + damping − uᵀf   s.t. C u_c = 0,   u = u_r + u_c
//
//   Euler  κ = 1/h²     ũ = u₁ + h v₁                              v = (u − u₁)/h
//   BDF2   κ = 9/4h²    ũ = (4u₁ − u₂)/3 + (2h/3)(4v₁ − v₂)/3      v = (3u − 4u₁ + u₂)/2h

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "descant/contract/contract.hpp"
#include "descant/simulation/integrator.hpp"
#include "descant/solve/solver.hpp"

namespace descant {

/// What one step hands to the next, for one body or for all of a system, one after another. Plain
/// data: it is all a checkpoint keeps.
struct Motion {
  Vector u, u_prev;                 ///< dn, total displacement, this step's and the one before
  Vector v, v_prev;                 ///< dn, velocity
  Vector u_c, u_c_prev, u_c_older;  ///< dn, complementary part of this and the last two steps,
                                    ///< extrapolated to start the next
  long num_steps = 0;               ///< taken since the start: BDF2 takes its first as Euler
  std::vector<Vector> bounds{};     ///< one a term of E, as Energy::raise_bound has them; or none
};

/// Calls visit with every vector of dofs of a motion.
template <class AnyMotion, class Visit>
void visit_dofs(AnyMotion& motion, const Visit& visit) {
  for (auto* part : {&motion.u, &motion.u_prev, &motion.v, &motion.v_prev, &motion.u_c,
                     &motion.u_c_prev, &motion.u_c_older})
    visit(*part);
}

/// The state of a body that has stood like this for as long as anybody knows.
inline Motion motionless(const Vector& u, const Vector& u_c) {
  const Vector zero = Vector::Zero(u.size());
  return {.u = u,
          .u_prev = u,
          .v = zero,
          .v_prev = zero,
          .u_c = u_c,
          .u_c_prev = u_c,
          .u_c_older = u_c};
}

struct StepReport {
  StepStatus status = StepStatus::not_finite;
  int iterations = 0;
  bool fell_back = false;  ///< `fast` stalled, and `newton-pcg` took over
  double energy = 0;       ///< E at the result [J]
  double contract = 0;     ///< worst relative row of C u_c
  double momentum = 0;     ///< the same with D = I
  std::string problem;     ///< for a person, where status is not_finite
  bool usable() const { return status != StepStatus::not_finite; }
};

}  // namespace descant
