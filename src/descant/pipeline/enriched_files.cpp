// pipeline/enriched_files.cpp: the artist's own vertices plus u_c, frame by frame into files.

#include "descant/pipeline/enriched_files.hpp"

#include <algorithm>
#include <cctype>

#include "descant/io/file.hpp"
#include "descant/io/npy.hpp"
#include "descant/io/obj.hpp"
#include "descant/io/png.hpp"
#include "descant/pipeline/body_files.hpp"
#include "descant/pipeline/preview.hpp"

namespace descant {
namespace {

/// The surface of a body at each frame, as the artist has it and as it is shown.
struct ShownFrames {
  std::vector<Positions> posed, shown;  ///< s×3 each
};

ShownFrames shown_frames(const Character& character, const CharacterBody& body,
                         const EnrichedMotion& motion) {
  ShownFrames frames;
  const CharacterClip& clip = character.clips[motion.clip];
  for (int f = 0; f < motion.frames.num_frames; ++f) {
    const CharacterPose pose = pose_at(character, clip, sample_time(motion, motion.sample_of(f)));
    Positions posed(body.rest.first_vertex.back(), 3), added(posed.rows(), 3);
    for (size_t k = 0; k < body.rest.group.nodes.size(); ++k) {
      const Index first = body.rest.first_vertex[k];
      const Index count = body.rest.first_vertex[k + 1] - first;
      posed.middleRows(first, count) = posed_surface(character, pose, body.rest.group.nodes[k]);
      added.middleRows(first, count) = surface_offset(body, motion.u_c[motion.sample_of(f)], k);
    }
    frames.shown.push_back(posed + added);
    frames.posed.push_back(std::move(posed));
  }
  return frames;
}

void write_arrays(const CharacterBody& body, const EnrichedMotion& motion,
                  const ShownFrames& frames, const std::string& folder, StagedFiles& staged) {
  NpyWriter complement(staged.stage(folder + "/u_c.npy"), {body.body.mesh.num_vertices(), 3});
  NpyWriter shown(staged.stage(folder + "/surface.npy"), {body.rest.first_vertex.back(), 3});
  for (size_t f = 0; f < frames.shown.size(); ++f) {
    complement.append(motion.u_c[motion.sample_of(static_cast<int>(f))]);
    shown.append(flat(frames.shown[f]));
  }
  complement.finish();
  shown.finish();
}

void write_pictures(const Elements& triangles, const ShownFrames& frames, const std::string& folder,
                    StagedFiles& staged) {
  Preview preview(triangles);
  double largest = 1e-300;  // secondary motion of any vertex [m]
  for (size_t f = 0; f < frames.shown.size(); ++f) {
    preview.include(frames.shown[f]);
    preview.include(frames.posed[f]);
    largest = std::max(largest, (frames.shown[f] - frames.posed[f]).rowwise().norm().maxCoeff());
  }
  for (size_t f = 0; f < frames.shown.size(); ++f) {
    PreviewShape shape{frames.shown[f], frames.posed[f], {}};
    shape.heat = (shape.body - shape.ghost).rowwise().norm() / largest;
    const std::string path = folder + "/" + frame_name(static_cast<int>(f), "png");
    write_file(staged.stage(path), png_bytes(preview.draw(shape)));
  }
}

/// One cache a mesh, in the order of the file.
void write_caches(const Character& character, const CharacterBody& body,
                  const EnrichedMotion& motion, const ShownFrames& frames,
                  const EnrichedFiles& files, StagedFiles& staged) {
  for (size_t k = 0; k < body.rest.group.nodes.size(); ++k) {
    const int node = body.rest.group.nodes[k];
    const Index first = body.rest.first_vertex[k];
    const Index count = body.rest.first_vertex[k + 1] - first;
    TimedCache cache;
    for (size_t f = 0; f < frames.shown.size(); ++f) {
      cache.frames.push_back(frames.shown[f].middleRows(first, count));
      cache.times.push_back(sample_time(motion, motion.sample_of(static_cast<int>(f))));
    }
    const std::string stem = files.folder + "/" + clip_folder(character, motion.clip) + "/";
    const std::string& name = character.nodes[node].name;
    write_point_caches(cache,
                       stem + safe_name(name.empty() ? "node_" + std::to_string(node) : name),
                       files.save, staged);
  }
}

}  // namespace

std::string safe_name(const std::string& name) {
  std::string safe = name;
  for (char& c : safe)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-') c = '_';
  return safe;
}

std::string clip_folder(const Character& character, int clip) {
  const std::string& name = character.clips[clip].name;
  return name.empty() ? "clip_" + std::to_string(clip) : safe_name(name);
}

void write_enriched_files(const Character& character, const CharacterBody& body,
                          const EnrichedMotion& motion, const EnrichedFiles& files,
                          StagedFiles& staged) {
  if (files.save.empty()) return;
  const std::string folder =
      files.folder + "/" + clip_folder(character, motion.clip) + "/" + body.rest.group.name;
  const ShownFrames frames = shown_frames(character, body, motion);
  if (has(files.save, SaveFormat::npy)) write_arrays(body, motion, frames, folder, staged);
  if (has(files.save, SaveFormat::obj))
    for (size_t f = 0; f < frames.shown.size(); ++f)
      write_obj_file(staged.stage(folder + "/" + frame_name(static_cast<int>(f), "obj")),
                     frames.shown[f], body.rest.surface.triangles);
  if (has(files.save, SaveFormat::png))
    write_pictures(body.rest.surface.triangles, frames, folder, staged);
  if (has(files.save, SaveFormat::pc2) || has(files.save, SaveFormat::mdd))
    write_caches(character, body, motion, frames, files, staged);
}

}  // namespace descant
