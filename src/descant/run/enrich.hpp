// run/enrich.hpp: a character in, the same character alive out: `descant enrich`.
//
//   OUT.glb                          the file with morph targets that play the secondary motion
//   OUT.files/CLIP/BODY/u_c.npy      (frames, n, 3) on the simulation mesh, times `amount`
//   OUT.files/CLIP/BODY/surface.npy  (frames, vertices, 3) final positions, before encoding
//   OUT.files/CLIP/BODY/frame_0000.obj
//   OUT.files/CLIP/MESH.pc2, .mdd    the final positions of one mesh in the order of the file

#pragma once

#include <string>
#include <vector>

#include "descant/core/log.hpp"
#include "descant/core/progress.hpp"
#include "descant/run/report.hpp"
#include "descant/scene/enrich_settings.hpp"

namespace descant {

struct EnrichOptions {
  std::string in, out;
  EnrichSettings settings;
  OutputSettings output;
  std::vector<std::string> command;  ///< the words of the command line, for the report
};

/// Writes the enriched file and what else was asked for, all of it or nothing. Throws InputError,
/// NumericsError, or Interrupted where `progress` asked to stop.
Report enrich(const EnrichOptions& options, const Log& log, const Progress& progress);

}  // namespace descant
