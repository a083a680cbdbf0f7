// animation/cyclic_track.hpp: tracks that repeat, with the tangents of the cycle at its seam.
//
//   keys     t₀ = 0 … t_m = period            the last is the first again
//   cyclic   t_{m−1} − period, 0 … period, t₁ + period
//
// Keys on either side of the seam give Catmull-Rom the neighbours it needs there, where a track
// that is held beyond its keys would come to rest. A track that does not reach from one end of the
// period to the other keeps its keys: it is at rest at the seam, or cut there.

#pragma once

#include <functional>

#include "descant/animation/handle_track.hpp"

namespace descant {

/// `time` moved by whole periods into [0, period).
double wrapped_time(double time, double period);

/// The track with a key more on either side of the period [s]; to be asked at wrapped times.
HandleTrack cyclic_track(const HandleTrack& track, double period);

/// p as a function of all time, of that period [s].
std::function<Vector(double time)> cyclic_params(const ParamTrack& track, double period);

}  // namespace descant
