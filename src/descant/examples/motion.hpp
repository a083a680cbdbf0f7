// examples/motion.hpp: short ways to write down how a handle moves.

#pragma once

#include <Eigen/Geometry>
#include <functional>
#include <vector>

#include "descant/animation/handle_track.hpp"

namespace descant {

/// Where a handle is relative to rest. In the plane only the first two coordinates of `move` and
/// `scale` and the last of `turn` count.
struct Stance {
  Eigen::Vector3d move = {0, 0, 0};  ///< [m]
  Eigen::Vector3d turn = {0, 0, 0};  ///< axis times angle [degrees]
  Eigen::Vector3d scale = {1, 1, 1};
};

struct Key {
  double time;  ///< [s]
  Stance stance;
};

/// A track through `keys`, for a handle in ℝᵈ.
HandleTrack keyed_track(int dim, const std::vector<Key>& keys);

/// A track through `stance_at`, sampled from 0 to `seconds` at `rate` [1/s].
HandleTrack sampled_track(int dim, double seconds, double rate,
                          const std::function<Stance(double time)>& stance_at);

/// A track that stays at rest.
HandleTrack still_track(int dim);

/// 0 before `start`, 1 after `end`, smooth in between.
double ease(double time, double start, double end);

}  // namespace descant
