// animation/handle_track.cpp: handles and tracks that fit together, and the pose they make.

#include "descant/animation/handle_track.hpp"

#include <cmath>

#include "descant/animation/keys.hpp"
#include "descant/core/error.hpp"

namespace descant {
namespace {

std::string called(const std::vector<Handle>& handles, Index h) {
  const std::string& name = handles[h].name;
  return name.empty() ? "handle " + std::to_string(h) : "handle \"" + name + "\"";
}

/// Throws InputError about one handle.
[[noreturn]] void fail(const std::string& place, const std::string& who, const std::string& what,
                       const std::string& remedy = {}) {
  throw InputError(place, who + " " + what, remedy);
}

std::vector<int> parents_of(const std::vector<Handle>& handles) {
  std::vector<int> parents;
  for (const Handle& handle : handles) parents.push_back(handle.parent);
  return parents;
}

std::vector<int> order_of(const std::vector<Handle>& handles, const std::string& place) {
  return parents_first(parents_of(handles), place, [&](int h) { return called(handles, h); });
}

void check_size(const Matrix& keys, Index rows, Index cols, const std::string& place,
                const std::string& what) {
  if (keys.rows() == rows && keys.cols() == cols) return;
  throw InputError(place,
                   what + " are " + std::to_string(keys.rows()) + " by " +
                       std::to_string(keys.cols()) + ", but the handle has " +
                       std::to_string(rows) + " keys of " + std::to_string(cols) + " numbers",
                   "Give one row a key");
}

/// Shapes only: cheap enough for every step.
void check_sizes(const std::vector<Handle>& handles, const std::vector<HandleTrack>& tracks,
                 const std::string& place) {
  if (handles.size() != tracks.size())
    throw InputError(place,
                     std::to_string(tracks.size()) + " tracks for " +
                         std::to_string(handles.size()) + " handles",
                     "Give one track a handle");
  for (std::size_t h = 0; h < handles.size(); ++h) {
    const Handle& handle = handles[h];
    const Index dim = handles.front().tail.size();
    if ((dim != 2 && dim != 3) || handle.tail.size() != dim)
      fail(place, called(handles, h), "has a position of the wrong dimension",
           "All handles of a rig have 2 coordinates, or all have 3");
    if (handle.is_bone() && handle.head.size() != dim)
      fail(place, called(handles, h), "has a head and a tail of different dimensions");

    const HandleTrack& track = tracks[h];
    const Index num_keys = static_cast<Index>(track.times.size());
    if (num_keys == 0) continue;
    const std::string of = " of " + called(handles, h);
    check_size(track.translations, num_keys, dim, place, "the translations" + of);
    check_size(track.rotations, num_keys, 4, place, "the rotations" + of);
    if (track.scales.size() > 0) check_size(track.scales, num_keys, dim, place, "the scales" + of);
  }
}

/// Values: finite, times increasing, quaternions of length one, in 2D about z.
void check_values(const Handle& handle, const HandleTrack& track, const std::string& who,
                  const std::string& place) {
  if (!handle.tail.allFinite() || !handle.head.allFinite())
    fail(place, who, "has a position that is not a finite number");
  if (track.times.empty()) return;
  for (std::size_t k = 0; k < track.times.size(); ++k) {
    const std::string key = "key " + std::to_string(k);
    if (!std::isfinite(track.times[k]))
      fail(place, who, "has a time that is not a finite number at " + key);
    if (k > 0 && track.times[k] <= track.times[k - 1])
      fail(place, who, "goes back in time at " + key, "Sort the keys, and keep one of equal times");
    const Eigen::Vector4d q = track.rotations.row(k).transpose();
    if (!(std::abs(q.norm() - 1) <= 1e-3))
      fail(place, who, "has a rotation that is no unit quaternion at " + key,
           "Quaternions are (x, y, z, w) of length one");
    if (handle.tail.size() == 2 && std::hypot(q.x(), q.y()) > 1e-6)
      fail(place, who, "turns out of the plane at " + key, "In 2D use (0, 0, sin θ/2, cos θ/2)");
  }
  if (!track.translations.allFinite() || !track.scales.allFinite())
    fail(place, who, "has a key that is not a finite number");
}

}  // namespace

void check_handles(const std::vector<Handle>& handles, const std::vector<HandleTrack>& tracks,
                   const std::string& place) {
  check_sizes(handles, tracks, place);
  order_of(handles, place);
  for (std::size_t h = 0; h < handles.size(); ++h)
    check_values(handles[h], tracks[h], called(handles, h), place);
}

JointPose pose_at(const HandleTrack& track, double time) {
  JointPose pose;
  if (track.times.empty()) return pose;
  const KeyBlend blend = blend_keys(track.times, time);
  pose.translation.head(track.translations.cols()) = blended_row(track.translations, blend);
  pose.rotation = blended_quaternion(track.rotations, blend);
  if (track.scales.size() > 0)
    pose.scale.head(track.scales.cols()) = blended_row(track.scales, blend);
  return pose;
}

std::vector<Matrix> handle_transforms(const std::vector<Handle>& handles,
                                      const std::vector<HandleTrack>& tracks, double time) {
  check_sizes(handles, tracks, "handles");
  std::vector<Matrix> own;
  for (std::size_t h = 0; h < handles.size(); ++h)
    own.push_back(own_map(pose_at(tracks[h], time), handles[h].tail));
  return carried_maps(std::move(own), parents_of(handles), order_of(handles, "handles"));
}

Vector params_at(const ParamTrack& track, double time) {
  if (track.samples.rows() == 0)
    throw InputError("animation", "it has no frame", "Give at least one row of parameters");
  if (!(track.fps > 0) || !std::isfinite(track.fps))
    throw InputError("animation", "its frame rate is not a positive number");
  return blended_row(track.samples, blend_uniform_keys(track.samples.rows(), time * track.fps));
}

}  // namespace descant
