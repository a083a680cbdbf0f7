// commands.hpp: the commands of the program. Each adds itself to the parser and can then be run.

#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "console.hpp"

class Command {
 public:
  virtual ~Command() = default;
  virtual CLI::App& parser() = 0;
  /// How the program speaks while this command runs.
  virtual descant::ProgressStyle progress_style() const {
    return descant::ProgressStyle::automatic;
  }
  /// Throws what the library throws.
  virtual void run(Console& console) = 0;
};

/// @param words the whole command line, for reports and for the hint that reruns a failure
std::unique_ptr<Command> make_enrich_command(CLI::App& app, std::vector<std::string> words);
std::unique_ptr<Command> make_simulate_command(CLI::App& app, std::vector<std::string> words);
std::unique_ptr<Command> make_example_command(CLI::App& app);
std::unique_ptr<Command> make_info_command(CLI::App& app);
std::unique_ptr<Command> make_bench_command(CLI::App& app, std::vector<std::string> words);

/// The words that run again, and write only `frame`.
std::string rerun_command(const std::vector<std::string>& words, int frame);
