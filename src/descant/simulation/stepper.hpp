// simulation/stepper.hpp: takes the bodies of one minimisation from one step to the next.
//
// Terms that freeze themselves (contacts) do so before the first minimisation of a step and again
// after each, until what they freeze to stays the same: the outer passes.

#pragma once

#include <memory>
#include <optional>

#include "descant/simulation/island.hpp"
#include "descant/simulation/step.hpp"

namespace descant {

struct StepOptions {
  double h = 0;  ///< [s]
  Integrator integrator = Integrator::euler;
  SolverKind solver = SolverKind::fast;
  SolveOptions solve;
  std::optional<MetricKind> metric;  ///< of `fast`; by the body's size where nobody says
  int max_passes = 3;                ///< minimisations a step, where terms freeze themselves
};

/// Steps one body, or several coupled ones. Holds scratch memory and what depends on h only; all
/// state is in Motion, whose dofs, and p and f, are those of the bodies one after another.
class Stepper {
 public:
  Stepper(const Body& body, const StepOptions& options);
  Stepper(Island island, const StepOptions& options);
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  /// The state at rest relative to the rig: u = u_r(p), u_c = 0, v = 0.
  Motion start(ConstVec p) const;

  /// One step to the pose p, from the pose p_prev under the force f (dn, or empty).
  /// @param time  at the step's end [s]
  StepReport step(ConstVec p_prev, ConstVec p, const Vector& f, Motion& motion, double time = 0);

  const Island& island() const { return island_; }

 private:
  std::unique_ptr<Solver> make_solver() const;
  MetricKind fast_metric() const;             ///< what pays for a body of this size and rig
  double kappa(Integrator integrator) const;  ///< of the inertia [1/s²]
  const SparseMatrix& damping(Integrator integrator) const;  ///< B_s
  std::string undefined_pose() const;                        ///< what is wrong, for a person
  Integrator integrator_of(const Motion& motion) const;      ///< of the next step

  /// A_s for the bounds of a motion, which the pose may raise.
  void update_metric(Motion& motion);
  NumberedMatrix finished_metric(SparseMatrix share);

  /// Freezes the terms that freeze themselves. False where that changes nothing about E.
  /// @param u_c  where the pass starts
  bool freeze(const Motion& motion, const Vector& u_c, double time, int pass);
  void update_frozen_metric();
  bool is_still(const std::vector<PlacedEnergy>& before, const Place::Dofs& at) const;

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
  SolveReport minimize(const Contract& contract, const Vector& f, const Motion& motion,
                       double time);
  void move_on(Motion& motion);

  Island island_;
  StepOptions options_;
  SparseMatrix first_order_damping_, second_order_damping_;  ///< B_s of Euler and of BDF2
  std::unique_ptr<Solver> solver_;

  // the metric, of the bounds met so far and of what is frozen
  std::vector<Vector> bounds_;
  SparseMatrix share_;  ///< of the terms
  NumberedMatrix base_metric_, frozen_metric_;
  bool has_frozen_diagonal_ = false;
  long last_number_ = 0;

  // the terms of E, some of them frozen
  bool nothing_freezes_ = false;                       ///< as the first step has shown
  std::vector<std::unique_ptr<const Energy>> frozen_;  ///< what is frozen, owned
  std::vector<PlacedEnergy> terms_;                    ///< empty where nothing freezes
  long terms_number_ = 0;

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
