// simulation/system_stepper.hpp: takes a system from one step to the next, island by island.

#pragma once

#include <memory>
#include <vector>

#include "descant/simulation/stepper.hpp"

namespace descant {

/// Steps a system. Motion, p and f are those of its bodies one after another.
class SystemStepper {
 public:
  /// Keeps a reference to the system.
  SystemStepper(const System& system, const StepOptions& options);

  /// All bodies at rest relative to their rigs.
  Motion start(ConstVec p) const;

  /// One step of all bodies, islands in parallel. Iterations and energies are summed, residuals the
  /// worst, the status that of the first island that did not converge.
  StepReport step(ConstVec p_prev, ConstVec p, const Vector& f, Motion& motion, double time = 0);

  /// How well a displacement keeps the contracts of a pose.
  Contract::Kept kept(ConstVec p, ConstVec u_c) const;

 private:
  const System& system_;
  std::vector<std::unique_ptr<Stepper>> islands_;
};

}  // namespace descant
