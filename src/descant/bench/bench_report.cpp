// bench/bench_report.cpp: the table and the JSON of a bench.

#include "descant/bench/bench_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "descant/io/scene_json_node.hpp"
#include "descant/linalg/simd.hpp"
#include "descant/run/machine.hpp"
#include "descant/run/version.hpp"

namespace descant {
namespace {

using nlohmann::ordered_json;

constexpr int schema_version = 1;
constexpr const char* columns =
    "{:<23} {:>6} {:>4}  {:<12} {:>9} {:>6} {:>8} {:>8} {:>8} {:>8} {:>8} {:>6} {:>7}{}";

/// A line of the table, without the blanks at its end.
template <class... Cells>
std::string line_of(const Cells&... cells) {
  std::string line = fmt::format(columns, cells...);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

/// Three digits, whatever the size.
std::string short_number(double value) {
  if (value >= 1000) return fmt::format("{:.0f}", value);
  if (value >= 100) return fmt::format("{:.0f}", value);
  if (value >= 10) return fmt::format("{:.1f}", value);
  if (value >= 1) return fmt::format("{:.2f}", value);
  return fmt::format("{:.3g}", value);
}

std::string percent(const std::optional<double>& value) {
  return value ? fmt::format("{:.2g}%", 100 * *value) : "";
}

/// What a line needs said beside its numbers.
std::string remarks(const BenchRow& row, const BenchEntry& entry) {
  std::vector<std::string> all;
  if (!entry.variant.empty()) all.push_back(entry.variant);
  if (entry.is_extrapolated) {
    all.push_back("extrapolated");
  } else if (static_cast<int>(entry.seconds.size()) < row.frames) {
    all.push_back(fmt::format("{} frames", entry.seconds.size()));
  }
  if (entry.num_fallbacks > 0) all.push_back(fmt::format("{} handed over", entry.num_fallbacks));
  if (entry.num_unconverged > 0)
    all.push_back(fmt::format("{} not converged", entry.num_unconverged));
  if (!entry.problem.empty()) all.push_back(entry.problem);
  return all.empty() ? "" : fmt::format("  {}", fmt::join(all, ", "));
}

template <class T>
ordered_json or_null(const std::optional<T>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json entry_json(const BenchEntry& entry) {
  return {{"solver", entry.solver},
          {"variant", entry.variant},
          {"ms_per_frame", 1e3 * entry.seconds_per_frame},
          {"iterations_per_frame", entry.iterations_per_frame},
          {"ms_per_iteration", 1e3 * entry.seconds_per_iteration},
          {"error", or_null(entry.error)},
          {"worst_error", or_null(entry.worst_error)},
          {"free_error", or_null(entry.free_error)},
          {"times_reference", or_null(entry.ratio)},
          {"extrapolated", entry.is_extrapolated},
          {"setup_seconds", entry.setup_seconds},
          {"peak_memory_bytes", entry.peak_memory_bytes},
          {"contract", entry.contract},
          {"frames", entry.seconds.size()},
          {"frames_not_converged", entry.num_unconverged},
          {"fallbacks", entry.num_fallbacks},
          {"problem", entry.problem},
          {"seconds", entry.seconds},
          {"iterations", entry.iterations}};
}

ordered_json row_json(const BenchRow& row) {
  ordered_json entries = ordered_json::array();
  for (const BenchEntry& entry : row.entries) entries.push_back(entry_json(entry));
  return {{"name", row.name},
          {"group", row.group},
          {"material", row.law},
          {"dim", row.dim},
          {"vertices", row.vertices},
          {"elements", row.elements},
          {"parameters", row.parameters},
          {"rank", row.rank},
          {"step_seconds", row.h},
          {"first_frame", row.first_frame},
          {"frames", row.frames},
          {"threads", row.threads},
          {"prepare_seconds", row.prepare_seconds},
          {"motion_of_diagonal", row.motion},
          {"paper_seconds_per_frame", or_null(row.paper_seconds)},
          {"solvers", entries},
          {"findings", row.findings}};
}

/// The rows of a group, in order, with at least one entry.
std::vector<const BenchRow*> rows_of_group(const std::vector<BenchRow>& rows,
                                           const std::string& group) {
  std::vector<const BenchRow*> found;
  for (const BenchRow& row : rows)
    if (row.group == group && !row.entries.empty()) found.push_back(&row);
  return found;
}

double time_of(const BenchRow& row) { return row.entries.front().seconds_per_frame; }

}  // namespace

std::string bench_header() {
  const std::string names = line_of("row", "n", "m", "solver", "ms/frame", "iter.", "error",
                                    "worst", "free", "x ref.", "set-up s", "MiB", "paper s", "");
  return names + std::string(names.size() - 1, '-') + "\n";
}

std::string bench_lines(const BenchRow& row) {
  std::string lines;
  for (const BenchEntry& entry : row.entries) {
    const bool is_first = &entry == &row.entries.front();
    const auto once = [&](const std::string& text) { return is_first ? text : std::string(); };
    lines += line_of(
        once(row.name), once(std::to_string(row.vertices)), once(std::to_string(row.parameters)),
        entry.solver, short_number(1e3 * entry.seconds_per_frame),
        short_number(entry.iterations_per_frame), percent(entry.error), percent(entry.worst_error),
        percent(entry.free_error), entry.ratio ? short_number(*entry.ratio) : "",
        short_number(row.prepare_seconds + entry.setup_seconds),
        entry.peak_memory_bytes / (1 << 20),
        once(row.paper_seconds ? short_number(*row.paper_seconds) : ""), remarks(row, entry));
  }
  for (const std::string& finding : row.findings) lines += row.name + ": " + finding + "\n";
  return lines;
}

std::vector<std::string> group_findings(const std::vector<BenchRow>& rows) {
  std::vector<std::string> findings;
  const auto compare = [&](const BenchRow& from, const BenchRow& to) {
    findings.push_back(fmt::format(
        "{} takes {:.2f} times as long as {}, an iteration {:.2f} times", to.name,
        time_of(to) / time_of(from), from.name,
        to.entries.front().seconds_per_iteration / from.entries.front().seconds_per_iteration));
  };
  const std::vector<const BenchRow*> growth = rows_of_group(rows, "growth");
  for (size_t k = 1; k < growth.size(); ++k) compare(*growth[k - 1], *growth[k]);
  const std::vector<const BenchRow*> handles = rows_of_group(rows, "handles");
  if (handles.size() > 1) compare(*handles.front(), *handles.back());
  const std::vector<const BenchRow*> laws = rows_of_group(rows, "laws");
  for (size_t k = 1; k < laws.size(); ++k) compare(*laws.front(), *laws[k]);
  return findings;
}

std::string bench_json(const std::vector<BenchRow>& rows, const std::vector<std::string>& command) {
  ordered_json all = ordered_json::array();
  for (const BenchRow& row : rows) all.push_back(row_json(row));
  return pretty_json(
      {{"tool", "descant bench"},
       {"schema", schema_version},
       {"version", version()},
       {"command", command},
       {"machine",
        {{"processor", processor_name()}, {"cores", num_cores()}, {"simd", simd_name()}}},
       {"rows", all},
       {"findings", group_findings(rows)}});
}

}  // namespace descant
