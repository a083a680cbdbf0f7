// run/enriched_files.hpp: what `enrich --save` leaves beside the file: arrays, caches,
// pictures.

#pragma once

#include "descant/run/enriched_motion.hpp"
#include "descant/run/staged_files.hpp"
#include "descant/scene/output_settings.hpp"

namespace descant {

struct EnrichedFiles {
  std::string folder;  ///< OUT.files
  std::vector<SaveFormat> save;
  std::vector<std::string> clips;  ///< the folder of each clip in that one
  std::vector<std::string> nodes;  ///< the name of each node's caches; empty where it has no mesh
};

/// The files that go with `out`, a glTF file. Each has a name of its own, the same whichever clips
/// are enriched.
EnrichedFiles files_beside(const Character& character, const std::string& out,
                           const std::vector<SaveFormat>& save);

/// Stages the files of a body in a clip, under FOLDER/CLIP.
void write_enriched_files(const Character& character, const CharacterBody& body,
                          const EnrichedMotion& motion, const EnrichedFiles& files,
                          StagedFiles& staged);

}  // namespace descant
