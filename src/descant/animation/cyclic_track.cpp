// animation/cyclic_track.cpp: one key more on either side of the period.

#include "descant/animation/cyclic_track.hpp"

#include <cmath>

#include "descant/animation/keys.hpp"
#include "descant/core/error.hpp"

namespace descant {
namespace {

bool is_whole_cycle(const std::vector<double>& times, double period) {
  const double slack = 1e-6 * period;  // key times are often rounded to single precision
  return times.size() > 2 && std::abs(times.front()) <= slack &&
         std::abs(times.back() - period) <= slack;
}

std::vector<double> cyclic_times(std::vector<double> times, double period) {
  const double before = times[times.size() - 2] - period, after = times[1] + period;
  times.front() = 0;
  times.back() = period;
  times.insert(times.begin(), before);
  times.push_back(after);
  return times;
}

/// The same for the keys' values; the last key becomes the first.
Matrix cyclic_keys(const Matrix& keys) {
  const Index last = keys.rows() - 1;
  if (last < 0) return keys;
  Matrix all(keys.rows() + 2, keys.cols());
  all << keys.row(last - 1), keys.topRows(last), keys.row(0), keys.row(1);
  return all;
}

}  // namespace

double wrapped_time(double time, double period) {
  if (!(period > 0)) throw InputError("period", "it is no positive number of seconds");
  const double wrapped = time - period * std::floor(time / period);
  return wrapped < period ? wrapped : 0;
}

HandleTrack cyclic_track(const HandleTrack& track, double period) {
  if (!is_whole_cycle(track.times, period)) return track;
  return {.times = cyclic_times(track.times, period),
          .translations = cyclic_keys(track.translations),
          .rotations = cyclic_keys(track.rotations),
          .scales = cyclic_keys(track.scales)};
}

std::function<Vector(double time)> cyclic_params(const ParamTrack& track, double period) {
  std::vector<double> times;
  for (Index row = 0; row < track.samples.rows(); ++row)
    times.push_back(static_cast<double>(row) / track.fps);
  if (!is_whole_cycle(times, period))
    return [track, period](double time) { return params_at(track, wrapped_time(time, period)); };
  return [times = cyclic_times(times, period), keys = cyclic_keys(track.samples),
          period](double time) {
    return blended_row(keys, blend_keys(times, wrapped_time(time, period)));
  };
}

}  // namespace descant
