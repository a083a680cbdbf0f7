// examples/motion.cpp: keys from stances.

#include "descant/examples/motion.hpp"

#include <algorithm>
#include <cmath>

namespace descant {

HandleTrack keyed_track(int dim, const std::vector<Key>& keys) {
  HandleTrack track;
  const Index count = static_cast<Index>(keys.size());
  track.translations.resize(count, dim);
  track.rotations.resize(count, 4);
  track.scales.resize(count, dim);
  bool is_scaled = false;
  for (Index k = 0; k < count; ++k) {
    const Stance& stance = keys[k].stance;
    Eigen::Vector3d turn = stance.turn * M_PI / 180;
    if (dim == 2) turn.head<2>().setZero();
    const double angle = turn.norm();
    const Eigen::Vector3d axis =
        angle > 0 ? Eigen::Vector3d(turn / angle) : Eigen::Vector3d::UnitZ();
    track.times.push_back(keys[k].time);
    track.translations.row(k) = stance.move.head(dim).transpose();
    track.rotations.row(k).head<3>() = std::sin(angle / 2) * axis.transpose();
    track.rotations(k, 3) = std::cos(angle / 2);
    track.scales.row(k) = stance.scale.head(dim).transpose();
    is_scaled = is_scaled || stance.scale.head(dim) != Vector::Ones(dim);
  }
  if (!is_scaled) track.scales.resize(0, 0);
  return track;
}

HandleTrack sampled_track(int dim, double seconds, double rate,
                          const std::function<Stance(double time)>& stance_at) {
  const int num_intervals = std::max(1, static_cast<int>(std::ceil(seconds * rate)));
  std::vector<Key> keys;
  for (int k = 0; k <= num_intervals; ++k) {
    const double time = seconds * k / num_intervals;
    keys.push_back({time, stance_at(time)});
  }
  return keyed_track(dim, keys);
}

HandleTrack still_track(int dim) { return keyed_track(dim, {{0, {}}}); }

double ease(double time, double start, double end) {
  const double t = std::clamp((time - start) / (end - start), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

}  // namespace descant
