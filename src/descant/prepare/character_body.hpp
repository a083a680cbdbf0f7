// prepare/character_body.hpp: a body of a character, made into what can be simulated.

#pragma once

#include "descant/core/log.hpp"
#include "descant/prepare/build_body.hpp"
#include "descant/prepare/character_rest.hpp"
#include "descant/scene/enrich_settings.hpp"

namespace descant {

/// A body, its surface, and how the one carries the other.
struct CharacterBody {
  CharacterRest rest;
  Eigen::SparseMatrix<double, Eigen::RowMajor> embedding;  ///< of the surface's vertices, s×n
  Index outside = 0;                                       ///< of them, outside the mesh
  Body body;
  double prepare_seconds = 0;
};

/// Mesh (of about `elements` elements), weights, rig and material. Throws InputError.
CharacterBody build_character_body(CharacterRest rest, const EnrichSettings& settings,
                                   Index elements, const Workers& workers, const Log& log);

/// How the frames of a clip stand in time. The last one stands at the clip's end, so that the clip
/// stays as long as it was.
struct ClipFrames {
  double fps = 30;
  int num_frames = 1;
};

/// About `fps` frames a second; 0 asks for the rate of the clip's own keys where they have one
/// between 15 and 60, else 30.
ClipFrames clip_frames(const CharacterClip& clip, double fps);

/// What drives the body in a clip: C¹ through the poses of its frames; periodic under `playback`
/// loop.
Drive clip_drive(const Character& character, const CharacterClip& clip, const CharacterBody& body,
                 const ClipFrames& frames, Playback playback);

}  // namespace descant
