// simulation/stepper.hpp: takes a body from one step to the next.

#pragma once

#include <memory>
#include <optional>

#include "descant/simulation/body.hpp"
#include "descant/simulation/damping.hpp"
#include "descant/simulation/step.hpp"

namespace descant {

struct StepOptions {
  double h = 0;  ///< [s]
  Integrator integrator = Integrator::euler;
  SolverKind solver = SolverKind::fast;
  SolveOptions solve;
  Vector metric_factors;  ///< one an element, ≥ 1: how much stiffer than at rest it may get under
                          ///< `Pose::hold` (elasticity/metric.hpp); empty for 1
  std::optional<MetricKind> metric;  ///< of `fast`; by the body's size where nobody says
};

/// Steps a body. Holds scratch memory and what depends on h only; all state is in Motion.
class Stepper {
 public:
  Stepper(const Body& body, const StepOptions& options);
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  /// The state at rest relative to the rig: u = u_r(p), u_c = 0, v = 0.
  Motion start(ConstVec p) const;

  /// One step to the pose p, from the pose p_prev under the force f (dn, or empty).
  StepReport step(ConstVec p_prev, ConstVec p, const Vector& f, Motion& motion);

 private:
  std::unique_ptr<Solver> make_solver() const;
  MetricKind fast_metric() const;  ///< what pays for a body of this size and rig
  std::shared_ptr<const ScalarMetric> scalar_metric(MetricKind kind) const;
  double kappa(Integrator integrator) const;                 ///< of the inertia [1/s²]
  const SparseMatrix& damping(Integrator integrator) const;  ///< B_s
  Contract contract_at(ConstVec p) const;
  std::string undefined_pose(const Vector& u_r) const;   ///< what is wrong, for a person
  Integrator integrator_of(const Motion& motion) const;  ///< of the next step

  /// E of the next step where the rig displaces by u_r; inertia and damping pull to ũ and z.
  Objective objective(const Vector& u_r, const Vector& f, const Motion& motion) const;
  void find_inertial_target(const Motion& motion);  ///< ũ
  void find_damping_target(const Motion& motion);   ///< z

  /// Calls visit(part) for every stretch of all dofs, on all threads; part(x) is that of a vector.
  template <class Visit>
  void for_stretches(const Visit& visit) const;

  /// A feasible place of finite energy to start from, in `at_`; false where there is none.
  bool find_start(const Objective& objective, const Contract& contract, const Motion& motion);
  bool find_start_by_continuation(ConstVec p_prev, ConstVec p, const Vector& f,
                                  const Motion& motion);
  void move_on(Motion& motion);

  const Body& body_;
  StepOptions options_;
  std::shared_ptr<const Contract> constant_contract_;        ///< null where C moves
  SparseMatrix first_order_damping_, second_order_damping_;  ///< B_s of Euler and of BDF2
  std::optional<VertexRotations> rotations_;                 ///< of the rig, for damping
  std::unique_ptr<Solver> solver_;

  // memory of one step, kept for the next
  Vector u_r_, u_tilde_, z_;
  Iterate at_;     ///< the start, then the result
  Iterate guess_;  ///< another start
  Vector past_, turned_;
  Matrix now_, then_;  ///< rotations of the rig
  ObjectiveScratch scratch_;
  ContractScratch contract_scratch_;
};

}  // namespace descant
