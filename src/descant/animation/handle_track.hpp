// animation/handle_track.hpp: the motion an artist gives to handles, or to a rig's own parameters.

#pragma once

#include <string>
#include <vector>

#include "descant/animation/handle.hpp"
#include "descant/animation/joint.hpp"
#include "descant/core/types.hpp"

namespace descant {

/// A rigid motion (with optional scale) of one handle relative to its parent, over time.
///
///   x ↦ tail + t + R S (x − tail),  then the parent's own motion
///
/// A key gives all of it. Every quantity is a C¹ function of all time: cubic Hermite with
/// non-uniform Catmull-Rom tangents between the keys (quaternions are interpolated as such, along
/// the shorter way, and normalised); outside the keys the nearest one holds, so the first and the
/// last tangent are zero. A track with no key at all leaves its handle at rest.
struct HandleTrack {
  std::vector<double> times;  ///< strictly increasing [s]
  Matrix translations;        ///< keys × d
  Matrix rotations;           ///< keys × 4, unit quaternions (x, y, z, w); in 2D about z
  Matrix scales;              ///< keys × d, or empty for 1
};

/// Rig parameters given directly, one row a frame, at `fps` from time 0. Interpolated like a
/// HandleTrack: C¹, through every row, held outside.
struct ParamTrack {
  double fps = 0;
  Matrix samples;  ///< frames × m
};

/// Throws InputError, naming `place` and the handle, unless the handles form a forest (parents may
/// stand in any order) and each has a track of the right sizes, with increasing times and finite
/// values.
void check_handles(const std::vector<Handle>& handles, const std::vector<HandleTrack>& tracks,
                   const std::string& place);

/// The handle's own motion at `time`.
JointPose pose_at(const HandleTrack& track, double time);

/// Forward kinematics: where each handle's frame is at `time`, as d×(d+1) affine maps from rest.
/// Meant to be called once a step on handles that passed `check_handles`.
std::vector<Matrix> handle_transforms(const std::vector<Handle>& handles,
                                      const std::vector<HandleTrack>& tracks, double time);

/// p at `time` (m), exactly a row of the samples at that row's time.
Vector params_at(const ParamTrack& track, double time);

}  // namespace descant
