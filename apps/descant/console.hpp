// console.hpp: what the program says while it works: progress, warnings, errors; all on stderr.

#pragma once

#include <chrono>
#include <string>

#include "descant/core/log.hpp"
#include "descant/core/progress.hpp"
#include "descant/scene/output_settings.hpp"

/// Shows progress as a bar (terminal), plain lines (log), JSON lines, or not at all. With JSON
/// lines warnings and errors are JSON lines too. Outlives the callbacks it hands out.
class Console {
 public:
  explicit Console(descant::ProgressStyle style);

  descant::Log log();
  descant::Progress progress();  ///< asks to stop once Ctrl-C was pressed
  void error(const std::string& message);
  void finish();  ///< takes the bar away

 private:
  enum class Look { bar, plain, json, none };

  void show(const descant::ProgressEvent& event);
  void show_bar(const descant::ProgressEvent& event);
  void show_plain(const descant::ProgressEvent& event);
  void show_json(const descant::ProgressEvent& event);
  void say(const char* kind, const std::string& message);
  double elapsed() const;                                       ///< since the first frame [s]
  double remaining(const descant::ProgressEvent& event) const;  ///< [s]; negative: unknown

  using Clock = std::chrono::steady_clock;
  Look look_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_shown_;
  std::string last_stage_;
  long first_done_ = -1;  ///< frames that were done when the first report came: a resumed run
  long last_shown_done_ = 0;
  bool has_bar_ = false;
};
