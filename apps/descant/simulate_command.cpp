// simulate_command.cpp: `descant simulate SCENE.json -o DIR`.

#include <fmt/format.h>

#include <cmath>

#include "commands.hpp"
#include "descant/core/error.hpp"
#include "descant/io/scene_json.hpp"
#include "descant/run/simulate.hpp"
#include "interrupt.hpp"
#include "setting_options.hpp"

using namespace descant;

namespace {

std::string body_line(const BodyReport& body, const std::string& out) {
  double squares = 0, worst = 0, contract = 0;
  size_t count = 0;
  for (const ClipReport& clip : body.clips) {
    for (const FrameReport& frame : clip.frames) {
      squares += frame.rms * frame.rms;
      worst = std::max(worst, frame.max);
      contract = std::max(contract, frame.contract);
      ++count;
    }
  }
  const double percent = 100 / body.mesh.diagonal;
  const double rms = std::sqrt(squares / static_cast<double>(std::max<size_t>(count, 1)));
  const double ms = 1000 * summary_of({body}).seconds_per_frame_median;
  return fmt::format(
      "{}: {} frames, {} ms a frame; secondary motion {:.3g}% RMS, {:.3g}% at most, of the "
      "diagonal; contract kept to {:.1e}; in {}/{}\n",
      body.name, count, ms < 100 ? fmt::format("{:.2g}", ms) : fmt::format("{:.0f}", ms),
      percent * rms, percent * worst, contract, out, body.name);
}

// frames that are not solved to the tolerance, in one sentence a body
void warn_unsolved(const Report& report, const Log& log) {
  for (const BodyReport& body : report.bodies) {
    for (const ClipReport& clip : body.clips) {
      int count = 0, first = -1;
      for (const FrameReport& frame : clip.frames) {
        if (frame.status == StepStatus::converged) continue;
        if (count++ == 0) first = frame.frame;
      }
      if (count > 0) {
        warn(log, fmt::format("{}: {} of {} frames were not solved to the tolerance, first frame "
                              "{}; try more --max-iterations or --substeps",
                              body.name, count, clip.frames.size(), first));
      }
    }
  }
}

class SimulateCommand : public Command {
 public:
  SimulateCommand(CLI::App& app, std::vector<std::string> words)
      : words_(std::move(words)),
        parser_(*app.add_subcommand("simulate", "Simulates a scene and writes its frames")),
        settings_(parser_) {
    settings_.add(body_settings(), "Body");
    settings_.add(run_settings(), "Run");
    settings_.add(output_settings(), "Output");
    parser_.allow_extras();
    parser_.add_option("scene", scene_, "Scene (.json), or a published example")
        ->required()
        ->type_name("SCENE.json");
    parser_.add_option("-o,--output", out_, "Folder to write DIR/BODY/... to; made if missing")
        ->required()
        ->type_name("DIR");
    parser_.footer(
        "Options win over the keys of the scene file, for every body.\n"
        "Example:\n"
        "  descant simulate wobble.json -o out --frequency 2 --save npy,obj --report report.json");
  }

  CLI::App& parser() override { return parser_; }

  ProgressStyle progress_style() const override {
    return output_settings_of(settings_.given()).progress;
  }

  void run(Console& console) override {
    expect_no_unknown_words(parser_);
    const std::vector<GivenOption> given = settings_.given();
    SimulateOptions options;
    options.out = out_;
    options.output = output_settings_of(given);
    options.command = words_;
    options.scene_path = scene_;
    Scene scene = read_scene(scene_, options.rigs, console.log());
    apply_options(scene, given);
    watch_interrupts();
    const Report report = simulate(scene, options, console.log(), console.progress());
    console.finish();
    warn_unsolved(report, console.log());
    for (const BodyReport& body : report.bodies) fmt::print("{}", body_line(body, out_));
  }

 private:
  std::vector<std::string> words_;
  CLI::App& parser_;
  SettingOptions settings_;
  std::string scene_, out_;
};

std::string quoted(const std::string& word) {
  const std::string safe =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!word.empty() && word.find_first_not_of(safe) == std::string::npos) return word;
  std::string text = "'";
  for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

std::unique_ptr<Command> make_simulate_command(CLI::App& app, std::vector<std::string> words) {
  return std::make_unique<SimulateCommand>(app, std::move(words));
}

std::string rerun_command(const std::vector<std::string>& words, int frame) {
  // another range of frames, and neither the run's checkpoint nor its report
  const auto is_left_out = [](const std::string& option) {
    return option == "--frames" || option == "--checkpoint" || option == "--report" ||
           option == "--resume";
  };
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (is_left_out(words[i].substr(0, words[i].find('=')))) {
      const bool has_value_next = words[i] != "--resume" && words[i].find('=') == std::string::npos;
      if (has_value_next) ++i;
      continue;
    }
    text += quoted(words[i]) + " ";
  }
  return text + fmt::format("--frames {}:{}", frame, frame + 1);
}
