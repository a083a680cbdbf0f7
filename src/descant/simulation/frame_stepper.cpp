// simulation/frame_stepper.cpp: substeps of a frame, folded into one report.

#include "descant/simulation/frame_stepper.hpp"

#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"

namespace descant {
namespace {

/// Folds one step into its frame's report.
void add(const StepReport& step, FrameReport& frame) {
  if (!step.usable()) throw NumericsError(frame.frame, step.problem);
  frame.iterations += step.iterations;
  frame.fallbacks += step.fell_back ? 1 : 0;
  frame.energy = step.energy;
  frame.contract = std::max(frame.contract, step.contract);
  frame.momentum = std::max(frame.momentum, step.momentum);
  if (step.status != StepStatus::converged) frame.status = step.status;
}

double step_length(const ClipOptions& options) { return 1 / (options.fps * options.substeps); }

}  // namespace

FrameStepper::FrameStepper(const System& system, std::span<const Drive> drives,
                           const ClipOptions& options)
    : system_(system),
      drives_(drives),
      options_(options),
      stepper_(system, {.h = step_length(options),
                        .integrator = options.integrator,
                        .solver = options.solver,
                        .solve = options.solve}) {
  expect_equal(drives.size(), system.bodies.size(), "a drive for each body");
}

Vector FrameStepper::params(double time) const {
  if (drives_.size() == 1) return drives_.front().params(time);
  const std::vector<Segment> at = system_.params();
  Vector p(system_.num_params());
  for (size_t b = 0; b < drives_.size(); ++b)
    p.segment(at[b].first, at[b].size) = drives_[b].params(time);
  return p;
}

void FrameStepper::settle(Motion& motion, FrameReport& report) {
  const Vector p = params(0);
  const long num_steps = std::lround(std::ceil(options_.preroll / step_length(options_) - 1e-9));
  for (long i = 0; i < num_steps; ++i)
    add(stepper_.step(p, p, force_at(0, motion), motion, 0), report);
}

void FrameStepper::advance(int frame, Motion& motion, FrameReport& report) {
  for (int i = 1; i <= options_.substeps; ++i) {
    // times are computed from the frame, so that a resumed run meets the same ones
    const double before = ((frame - 1) + (i - 1.0) / options_.substeps) / options_.fps;
    const double now = ((frame - 1) + static_cast<double>(i) / options_.substeps) / options_.fps;
    const Vector f = force_at(now, motion);
    add(stepper_.step(params(before), params(now), f, motion, now), report);
  }
}

Vector FrameStepper::force_at(double time, const Motion& motion) const {
  if (drives_.size() == 1)
    return drives_.front().force ? drives_.front().force(time, motion) : Vector();
  Vector f;
  const std::vector<Segment> at = system_.dofs();
  for (size_t b = 0; b < drives_.size(); ++b) {
    if (!drives_[b].force) continue;
    if (f.size() == 0) f.setZero(system_.num_dofs());
    f.segment(at[b].first, at[b].size) =
        drives_[b].force(time, motion_of(system_, static_cast<int>(b), motion));
  }
  return f;
}

void measure(const Vector& u_c, const System& system, FrameReport& frame) {
  const Extent reached = extent(system, u_c);
  frame.rms = reached.rms;
  frame.max = reached.max;
}

}  // namespace descant
