// run/run_report.hpp: what every run tells of its bodies, and how it ends.

#pragma once

#include <string>
#include <vector>

#include "descant/core/log.hpp"
#include "descant/core/stopwatch.hpp"
#include "descant/run/report.hpp"
#include "descant/run/staged_files.hpp"
#include "descant/simulation/body.hpp"

namespace descant {

/// What a body says of itself. Its name, its rig and its clips are the caller's to add.
BodyReport body_report(const Body& body, SolverKind solver);

/// Adds a clip, and its fallbacks to those of the body.
void add_clip(BodyReport& body, ClipReport clip);

/// A whole run, so far.
struct RunEnd {
  std::vector<std::string> command;  ///< the words of the command line
  int threads = 1;
  Stopwatch watch;          ///< since it started
  std::string report_path;  ///< empty for none
};

/// Sums up a run, stages its report beside its other files, gives them all their names, and warns
/// of broken contracts.
Report finished_run(const RunEnd& run, std::vector<BodyReport> bodies, StagedFiles& staged,
                    const Log& log);

/// Warns of each body with a frame whose secondary motion breaks the contract by more than 1e-9.
void warn_of_broken_contracts(const Report& report, const Log& log);

/// Warns of a loop that was closed before the motion repeated.
void warn_of_change(const std::string& place, const LoopEnd& end, const Log& log);

}  // namespace descant
