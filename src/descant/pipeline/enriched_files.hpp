// pipeline/enriched_files.hpp: what `enrich --save` leaves beside the file: arrays, caches,
// pictures.

#pragma once

#include "descant/pipeline/enriched_motion.hpp"
#include "descant/pipeline/staged_files.hpp"
#include "descant/scene/output_settings.hpp"

namespace descant {

struct EnrichedFiles {
  std::string folder;  ///< OUT.files
  std::vector<SaveFormat> save;
};

/// Stages the files of a body in a clip, under FOLDER/CLIP.
void write_enriched_files(const Character& character, const CharacterBody& body,
                          const EnrichedMotion& motion, const EnrichedFiles& files,
                          StagedFiles& staged);

/// A name fit for a file: letters, digits and dashes stay, all else becomes "_".
std::string safe_name(const std::string& name);

/// The folder of a clip: its name made safe; "clip_3" where it has none.
std::string clip_folder(const Character& character, int clip);

}  // namespace descant
