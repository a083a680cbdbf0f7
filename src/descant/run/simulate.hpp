// run/simulate.hpp: a scene to files: `descant simulate`.
//
//   DIR/BODY/u_c.npy          (frames, n, d) complementary displacement, times `amount`
//   DIR/BODY/surface.npy      (frames, shown vertices, d) final positions
//   DIR/BODY/frame_0000.obj   the shown surface, a file a frame

#pragma once

#include <string>
#include <vector>

#include "descant/core/log.hpp"
#include "descant/core/progress.hpp"
#include "descant/prepare/rig_kinds.hpp"
#include "descant/run/report.hpp"
#include "descant/scene/output_settings.hpp"
#include "descant/scene/scene.hpp"
#include "descant/simulation/clip.hpp"

namespace descant {

struct SimulateOptions {
  std::string out;  ///< DIR; made where it is missing
  OutputSettings output;
  std::vector<std::string> command;   ///< the words of the command line, for the report
  std::string scene_path;             ///< never overwritten; may be empty
  double checkpoint_seconds = 30;     ///< between two checkpoints
  RigRegistry rigs = builtin_rigs();  ///< the kinds the scene's rigs are of
};

/// Runs every body and writes what was asked for, all of it or nothing. Throws InputError,
/// NumericsError, or Interrupted where `progress` asked to stop (a checkpoint, where one was asked
/// for, is then written).
Report simulate(const Scene& scene, const SimulateOptions& options, const Log& log,
                const Progress& progress);

/// The frames a run writes: begin … end−1. Throws InputError where there is none.
struct FrameRange {
  int begin = 0, end = 0;
};
FrameRange written_frames(const Scene& scene, const Log& log);

/// How the bodies of a scene are stepped.
ClipOptions clip_options(const RunSettings& run, const Mesh& mesh, int num_frames);

}  // namespace descant
