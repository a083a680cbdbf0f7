// prepare/build_body.hpp: what the user asked for, made into what can be simulated.

#pragma once

#include "descant/core/log.hpp"
#include "descant/scene/rig_registry.hpp"
#include "descant/scene/scene.hpp"
#include "descant/simulation/clip.hpp"

namespace descant {

struct BuiltBody {
  Body body;
  Drive drive;
};

/// Weights, rig, leak, material and forces of a body; its rig is of a kind of `rigs`. Throws
/// InputError.
BuiltBody build_body(const BodySpec& spec, const RunSettings& run, const RigRegistry& rigs,
                     const Workers& workers, const Log& log);

/// The same with the built-in kinds.
BuiltBody build_body(const BodySpec& spec, const RunSettings& run, const Workers& workers,
                     const Log& log);

/// A mesh with its rig: how the artist moves it.
struct RiggedMesh {
  std::shared_ptr<const Rig> rig;
  Matrix weights;  ///< n×k, of the handles
};

/// Material, leak and pins of a body on a rig that is made already; `spec.rig` gives only the names
/// of the handles. Throws InputError.
Body rigged_body(const BodySpec& spec, const RiggedMesh& rigged, const RunSettings& run,
                 const Workers& workers, const Log& log);

/// The ends of a cycle must meet, or it is none: throws InputError where the poses at 0 and at
/// `period` [s] are more than 1% of the diagonal apart, and warns beyond 0.1%.
void check_cycle(const BuiltBody& built, double period, const std::string& place, const Log& log);

/// The force of gravity on a body over time; empty where there is none. Throws InputError.
std::function<Vector(double, const Motion&)> gravity_on(const Body& body, const RunSettings& run);

/// The weights of a body's handles (n×k): as given and checked, or computed; of a body that moves
/// as one, a single column of ones.
Matrix handle_weights(const BodySpec& spec, HandleUse use, const Log& log);

}  // namespace descant
