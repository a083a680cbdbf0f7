// bench_command.cpp: `descant bench [NAME...]`.

#include <fmt/format.h>

#include <cstdlib>
#include <optional>

#include "commands.hpp"
#include "descant/bench/bench.hpp"
#include "descant/bench/bench_catalogue.hpp"
#include "descant/bench/bench_report.hpp"
#include "descant/core/error.hpp"
#include "descant/io/file.hpp"
#include "descant/scene/names.hpp"
#include "descant/scene/output_settings.hpp"
#include "descant/scene/setting_makers.hpp"
#include "interrupt.hpp"
#include "setting_options.hpp"

using namespace descant;

namespace {

std::string data_folder() {
  const char* folder = std::getenv("DESCANT_DATA");
  return folder ? folder : "";
}

/// The words between the commas.
std::vector<std::string> words_between_commas(const std::string& text) {
  std::vector<std::string> words;
  for (size_t start = 0; start <= text.size();) {
    const size_t comma = std::min(text.find(',', start), text.size());
    words.push_back(text.substr(start, comma - start));
    start = comma + 1;
  }
  return words;
}

class BenchCommand : public Command {
 public:
  BenchCommand(CLI::App& app, std::vector<std::string> words)
      : words_(std::move(words)),
        parser_(*app.add_subcommand("bench", "Measures the solvers against each other")) {
    parser_.allow_extras();
    parser_
        .add_option("names", names_,
                    "Rows or groups of rows (default: the published examples, where DESCANT_DATA "
                    "names their folder, and the paper's table); --list shows them")
        ->type_name("NAME");
    parser_.add_flag("--list", is_list_, "Show the rows and groups, and measure nothing");
    const auto option = [&](const char* name, auto& value, const char* type, const char* help) {
      parser_.add_option(name, value, help)->type_name(type);
    };
    option("--solvers", solvers_, "NAME,NAME",
           "Which to time (default: all; errors need `exact` among them)");
    option("--frames", frames_, "N",
           "Frames to time (default: 40 of a small body, 20, 12 of a large one)");
    option("--threads", threads_, "N", "Threads to run on (default: all cores)");
    option("--budget", budget_, "SECONDS",
           "A solver that takes longer on a row is cut short after three frames (default: 60; "
           "unit: s)");
    option("--tolerance", tolerance_, "NUMBER",
           "Largest movement of a solver's last iteration (default: as `simulate` has it; unit: "
           "the rest diagonal)");
    option("--json", json_, "FILE", "JSON file to write everything to, anew after every row");
    option("--progress", progress_, "auto|plain|json|none",
           "How to show how far it has come (default: auto)");
    parser_.footer(
        "The error is that of one step from the state of `exact`, RMS over the frames, relative\n"
        "to the secondary motion's own RMS; `free` is that of a run of its own. `x ref.` is how\n"
        "many times faster than `reference`, which does what the authors' program does.\n"
        "Example:\n"
        "  descant bench fish trex --solvers fast,exact --threads 2 --json bench.json");
  }

  CLI::App& parser() override { return parser_; }

  ProgressStyle progress_style() const override {
    return setting_makers::checked_word(progress_, progress_names, "--progress");
  }

  void run(Console& console) override {
    expect_no_unknown_words(parser_);
    const std::vector<BenchCase> catalogue = bench_catalogue(data_folder());
    if (is_list_) return list(catalogue);
    const std::vector<BenchCase> cases = chosen_cases(catalogue, names_);
    const BenchOptions options = checked_options();
    if (!json_.empty()) write_json({});
    watch_interrupts();

    fmt::print("{}", bench_header());
    std::vector<BenchRow> rows;
    run_bench(cases, options, console.log(), console.progress(), [&](const BenchRow& row) {
      console.finish();
      fmt::print("{}", bench_lines(row));
      std::fflush(stdout);
      rows.push_back(row);
      if (!json_.empty()) write_json(rows);
    });
    console.finish();
    for (const std::string& finding : group_findings(rows)) fmt::print("{}\n", finding);
  }

 private:
  BenchOptions checked_options() const {
    BenchOptions options;
    const auto expect = [](bool is_fine, const char* name, const char* what) {
      if (!is_fine) throw InputError(name, what);
    };
    expect(frames_ >= 0 && frames_ <= 100000, "--frames", "must be between 1 and 100000");
    expect(threads_ >= 0 && threads_ <= 1024, "--threads", "must be between 1 and 1024");
    expect(budget_ > 0, "--budget", "must be greater than 0 s");
    expect(!tolerance_ || (*tolerance_ > 0 && *tolerance_ <= 1), "--tolerance",
           "must be greater than 0 and at most 1");
    options.tolerance = tolerance_;
    options.frames = frames_;
    options.threads = threads_;
    options.budget = budget_;
    if (solvers_.empty()) return options;
    for (const std::string& word : words_between_commas(solvers_))
      options.solvers.push_back(setting_makers::checked_word(word, solver_names, "--solvers"));
    return options;
  }

  void list(const std::vector<BenchCase>& catalogue) const {
    for (const BenchGroup& group : bench_groups()) {
      fmt::print("{:<21} {}\n", group.name, group.about);
      for (const BenchCase& item : catalogue) {
        if (item.group != group.name) continue;
        fmt::print("  {:<19} {:>6} vertices, {}D, m = {:<4} {}\n", item.name, item.num_vertices,
                   item.dim, item.num_params, item.about);
      }
    }
  }

  void write_json(const std::vector<BenchRow>& rows) const {
    write_file(json_, bench_json(rows, words_));
  }

  std::vector<std::string> words_;
  CLI::App& parser_;
  std::vector<std::string> names_;
  std::string solvers_, json_, progress_ = "auto";
  int frames_ = 0, threads_ = 0;
  double budget_ = BenchOptions().budget;
  std::optional<double> tolerance_;
  bool is_list_ = false;
};

}  // namespace

std::unique_ptr<Command> make_bench_command(CLI::App& app, std::vector<std::string> words) {
  return std::make_unique<BenchCommand>(app, std::move(words));
}
