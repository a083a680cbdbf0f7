// io/animation.cpp: the published examples' animation texts.

#include "descant/io/animation.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <numbers>

#include "descant/core/error.hpp"
#include "descant/io/text.hpp"

namespace descant {

namespace {

using Quaternion = Eigen::Quaterniond;

constexpr double radians_per_degree = std::numbers::pi / 180;

Vec<3> read_vector(TextCursor& cursor, const char* what) {
  Vec<3> v;
  for (int a = 0; a < 3; ++a) v[a] = cursor.number(what);
  return v;
}

// Q(r) of angles [degree].
Quaternion turn(const Vec<3>& r) {
  const Vec<3> angle = r * radians_per_degree;
  return Quaternion(Eigen::AngleAxisd(angle[2], Vec<3>::UnitZ()) *
                    Eigen::AngleAxisd(angle[1], Vec<3>::UnitY()) *
                    Eigen::AngleAxisd(angle[0], Vec<3>::UnitX()));
}

// Reads `k frames` (or `frames k`, told by `order`) and checks both.
enum class HeaderOrder { handles_first, frames_first };

Index read_frame_count(TextCursor& cursor, HeaderOrder order, std::size_t num_handles) {
  const auto read_handles = [&] {
    const std::int64_t k = cursor.integer("the number of handles");
    if (k != static_cast<std::int64_t>(num_handles))
      cursor.fail(fmt::format("moves {} handles, the rig has {}", k, num_handles),
                  "Use the animation that belongs to this handle file");
  };
  if (order == HeaderOrder::handles_first) read_handles();
  const Index frames = cursor.count("the number of frames", static_cast<Index>(num_handles));
  if (frames == 0) cursor.fail("the animation has no frame", "Give at least one");
  if (order == HeaderOrder::frames_first) read_handles();
  return frames;
}

// Empty tracks with their key times.
std::vector<HandleTrack> empty_tracks(std::size_t num_handles, Index frames, int dim, double fps) {
  HandleTrack track;
  for (Index f = 0; f < frames; ++f) track.times.push_back(static_cast<double>(f) / fps);
  track.translations = Matrix::Zero(frames, dim);
  track.rotations = Matrix::Zero(frames, 4);
  return std::vector<HandleTrack>(num_handles, track);
}

// Sets a rotation key, of the two quaternions the one nearer to the key before.
void set_rotation(HandleTrack& track, Index frame, const Quaternion& q, const TextCursor& cursor) {
  if (!q.coeffs().allFinite()) cursor.fail("an angle is out of range", "Check this frame's angles");
  track.rotations.row(frame) = q.normalized().coeffs().transpose();
  if (frame > 0 && track.rotations.row(frame).dot(track.rotations.row(frame - 1)) < 0)
    track.rotations.row(frame) *= -1;
}

void set_translation(HandleTrack& track, Index frame, const Vector& t, const TextCursor& cursor) {
  if (!t.allFinite()) cursor.fail("a handle moves out of range", "Check the numbers of this frame");
  track.translations.row(frame) = t.transpose();
}

}  // namespace

std::vector<HandleTrack> parse_point_animation(std::string_view text, const std::string& place,
                                               const std::vector<Handle>& handles,
                                               const AnimationUnits& units) {
  TextCursor cursor(text, place);
  const std::size_t k = handles.size();
  const Index frames = read_frame_count(cursor, HeaderOrder::handles_first, k);
  cursor.expect_room(6.0 * static_cast<double>(k) * (static_cast<double>(frames) + 1),
                     "the number of frames");

  // the rest pose
  std::vector<Vec<3>> rest_t(k);
  std::vector<Quaternion> rest_turn(k);
  for (std::size_t i = 0; i < k; ++i) {
    rest_t[i] = read_vector(cursor, "a rest position");
    rest_turn[i] = turn(read_vector(cursor, "a rest angle"));
  }

  // the frames
  std::vector<HandleTrack> tracks = empty_tracks(k, frames, 3, units.fps);
  for (Index f = 0; f < frames; ++f) {
    for (std::size_t i = 0; i < k; ++i) {
      const Vec<3> t = read_vector(cursor, "a position");
      set_translation(tracks[i], f, (t - rest_t[i]) / units.scale, cursor);
      const Quaternion q = turn(read_vector(cursor, "an angle"));
      set_rotation(tracks[i], f, q * rest_turn[i].conjugate(), cursor);
    }
  }
  cursor.expect_end("the last frame");
  return tracks;
}

std::vector<HandleTrack> parse_bone_animation(std::string_view text, const std::string& place,
                                              const std::vector<Handle>& handles,
                                              const AnimationUnits& units) {
  TextCursor cursor(text, place);
  const std::size_t k = handles.size();
  const Index frames = read_frame_count(cursor, HeaderOrder::handles_first, k);
  cursor.expect_room(3.0 * static_cast<double>(k + 2) * (static_cast<double>(frames) + 1),
                     "the number of frames");
  int num_roots = 0;
  for (const Handle& handle : handles) num_roots += handle.parent < 0;

  // the rest pose: the axes each bone's angles turn about
  const Vec<3> root_rest_t = read_vector(cursor, "the root's rest position");
  const Quaternion root_axes = turn(read_vector(cursor, "the root's rest angle"));
  std::vector<Quaternion> axes(k);
  for (Quaternion& a : axes) a = turn(read_vector(cursor, "a bone's rest angle"));

  // the frames
  std::vector<HandleTrack> tracks = empty_tracks(k, frames, 3, units.fps);
  for (Index f = 0; f < frames; ++f) {
    const Quaternion root_turn =
        root_axes * turn(read_vector(cursor, "the root's angle")) * root_axes.conjugate();
    const Vec<3> root_t = read_vector(cursor, "the root's position");
    const Vec<3> shift = (root_t - root_rest_t) / units.scale;
    for (std::size_t i = 0; i < k; ++i) {
      const bool is_root = handles[i].parent < 0;
      Quaternion q = axes[i] * turn(read_vector(cursor, "a bone's angle")) * axes[i].conjugate();
      // a lone root bone carries the root's angles as its own
      if (is_root && num_roots > 1) q = q * root_turn;
      set_rotation(tracks[i], f, q, cursor);
      if (is_root) set_translation(tracks[i], f, shift, cursor);
    }
  }
  cursor.expect_end("the last frame");
  return tracks;
}

std::vector<HandleTrack> parse_plane_animation(std::string_view text, const std::string& place,
                                               const std::vector<Handle>& handles,
                                               const AnimationUnits& units) {
  TextCursor cursor(text, place);
  const std::size_t k = handles.size();
  const Index frames = read_frame_count(cursor, HeaderOrder::frames_first, k);
  cursor.expect_room(3.0 * static_cast<double>(k) * (static_cast<double>(frames) + 1),
                     "the number of frames");

  // the rest row, tx ty θ
  std::vector<Vec<3>> rest(k);
  for (Vec<3>& r : rest) r = read_vector(cursor, "a rest position or angle");

  // the frames
  std::vector<HandleTrack> tracks = empty_tracks(k, frames, 2, units.fps);
  for (Index f = 0; f < frames; ++f) {
    for (std::size_t i = 0; i < k; ++i) {
      const Vec<3> moved = read_vector(cursor, "a position or angle") - rest[i];
      set_rotation(tracks[i], f, turn({0, 0, moved[2]}), cursor);
      if (handles[i].parent < 0)
        set_translation(tracks[i], f, moved.head<2>() / units.scale, cursor);
    }
  }
  cursor.expect_end("the last frame");
  return tracks;
}

ParamTrack affine_samples(const Matrix& table, const std::string& place,
                          const std::vector<Handle>& handles, double fps) {
  const Index k = static_cast<Index>(handles.size());
  const Index dim = handles.empty() ? 0 : handles[0].tail.size();
  if (table.cols() != k * dim * (dim + 1))
    throw InputError(
        place,
        fmt::format("has {} columns; {} handles need {}", table.cols(), k, k * dim * (dim + 1)),
        "Give one column for every entry of every handle's affine map");
  if (table.rows() == 0)
    throw InputError(place, "the animation has no frame", "Give at least one row");

  ParamTrack track;
  track.fps = fps;
  track.samples.resize(table.rows(), table.cols());
  for (Index i = 0; i < k; ++i)
    for (Index c = 0; c <= dim; ++c)
      for (Index a = 0; a < dim; ++a)
        track.samples.col(i * dim * (dim + 1) + dim * c + a) = table.col(i + k * (a + dim * c));
  return track;
}

}  // namespace descant
