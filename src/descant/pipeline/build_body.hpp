// pipeline/build_body.hpp: what the user asked for, made into what can be simulated.

#pragma once

#include "descant/core/log.hpp"
#include "descant/scene/scene.hpp"
#include "descant/simulation/clip.hpp"

namespace descant {

struct BuiltBody {
  Body body;
  Drive drive;
};

/// Weights, rig, leak, material and forces of a body. Throws InputError.
BuiltBody build_body(const BodySpec& spec, const RunSettings& run, const Workers& workers,
                     const Log& log);

/// The weights of a body's handles (n×k): as given and checked, or computed; of a body that moves
/// as one, a single column of ones.
Matrix handle_weights(const BodySpec& spec, const Log& log);

}  // namespace descant
