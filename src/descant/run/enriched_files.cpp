// run/enriched_files.cpp: the artist's own vertices plus u_c, frame by frame into files.

#include "descant/run/enriched_files.hpp"

#include <algorithm>
#include <filesystem>

#include "descant/io/file.hpp"
#include "descant/io/npy.hpp"
#include "descant/io/obj.hpp"
#include "descant/io/png.hpp"
#include "descant/prepare/safe_names.hpp"
#include "descant/run/body_files.hpp"
#include "descant/run/preview.hpp"

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
    const Positions added = body.embedding * rows_of(motion.u_c[motion.sample_of(f)], 3);
    frames.posed.push_back(posed_surfaces(character, pose, body.rest.group.nodes));
    frames.shown.push_back(frames.posed.back() + added);
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
void write_caches(const CharacterBody& body, const EnrichedMotion& motion,
                  const ShownFrames& frames, const EnrichedFiles& files, StagedFiles& staged) {
  for (size_t k = 0; k < body.rest.group.nodes.size(); ++k) {
    const Index first = body.rest.first_vertex[k];
    const Index count = body.rest.first_vertex[k + 1] - first;
    TimedCache cache;
    for (size_t f = 0; f < frames.shown.size(); ++f) {
      cache.frames.push_back(frames.shown[f].middleRows(first, count));
      cache.times.push_back(sample_time(motion, motion.sample_of(static_cast<int>(f))));
    }
    const std::string& name = files.nodes[body.rest.group.nodes[k]];
    write_point_caches(cache, files.folder + "/" + files.clips[motion.clip] + "/" + name,
                       files.save, staged);
  }
}

}  // namespace

EnrichedFiles files_beside(const Character& character, const std::string& out,
                           const std::vector<SaveFormat>& save) {
  const std::filesystem::path file(out);
  EnrichedFiles files{(file.parent_path() / file.stem()).string() + ".files", save, {}, {}};
  SafeNames clips, nodes;
  for (const CharacterClip& clip : character.clips)
    files.clips.push_back(clips.add(clip.name, "clip_" + std::to_string(files.clips.size())));
  for (const CharacterNode& node : character.nodes) {
    const std::string fallback = "node_" + std::to_string(files.nodes.size());
    files.nodes.push_back(node.mesh < 0 ? "" : nodes.add(node.name, fallback));
  }
  return files;
}

void write_enriched_files(const Character& character, const CharacterBody& body,
                          const EnrichedMotion& motion, const EnrichedFiles& files,
                          StagedFiles& staged) {
  if (files.save.empty()) return;
  const std::string folder =
      files.folder + "/" + files.clips[motion.clip] + "/" + body.rest.group.name;
  const ShownFrames frames = shown_frames(character, body, motion);
  if (has(files.save, SaveFormat::npy)) write_arrays(body, motion, frames, folder, staged);
  if (has(files.save, SaveFormat::obj))
    for (size_t f = 0; f < frames.shown.size(); ++f)
      write_obj_file(staged.stage(folder + "/" + frame_name(static_cast<int>(f), "obj")),
                     frames.shown[f], body.rest.surface.triangles);
  if (has(files.save, SaveFormat::png))
    write_pictures(body.rest.surface.triangles, frames, folder, staged);
  if (has(files.save, SaveFormat::pc2) || has(files.save, SaveFormat::mdd))
    write_caches(body, motion, frames, files, staged);
}

}  // namespace descant
