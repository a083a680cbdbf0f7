// run/body_files.hpp: what a run leaves of one body: arrays, surfaces, pictures.

#pragma once

#include <string>
#include <vector>

#include "descant/io/mdd.hpp"
#include "descant/prepare/build_body.hpp"
#include "descant/run/checkpoint.hpp"
#include "descant/run/staged_files.hpp"
#include "descant/scene/output_settings.hpp"

namespace descant {

struct BodyFiles {
  std::string folder;  ///< DIR/BODY
  std::vector<SaveFormat> save;
  double amount = 1;  ///< scales u_c
};

/// Stages the files of the frames in `done`.
void write_body_files(const BuiltBody& built, const BodyProgress& done, const BodyFiles& files,
                      StagedFiles& staged);

/// Where `write_body_files` writes the frames begin … end−1.
std::vector<std::string> body_file_paths(const BodyFiles& files, int begin, int end);

/// Stages STEM.pc2 and STEM.mdd, where the formats ask for them.
void write_point_caches(const TimedCache& cache, const std::string& stem,
                        const std::vector<SaveFormat>& formats, StagedFiles& staged);

bool has(const std::vector<SaveFormat>& formats, SaveFormat format);

/// "frame_0012.obj"
std::string frame_name(int frame, const std::string& extension);

}  // namespace descant
