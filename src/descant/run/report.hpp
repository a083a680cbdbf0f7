// run/report.hpp: what a run did, for programs to read; docs/report.schema.json is its shape.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "descant/mesh/mesh.hpp"
#include "descant/simulation/clip.hpp"

namespace descant {

struct MeshSummary {
  int dim = 0;
  Index vertices = 0, elements = 0;
  int components = 0;
  Index euler = 0;
  Index outside = 0;    ///< vertices of the shown surface outside the mesh
  double diagonal = 0;  ///< of the rest shape [m]; not written
};

/// How the motion is kept in an enriched file.
struct EncodingReport {
  int targets = 0;                        ///< of all meshes of the body
  double worst_error = 0, rms_error = 0;  ///< [m], against what was simulated
  Index exempt = 0;                       ///< vertices no morph can move as they should
  Index bytes = 0;                        ///< of the targets and this clip's weights
};

struct ClipReport {
  std::string name;
  std::vector<FrameReport> frames;  ///< those that were written
  std::optional<EncodingReport> encoding;
};

/// Where the vertices of a node stand in `surface.npy`.
struct PartReport {
  int node = 0;
  std::string name;
  Index first = 0, vertices = 0;
};

struct BodyReport {
  std::string name;
  MeshSummary mesh;
  std::string rig;  ///< its kind
  Index parameters = 0, rank = 0;
  std::string solver;
  int fallbacks = 0;
  double body_frequency = 0, lowest_frequency = 0;  ///< [Hz]; 0 where not measured
  double prepare_seconds = 0;
  std::vector<PartReport> parts;  ///< of a character; empty for a body of a scene
  std::vector<ClipReport> clips;
};

struct ReportSummary {
  Index frames = 0;
  double seconds_per_frame_median = 0, seconds_per_frame_mean = 0;
  double contract_max = 0;
  double total_seconds = 0;
  Index peak_memory_bytes = 0;
};

struct Report {
  std::string version;
  std::vector<std::string> command;
  std::string simd;
  int threads = 1;
  std::vector<BodyReport> bodies;
  ReportSummary summary;
};

MeshSummary mesh_summary(const Mesh& mesh);

/// Frames, medians and maxima over all bodies and clips. Seconds and memory are the caller's to
/// add.
ReportSummary summary_of(const std::vector<BodyReport>& bodies);

std::string report_text(const Report& report);

}  // namespace descant
