// simulation/frame_stepper.hpp: takes a body from one frame of a clip to the next, in substeps.

#pragma once

#include "descant/simulation/clip.hpp"
#include "descant/simulation/stepper.hpp"

namespace descant {

class FrameStepper {
 public:
  /// Keeps references to all three.
  FrameStepper(const Body& body, const Drive& drive, const ClipOptions& options);

  /// At rest in the first pose.
  Motion start() const;

  /// Holds the first pose for options.preroll.
  void settle(Motion& motion, FrameReport& report);

  /// From frame−1 to frame. Adds to the report; throws NumericsError where no answer is finite.
  void advance(int frame, Motion& motion, FrameReport& report);

 private:
  Vector force_at(double time) const;

  const Drive& drive_;
  const ClipOptions& options_;
  Stepper stepper_;
};

/// Writes how far u_c goes into a frame's report.
void measure(const Vector& u_c, const Body& body, FrameReport& frame);

}  // namespace descant
