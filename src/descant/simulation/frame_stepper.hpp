// simulation/frame_stepper.hpp: takes a system from one frame of a clip to the next, in substeps.

#pragma once

#include <span>
#include <vector>

#include "descant/simulation/clip.hpp"
#include "descant/simulation/system_stepper.hpp"

namespace descant {

class FrameStepper {
 public:
  /// Keeps references to all three.
  FrameStepper(const System& system, std::span<const Drive> drives, const ClipOptions& options);

  /// p of all bodies, one after another.
  Vector params(double time) const;

  /// At rest in the pose of a time.
  Motion at_rest(double time) const { return stepper_.start(params(time)); }

  /// Holds the first pose for options.preroll.
  void settle(Motion& motion, FrameReport& report);

  /// From frame−1 to frame. Adds to the report; throws NumericsError where no answer is finite.
  void advance(int frame, Motion& motion, FrameReport& report);

  /// How well a displacement keeps the contracts of the poses at a time.
  Contract::Kept kept(double time, ConstVec u_c) const { return stepper_.kept(params(time), u_c); }

 private:
  /// The forces on all bodies over the step that ends at `time`; empty for none.
  Vector force_at(double time, const Motion& motion) const;

  const System& system_;
  std::span<const Drive> drives_;
  const ClipOptions& options_;
  SystemStepper stepper_;
};

/// Writes how far u_c goes into a frame's report.
void measure(const Vector& u_c, const System& system, FrameReport& frame);

}  // namespace descant
