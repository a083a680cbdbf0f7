// run/run_report.cpp: sums up a run.

#include "descant/run/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "descant/io/file.hpp"
#include "descant/linalg/simd.hpp"
#include "descant/run/machine.hpp"
#include "descant/run/version.hpp"
#include "descant/scene/names.hpp"
#include "descant/scene/settings.hpp"

namespace descant {

BodyReport body_report(const Body& body, SolverKind solver) {
  BodyReport report;
  report.mesh = mesh_summary(body.mesh);
  report.parameters = body.rig->num_params();
  report.rank = body.rest_contract->rank();
  report.solver = name_of(solver, solver_names);
  report.body_frequency = body.body_frequency;
  report.lowest_frequency = body.lowest_frequency;
  return report;
}

void add_clip(BodyReport& body, ClipReport clip) {
  for (const FrameReport& frame : clip.frames) body.fallbacks += frame.fallbacks;
  body.clips.push_back(std::move(clip));
}

Report finished_run(const RunEnd& run, std::vector<BodyReport> bodies, StagedFiles& staged,
                    const Log& log) {
  Report report{version(), run.command, simd_name(), run.threads, std::move(bodies), {}};
  report.summary = summary_of(report.bodies);
  report.summary.total_seconds = run.watch.seconds();
  report.summary.peak_memory_bytes = peak_memory_bytes();
  if (!run.report_path.empty()) write_file(staged.stage(run.report_path), report_text(report));
  staged.commit();
  warn_of_broken_contracts(report, log);
  return report;
}

void warn_of_broken_contracts(const Report& report, const Log& log) {
  constexpr double most = 1e-9;  // what the method promises
  for (const BodyReport& body : report.bodies) {
    double worst = 0;
    for (const ClipReport& clip : body.clips) {
      for (const FrameReport& frame : clip.frames) worst = std::max(worst, frame.contract);
    }
    if (worst <= most) continue;
    warn(log, "body " + body.name + ": the secondary motion breaks the contract by up to " +
                  number_text(worst) + ", more than " + number_text(most) +
                  "; try a smaller --rank-cutoff");
  }
}

void warn_of_change(const std::string& place, const LoopEnd& end, const Log& log) {
  warn(log, fmt::format("{}: after {} cycles the motion still changes by {:.2g} % from one to the "
                        "next; the loop was closed by blending two of them. More `damping` or a "
                        "higher `frequency` makes it repeat sooner",
                        place, end.num_cycles, 100 * end.change));
}

}  // namespace descant
