// simulation/frame_stepper.cpp: substeps of a frame, folded into one report.

#include "descant/simulation/frame_stepper.hpp"

#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"
#include "descant/elasticity/metric.hpp"

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

/// How much stiffer than at rest each element gets in the clip's poses; empty where a pose does not
/// stiffen.
Vector metric_factors(const Body& body, const Drive& drive, const ClipOptions& options) {
  if (body.material.pose == Pose::relax) return {};
  Vector factors = Vector::Ones(body.mesh.num_elements());
  for (int f = 0; f < options.num_frames; ++f) {
    const Vector u_r = body.rig->displacement(drive.params(f / options.fps));
    factors = factors.cwiseMax(hold_factors(body.mesh, u_r));
  }
  return factors;
}

double step_length(const ClipOptions& options) { return 1 / (options.fps * options.substeps); }

}  // namespace

FrameStepper::FrameStepper(const Body& body, const Drive& drive, const ClipOptions& options)
    : drive_(drive),
      options_(options),
      stepper_(body, {.h = step_length(options),
                      .integrator = options.integrator,
                      .solver = options.solver,
                      .solve = options.solve,
                      .metric_factors = metric_factors(body, drive, options)}) {}

Motion FrameStepper::start() const { return stepper_.start(drive_.params(0)); }

void FrameStepper::settle(Motion& motion, FrameReport& report) {
  const Vector p = drive_.params(0);
  const long num_steps = std::lround(std::ceil(options_.preroll / step_length(options_) - 1e-9));
  for (long i = 0; i < num_steps; ++i) add(stepper_.step(p, p, force_at(0), motion), report);
}

void FrameStepper::advance(int frame, Motion& motion, FrameReport& report) {
  for (int i = 1; i <= options_.substeps; ++i) {
    // times are computed from the frame, so that a resumed run meets the same ones
    const double before = ((frame - 1) + (i - 1.0) / options_.substeps) / options_.fps;
    const double now = ((frame - 1) + static_cast<double>(i) / options_.substeps) / options_.fps;
    add(stepper_.step(drive_.params(before), drive_.params(now), force_at(now), motion), report);
  }
}

Vector FrameStepper::force_at(double time) const {
  return drive_.force ? drive_.force(time) : Vector();
}

void measure(const Vector& u_c, const Body& body, FrameReport& frame) {
  const Vector length = rows_of(u_c, body.mesh.dim()).rowwise().norm();
  frame.rms = std::sqrt(body.space.mass.dot(length.cwiseAbs2()) / body.space.mass.sum());
  frame.max = length.maxCoeff();
}

}  // namespace descant
