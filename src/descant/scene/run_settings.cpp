// scene/run_settings.cpp: the table of what can be set for a whole run.

#include <charconv>

#include "descant/scene/setting_makers.hpp"

namespace descant {

namespace {

using namespace setting_makers;
using Run = RunSettings;

Setting<Run> gravity_setting() {
  const SettingInfo info{.name = "gravity",
                         .kind = SettingKind::numbers,
                         .unit = "m/s^2",
                         .fallback = "none",
                         .help = "one number pulls along -y; or one number a coordinate",
                         .example = "0,-9.81,0"};
  return {info,
          [info](Run& run, const SettingValue& value, const std::string& place) {
            const auto& numbers = held<std::vector<double>>(value, "numbers", place);
            if (numbers.empty() || numbers.size() > 3) {
              throw InputError(place, "expected one number, or one a coordinate");
            }
            for (double x : numbers) checked_number(x, Range{}, info, place);
            run.gravity = numbers;
          },
          [](const Run& run) -> std::optional<SettingValue> {
            if (run.gravity.empty()) return std::nullopt;
            return SettingValue{run.gravity};
          }};
}

// one side of A:B; nothing where it is empty
std::optional<int> range_end(const std::string& text, const std::string& place) {
  if (text.empty()) return std::nullopt;
  int frame = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), frame);
  if (error != std::errc{} || end != text.data() + text.size() || frame < 0) {
    throw InputError(place, "`" + text + "` is not a frame number",
                     "Write A:B with whole numbers from 0; either side may be empty");
  }
  return frame;
}

Setting<Run> frames_setting() {
  return {{.name = "frames",
           .kind = SettingKind::range,
           .fallback = "all",
           .help = "frames to write, A:B: from A on, up to but not including B; either side may be "
                   "empty. The simulation always starts at frame 0",
           .example = "10:20"},
          [](Run& run, const SettingValue& value, const std::string& place) {
            const auto& text = held<std::string>(value, "a range A:B", place);
            const size_t colon = text.find(':');
            if (colon == std::string::npos) {
              throw InputError(place, "`" + text + "` is not a range of frames",
                               "Write A:B, for instance 10:20, :20 or 10:");
            }
            const auto first = range_end(text.substr(0, colon), place);
            const auto end = range_end(text.substr(colon + 1), place);
            if (end && *end <= first.value_or(0)) {
              throw InputError(place, "the range " + text + " has no frame in it",
                               "A:B leaves out B, so B must be greater than A");
            }
            run.first_frame = first;
            run.end_frame = end;
          },
          [](const Run& run) -> std::optional<SettingValue> {
            if (!run.first_frame && !run.end_frame) return std::nullopt;
            const std::string first = run.first_frame ? std::to_string(*run.first_frame) : "";
            const std::string end = run.end_frame ? std::to_string(*run.end_frame) : "";
            // built in place: moving a variant of a text trips a false warning of g++ 12
            return std::optional<SettingValue>(std::in_place, std::in_place_type<std::string>,
                                               first + ":" + end);
          }};
}

// Stored as 0 where it is not given.
Setting<Run> substeps_setting() {
  Setting<Run> setting = integer({.name = "substeps",
                                  .fallback = "the fewest with a step of at most 1/100 s",
                                  .help = "simulation steps a frame",
                                  .example = "4"},
                                 &Run::substeps, Range{1, 10000});
  setting.value = [](const Run& run) -> std::optional<SettingValue> {
    if (run.substeps == 0) return std::nullopt;
    return SettingValue{static_cast<double>(run.substeps)};
  };
  return setting;
}

std::vector<Setting<Run>> time_settings() {
  return {
      gravity_setting(),
      number({.name = "fps",
              .unit = "frames/s",
              .fallback = "30",
              .help = "frame rate of what is written",
              .example = "24"},
             &Run::fps, fps_range),
      substeps_setting(),
      choice({.name = "integrator",
              .fallback = "euler",
              .help = "implicit Euler (calmer) or BDF2 (livelier)",
              .example = "bdf2"},
             &Run::integrator, integrator_names),
      frames_setting(),
      number({.name = "preroll",
              .unit = "s",
              .fallback = "0",
              .help = "how long the first pose is held before frame 0, so that the body settles",
              .example = "1"},
             &Run::preroll, Range{0, 3600}),
      flag({.name = "loop",
            .fallback = "play once",
            .help = "for an animation whose last frame is its first again: plays it until the "
                    "motion repeats, instead of holding the first pose, and writes one seamless "
                    "period"},
           &Run::playback, {.off = Playback::once, .on = Playback::loop}),
  };
}

std::vector<Setting<Run>> solve_settings() {
  return {
      choice({.name = "solver",
              .fallback = "fast",
              .help =
                  "fast: quasi-Newton, which hands over to newton-pcg where it stalls; newton-pcg: "
                  "for stiff or nearly incompressible bodies; exact: Newton with a direct solver; "
                  "reference: the baseline that benchmarks compare against",
              .example = "exact"},
             &Run::solver, solver_names),
      choice(
          {.name = "quality",
           .fallback = "final",
           .help =
               "sets tolerance and max_iterations: final 3e-6 (enrich: 2e-5) and 600, preview 1e-4 "
               "and 100",
           .example = "preview"},
          &Run::quality, quality_names),
      number({.name = "tolerance",
              .fallback = "by quality",
              .help = "a step is solved once no vertex moves farther than this in an iteration, as "
                      "a fraction of the rest diagonal",
              .example = "1e-6"},
             &Run::tolerance, Range{0, 1, Range::End::open, Range::End::closed}),
      integer({.name = "max_iterations",
               .fallback = "by quality",
               .help = "iterations a step may take",
               .example = "200"},
              &Run::max_iterations, Range{1, 100000}),
      number({.name = "rank_cutoff",
              .fallback = "1e-10",
              .help = "rows of the contract below this, relative, count as dependent",
              .example = "1e-10"},
             &Run::rank_cutoff, Range{0, 1e-6, Range::End::open, Range::End::closed}),
      number({.name = "amount",
              .fallback = "1",
              .help = "scales the secondary motion that is written; 0 gives the rig's motion alone",
              .example = "0.5"},
             &Run::amount, Range{}),
      integer({.name = "seed",
               .fallback = "1",
               .help = "of the random loads that measure the body's frequency",
               .example = "1"},
              &Run::seed, Range{0, 2147483647}),
  };
}

}  // namespace

const std::vector<Setting<RunSettings>>& run_settings() {
  static const std::vector<Setting<RunSettings>> table = [] {
    std::vector<Setting<Run>> all = time_settings();
    for (Setting<Run>& setting : solve_settings()) all.push_back(std::move(setting));
    return all;
  }();
  return table;
}

}  // namespace descant
