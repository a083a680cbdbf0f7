// simulation/clip.cpp: frames, substeps and pre-roll around the stepper.

#include "descant/simulation/clip.hpp"

#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"
#include "descant/core/stopwatch.hpp"
#include "descant/elasticity/metric.hpp"
#include "descant/simulation/stepper.hpp"

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

void measure(const Vector& u_c, const Body& body, FrameReport& frame) {
  const Vector length = rows_of(u_c, body.mesh.dim()).rowwise().norm();
  frame.rms = std::sqrt(body.space.mass.dot(length.cwiseAbs2()) / body.space.mass.sum());
  frame.max = length.maxCoeff();
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

}  // namespace

void run_clip(const Body& body, const Drive& drive, const ClipOptions& options, ClipState& state,
              const FrameSink& sink) {
  const double h = 1 / (options.fps * options.substeps);
  Stepper stepper(body, {.h = h,
                         .integrator = options.integrator,
                         .solver = options.solver,
                         .solve = options.solve,
                         .metric_factors = metric_factors(body, drive, options)});
  const auto force_at = [&](double time) { return drive.force ? drive.force(time) : Vector(); };

  for (int f = state.next_frame; f < options.num_frames; ++f) {
    const Stopwatch watch;
    FrameReport frame{.frame = f, .time = f / options.fps};

    if (f == 0) {
      // settle in the first pose
      const Vector p = drive.params(0);
      state.motion = stepper.start(p);
      const long num_steps = std::lround(std::ceil(options.preroll / h - 1e-9));
      for (long i = 0; i < num_steps; ++i)
        add(stepper.step(p, p, force_at(0), state.motion), frame);
    } else {
      for (int i = 1; i <= options.substeps; ++i) {
        // times are computed from the frame, so that a resumed run meets the same ones
        const double before = ((f - 1) + (i - 1.0) / options.substeps) / options.fps;
        const double now = ((f - 1) + static_cast<double>(i) / options.substeps) / options.fps;
        add(stepper.step(drive.params(before), drive.params(now), force_at(now), state.motion),
            frame);
      }
    }

    measure(state.motion.u_c, body, frame);
    frame.seconds = watch.seconds();
    state.next_frame = f + 1;
    if (!sink(frame, state)) return;
  }
}

}  // namespace descant
