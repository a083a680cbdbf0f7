// console.cpp: progress as a bar, as lines, as JSON.
//
//   remaining = elapsed · (total − done) / (done − done at the start)

#include "console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "interrupt.hpp"

using namespace descant;
using nlohmann::ordered_json;

namespace {

constexpr double bar_interval = 0.1;    // [s]
constexpr double plain_interval = 5.0;  // [s]
constexpr int bar_width = 30;

std::string duration_text(double seconds) {
  const long whole = static_cast<long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

void print(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

Console::Console(ProgressStyle style) {
  switch (style) {
    case ProgressStyle::automatic:
      look_ = isatty(STDERR_FILENO) ? Look::bar : Look::plain;
      break;
    case ProgressStyle::plain:
      look_ = Look::plain;
      break;
    case ProgressStyle::json:
      look_ = Look::json;
      break;
    case ProgressStyle::none:
      look_ = Look::none;
      break;
  }
}

Log Console::log() {
  return [this](Severity severity, const std::string& message) {
    say(severity == Severity::warning ? "warning" : "info", message);
  };
}

Progress Console::progress() {
  return [this](const ProgressEvent& event) {
    show(event);
    return !is_interrupted();
  };
}

void Console::error(const std::string& message) { say("error", message); }

void Console::finish() {
  if (has_bar_) print("\r\033[K");
  has_bar_ = false;
}

void Console::say(const char* kind, const std::string& message) {
  finish();
  if (look_ == Look::json) {
    print(
        ordered_json{{kind, message}}.dump(-1, ' ', false, ordered_json::error_handler_t::replace) +
        "\n");
  } else if (look_ != Look::none || std::string(kind) != "info") {
    print(fmt::format("{}: {}\n", kind, message));
  }
}

double Console::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

double Console::remaining(const ProgressEvent& event) const {
  const long fresh = event.done - first_done_;
  if (first_done_ < 0 || fresh <= 0) return -1;
  return elapsed() * static_cast<double>(event.total - event.done) / static_cast<double>(fresh);
}

void Console::show(const ProgressEvent& event) {
  if (look_ == Look::none) return;
  // the clock for the estimate starts with the first frame
  if (event.done > 0 && first_done_ < 0) {
    first_done_ = event.done - 1;
  } else if (event.done == 0) {
    start_ = Clock::now();
  }
  const bool is_new_stage = event.stage != last_stage_;
  const bool is_last = event.done == event.total;
  const double since = std::chrono::duration<double>(Clock::now() - last_shown_).count();
  const bool is_tenth =
      event.total > 0 && event.done * 10 / event.total != last_shown_done_ * 10 / event.total;
  const bool is_due = look_ == Look::json || (look_ == Look::bar && since >= bar_interval) ||
                      (look_ == Look::plain && (since >= plain_interval || is_tenth));
  if (!is_new_stage && !is_last && !is_due) return;
  if (look_ == Look::bar) show_bar(event);
  if (look_ == Look::plain) show_plain(event);
  if (look_ == Look::json) show_json(event);
  last_stage_ = event.stage;
  last_shown_ = Clock::now();
  last_shown_done_ = event.done;
}

void Console::show_bar(const ProgressEvent& event) {
  const long filled = event.total > 0 ? bar_width * event.done / event.total : 0;
  std::string bar;
  for (long i = 0; i < bar_width; ++i) bar += i < filled ? "#" : ".";
  const double left = remaining(event);
  print(fmt::format("\r\033[K{} [{}] {}/{}{}", event.stage, bar, event.done, event.total,
                    left < 0 ? "" : ", " + duration_text(left) + " left"));
  has_bar_ = true;
}

void Console::show_plain(const ProgressEvent& event) {
  const double left = remaining(event);
  const bool has_more = left >= 0 && event.done < event.total;
  if (event.done == last_shown_done_) {  // a new stage, no new frame
    print(event.stage + "\n");
  } else {
    print(fmt::format("{}: frame {} of {}{}\n", event.stage, event.done, event.total,
                      has_more ? ", " + duration_text(left) + " left" : ""));
  }
}

void Console::show_json(const ProgressEvent& event) {
  const double left = remaining(event);
  ordered_json line{
      {"stage", event.stage}, {"done", event.done}, {"total", event.total}, {"seconds", elapsed()}};
  if (left >= 0) line["eta_seconds"] = left;
  print(line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n");
}
