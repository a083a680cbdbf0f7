// prepare/character_body.cpp: mesh, weights, rig and material of a body of a character.

#include "descant/prepare/character_body.hpp"

#include <algorithm>
#include <cmath>

#include "descant/animation/cyclic_track.hpp"
#include "descant/core/error.hpp"
#include "descant/core/stopwatch.hpp"
#include "descant/io/gmsh.hpp"
#include "descant/io/medit.hpp"
#include "descant/mesh/check.hpp"
#include "descant/meshing/body_mesh.hpp"
#include "descant/prepare/stiffness_factors.hpp"
#include "descant/rig/linear_rig.hpp"
#include "descant/rig/linearised_rig.hpp"
#include "descant/rig/morph_skin_rig.hpp"
#include "descant/weights/extension.hpp"

namespace descant {
namespace {

constexpr double least_fill = 0.05;  // emptier elements would be too light for their neighbours

/// A mesh of the user's own, with the surface in it.
BodyMesh own_mesh(const std::string& file, const Surface& surface, const Log& log) {
  BodyMesh own;
  own.mesh =
      checked(file.ends_with(".msh") ? read_gmsh_file(file) : read_medit_file(file), file, log);
  own.embedding = embedded(own.mesh, surface.vertices);
  if (own.embedding.outside > 0)
    warn(log, file + ": " + std::to_string(own.embedding.outside) + " of " +
                  std::to_string(surface.vertices.rows()) +
                  " vertices of the character lie outside; they follow the nearest element");
  return own;
}

/// What `material_field` and the like want to know.
BodySpec spec_of(const CharacterRest& rest, const BodyMesh& made, const EnrichSettings& settings) {
  BodySpec spec;
  spec.name = rest.group.name;
  spec.mesh = made.mesh;
  spec.settings = settings.body;
  if (!spec.settings.young && !spec.settings.frequency)
    spec.settings.frequency = default_enrich_frequency;
  for (const CharacterHandle& handle : rest.handles) spec.rig.handles.push_back({handle.name});
  spec.depth = made.depth;
  if (made.fill.size() > 0) spec.fill = made.fill.cwiseMax(least_fill);
  spec.young_per_element =
      settings.body.young.value_or(1) * stiffness_factors(rest, made, settings.character);
  return spec;
}

RiggedMesh rigged_mesh(const CharacterRest& rest, const BodyMesh& made) {
  RiggedMesh rigged;
  rigged.weights = extended_weights(made.mesh, made.embedding.weights, rest.weights);
  std::vector<Positions> deltas;
  for (const CharacterMorph& morph : rest.morphs)
    deltas.push_back(extended_values(made.mesh, made.embedding.weights, morph.deltas));
  rigged.rig = make_morph_skin_rig(made.mesh.vertices, rigged.weights, deltas);
  if (rest.is_still && !rigged.rig->has_constant_jacobian())
    rigged.rig = make_linearised_rig(*rigged.rig, rigged.rig->rest_params());
  return rigged;
}

/// Goes on at its last pace for a frame more: a clip that is cut off does not come to a halt.
ParamTrack not_stopping(ParamTrack track) {
  const Index count = track.samples.rows();
  if (count < 2) return track;
  track.samples.conservativeResize(count + 1, Eigen::NoChange);
  track.samples.row(count) = 2 * track.samples.row(count - 1) - track.samples.row(count - 2);
  return track;
}

}  // namespace

CharacterBody build_character_body(CharacterRest rest, const EnrichSettings& settings,
                                   Index elements, const Workers& workers, const Log& log) {
  const Stopwatch watch;
  const std::string& file = settings.character.tet_mesh;
  const BodyMesh made = file.empty() ? body_mesh(rest.surface, {.elements = elements}, log)
                                     : own_mesh(file, rest.surface, log);
  const RiggedMesh rigged = rigged_mesh(rest, made);
  const BodySpec spec = spec_of(rest, made, settings);
  CharacterBody result{std::move(rest), made.embedding.weights, made.embedding.outside,
                       rigged_body(spec, rigged, settings.run, workers, log)};
  result.prepare_seconds = watch.seconds();
  return result;
}

ClipFrames clip_frames(const CharacterClip& clip, double fps) {
  constexpr double usual = 30, slowest = 15, fastest = 60;
  if (fps <= 0) {
    // the shortest time between two keys that most keys keep
    std::vector<double> gaps;
    for (const Channel& channel : clip.channels)
      for (size_t k = 1; k < channel.times.size(); ++k)
        gaps.push_back(channel.times[k] - channel.times[k - 1]);
    fps = usual;
    if (!gaps.empty()) {
      std::nth_element(gaps.begin(), gaps.begin() + gaps.size() / 2, gaps.end());
      const double rate = 1 / gaps[gaps.size() / 2];
      if (rate >= slowest - 0.5 && rate <= fastest + 0.5) fps = rate;
    }
  }
  if (!(clip.duration > 0)) return {fps, 1};
  const double count = std::max(1.0, std::round(clip.duration * fps));
  if (count > 1e6)
    throw InputError("clip " + clip.name, "has more than a million frames",
                     "Give a lower --fps, or enrich another --clip");
  return {count / clip.duration, static_cast<int>(count) + 1};
}

Drive clip_drive(const Character& character, const CharacterClip& clip, const CharacterBody& body,
                 const ClipFrames& frames, Playback playback) {
  ParamTrack track{frames.fps, Matrix(frames.num_frames, body.body.rig->num_params())};
  for (int f = 0; f < frames.num_frames; ++f) {
    const CharacterPose pose = pose_at(character, clip, f / frames.fps);
    track.samples.row(f) =
        morph_skin_params(handle_transforms(body.rest, pose), morph_weights(body.rest, pose));
  }
  Drive drive;
  if (playback == Playback::loop && frames.num_frames > 1)
    drive.params = cyclic_params(track, (frames.num_frames - 1) / frames.fps);
  else
    drive.params = [track = not_stopping(track)](double time) { return params_at(track, time); };
  return drive;
}

}  // namespace descant
