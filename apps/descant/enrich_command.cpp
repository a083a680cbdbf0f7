// enrich_command.cpp: `descant enrich IN.glb -o OUT.glb`.

#include <fmt/format.h>

#include <cmath>

#include "commands.hpp"
#include "descant/run/enrich.hpp"
#include "interrupt.hpp"
#include "setting_options.hpp"

using namespace descant;

namespace {

// what a person wants to know, in one line
std::string closing_line(const Report& report, const std::string& out) {
  size_t num_frames = 0, num_clips = 0;
  int num_targets = 0;
  double error = 0, squares = 0, largest = 0;
  for (const BodyReport& body : report.bodies) {
    num_clips = std::max(num_clips, body.clips.size());
    if (!body.clips.empty()) num_targets += body.clips.front().encoding->targets;
    for (const ClipReport& clip : body.clips) {
      error = std::max(error, clip.encoding->worst_error / body.mesh.diagonal);
      num_frames += clip.frames.size();
      for (const FrameReport& frame : clip.frames) {
        squares += std::pow(frame.rms / body.mesh.diagonal, 2);
        largest = std::max(largest, frame.max / body.mesh.diagonal);
      }
    }
  }
  if (num_targets == 0)
    return fmt::format("{}: physics has nothing to add; the character is as it was\n", out);
  const double rms = std::sqrt(squares / static_cast<double>(std::max<size_t>(num_frames, 1)));
  return fmt::format(
      "{}: {} frames in {} clip{}, {} morph targets; motion added {:.2g}% RMS, {:.2g}% at most, "
      "written to within {:.2g}% of the diagonal; contract kept to {:.1e}; {:.1f} s\n",
      out, num_frames, num_clips, num_clips == 1 ? "" : "s", num_targets, 100 * rms, 100 * largest,
      100 * error, report.summary.contract_max, report.summary.total_seconds);
}

class EnrichCommand : public Command {
 public:
  EnrichCommand(CLI::App& app, std::vector<std::string> words)
      : words_(std::move(words)),
        parser_(*app.add_subcommand("enrich", "Brings a rigged character to life")),
        settings_(parser_) {
    settings_.add(character_settings(), "Character");
    settings_.add(enrich_body_infos(), "Body");
    settings_.add(enrich_run_infos(), "Run");
    settings_.add(enrich_output_infos(), "Output");
    parser_.allow_extras();
    parser_.add_option("character", in_, "A rigged, animated character (.glb or .gltf)")
        ->required()
        ->type_name("IN.glb");
    parser_.add_option("-o,--output", out_, "File to write: the same character, alive")
        ->required()
        ->type_name("OUT.glb");
    parser_.footer(
        "The skeleton, the clips and everything else in the file stay as they are; morph targets\n"
        "and their weights are added. With --save, files go to OUT.files/CLIP/BODY/...\n"
        "Examples:\n"
        "  descant enrich fox.glb -o fox-alive.glb\n"
        "  descant enrich fox.glb -o fox-alive.glb --clip Run --loop --frequency 2 --rigid head\n"
        "  descant enrich fox.glb -o fox-alive.glb --stiff tail=2 --save npy,pc2 --report r.json");
  }

  CLI::App& parser() override { return parser_; }

  ProgressStyle progress_style() const override {
    return output_settings_of(settings_.given()).progress;
  }

  void run(Console& console) override {
    expect_no_unknown_words(parser_);
    const std::vector<GivenOption> given = settings_.given();
    EnrichOptions options{in_, out_, enrich_settings_of(given), output_settings_of(given), words_};
    const bool saves = std::any_of(given.begin(), given.end(), [](const GivenOption& option) {
      return option.setting == "save";
    });
    if (!saves) options.output.save.clear();
    watch_interrupts();
    const Report report = enrich(options, console.log(), console.progress());
    console.finish();
    fmt::print("{}", closing_line(report, out_));
  }

 private:
  std::vector<std::string> words_;
  CLI::App& parser_;
  SettingOptions settings_;
  std::string in_, out_;
};

}  // namespace

std::unique_ptr<Command> make_enrich_command(CLI::App& app, std::vector<std::string> words) {
  return std::make_unique<EnrichCommand>(app, std::move(words));
}
