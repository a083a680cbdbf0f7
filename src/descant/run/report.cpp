// run/report.cpp: the report as JSON, and the sums in it.

#include "descant/run/report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "descant/io/scene_json_node.hpp"
#include "descant/mesh/topology.hpp"
#include "descant/scene/names.hpp"

namespace descant {

using nlohmann::ordered_json;

namespace {

constexpr int schema_version = 1;

ordered_json frame_json(const FrameReport& frame) {
  return {{"frame", frame.frame},       {"time", frame.time},
          {"seconds", frame.seconds},   {"iterations", frame.iterations},
          {"energy", frame.energy},     {"contract", frame.contract},
          {"momentum", frame.momentum}, {"rms", frame.rms},
          {"max", frame.max},           {"status", name_of(frame.status, status_names)}};
}

ordered_json clip_json(const ClipReport& clip) {
  ordered_json frames = ordered_json::array();
  for (const FrameReport& frame : clip.frames) frames.push_back(frame_json(frame));
  ordered_json json{{"name", clip.name}, {"frames", frames}};
  if (const auto& encoding = clip.encoding) {
    json["encoding"] = {{"targets", encoding->targets},
                        {"worst_error", encoding->worst_error},
                        {"rms_error", encoding->rms_error},
                        {"exempt", encoding->exempt},
                        {"bytes", encoding->bytes}};
  }
  return json;
}

ordered_json body_json(const BodyReport& body) {
  ordered_json clips = ordered_json::array();
  for (const ClipReport& clip : body.clips) clips.push_back(clip_json(clip));
  ordered_json parts = ordered_json::array();
  for (const PartReport& part : body.parts)
    parts.push_back({{"node", part.node},
                     {"name", part.name},
                     {"first", part.first},
                     {"vertices", part.vertices}});
  ordered_json json{
      {"name", body.name},
      {"mesh",
       {{"dim", body.mesh.dim},
        {"vertices", body.mesh.vertices},
        {"elements", body.mesh.elements},
        {"components", body.mesh.components},
        {"euler", body.mesh.euler},
        {"outside", body.mesh.outside}}},
      {"rig", {{"kind", body.rig}, {"parameters", body.parameters}, {"rank", body.rank}}},
      {"solver", {{"name", body.solver}, {"fallbacks", body.fallbacks}}},
      {"frequency", {{"body", body.body_frequency}, {"lowest", body.lowest_frequency}}},
      {"prepare_seconds", body.prepare_seconds}};
  if (!body.parts.empty()) json["parts"] = parts;
  json["clips"] = clips;
  return json;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace

MeshSummary mesh_summary(const Mesh& mesh) {
  const std::vector<int> component = vertex_components(mesh);
  MeshSummary summary;
  summary.dim = mesh.dim();
  summary.vertices = mesh.num_vertices();
  summary.elements = mesh.num_elements();
  summary.components =
      component.empty() ? 0 : 1 + *std::max_element(component.begin(), component.end());
  summary.euler = euler_characteristic(mesh);
  summary.diagonal = diagonal(mesh);
  return summary;
}

ReportSummary summary_of(const std::vector<BodyReport>& bodies) {
  ReportSummary summary;
  std::vector<double> seconds;
  double total = 0;
  for (const BodyReport& body : bodies) {
    for (const ClipReport& clip : body.clips) {
      for (const FrameReport& frame : clip.frames) {
        seconds.push_back(frame.seconds);
        total += frame.seconds;
        summary.contract_max = std::max(summary.contract_max, frame.contract);
      }
    }
  }
  summary.frames = static_cast<Index>(seconds.size());
  summary.seconds_per_frame_median = median(seconds);
  summary.seconds_per_frame_mean =
      seconds.empty() ? 0 : total / static_cast<double>(seconds.size());
  return summary;
}

std::string report_text(const Report& report) {
  ordered_json bodies = ordered_json::array();
  for (const BodyReport& body : report.bodies) bodies.push_back(body_json(body));
  const ReportSummary& summary = report.summary;
  return pretty_json({{"tool", "descant"},
                      {"schema", schema_version},
                      {"version", report.version},
                      {"command", report.command},
                      {"simd", report.simd},
                      {"threads", report.threads},
                      {"bodies", bodies},
                      {"summary",
                       {{"frames", summary.frames},
                        {"seconds_per_frame_median", summary.seconds_per_frame_median},
                        {"seconds_per_frame_mean", summary.seconds_per_frame_mean},
                        {"contract_max", summary.contract_max},
                        {"total_seconds", summary.total_seconds},
                        {"peak_memory_bytes", summary.peak_memory_bytes}}}});
}

}  // namespace descant
