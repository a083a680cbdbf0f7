// scene/output_settings.cpp: the table of what a run writes and how it reports.

#include "descant/scene/setting_makers.hpp"

namespace descant {

namespace {

using namespace setting_makers;
using Output = OutputSettings;

Setting<Output> save_setting() {
  return {{.name = "save",
           .kind = SettingKind::choices,
           .fallback = "npy",
           .help = "what to write: npy (u_c.npy and surface.npy), obj (the surface, a file a "
                   "frame), png (a picture a frame), pc2 and mdd (the surface as a point cache)",
           .example = "npy,obj",
           .choices = words_of(save_names)},
          [](Output& output, const SettingValue& value, const std::string& place) {
            output.save.clear();
            for (const auto& word : held<std::vector<std::string>>(value, "formats", place)) {
              output.save.push_back(checked_word(word, save_names, place));
            }
          },
          [](const Output& output) {
            std::vector<std::string> words;
            for (SaveFormat format : output.save) words.push_back(name_of(format, save_names));
            return std::optional<SettingValue>(words);
          }};
}

std::vector<Setting<Output>> make_table() {
  return {
      integer({.name = "threads",
               .fallback = "all cores",
               .help = "threads to run on; results do not depend on it",
               .example = "2"},
              &Output::threads, Range{1, 1024}),
      save_setting(),
      path({.name = "report",
            .fallback = "none",
            .help = "JSON file to write the report to",
            .example = "report.json"},
           &Output::report),
      choice({.name = "progress",
              .fallback = "auto",
              .help = "auto: a bar on a terminal, plain lines elsewhere; json: one object a line",
              .example = "json"},
             &Output::progress, progress_names),
      path({.name = "checkpoint",
            .fallback = "none",
            .help = "file to save the run's state to, every 30 s and on Ctrl-C",
            .example = "run.checkpoint"},
           &Output::checkpoint),
      flag({.name = "resume",
            .fallback = "start at frame 0",
            .help = "go on from the checkpoint where it exists"},
           &Output::resume, {.off = false, .on = true}),
  };
}

}  // namespace

const std::vector<Setting<OutputSettings>>& output_settings() {
  static const std::vector<Setting<OutputSettings>> table = make_table();
  return table;
}

}  // namespace descant
