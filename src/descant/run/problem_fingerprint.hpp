// run/problem_fingerprint.hpp: tells whether a checkpoint belongs to a problem.

#pragma once

#include "descant/prepare/build_body.hpp"
#include "descant/run/fingerprint.hpp"

namespace descant {

/// Everything that decides the motion of a body: shape, rig, material, leak, poses, settings.
void add_problem(Fingerprint& fingerprint, const BuiltBody& built, const ClipOptions& clip);

}  // namespace descant
