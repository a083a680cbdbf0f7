// main.cpp: finds the command, runs it, and turns what went wrong into an exit code.
//
//   0 done   1 our bug   2 the input   3 numerics   130 interrupted

#include <fmt/format.h>

#include <new>

#include "commands.hpp"
#include "descant/core/error.hpp"
#include "descant/run/version.hpp"
#include "descant/scene/spelling.hpp"

using namespace descant;

namespace {

enum ExitCode { done = 0, our_bug = 1, bad_input = 2, no_solution = 3, interrupted = 130 };

/// The parser and the commands it knows.
struct Program {
  explicit Program(const std::vector<std::string>& words)
      : app("Physically based secondary motion for rigged animation.", "descant") {
    app.set_version_flag("--version", "descant " + version());
    app.get_formatter()->column_width(32);
    app.footer(
        "`descant COMMAND --help` explains each, with an example.\n"
        "Exit codes: 0 done, 1 a bug of ours, 2 the input, 3 no finite solution.");
    commands.push_back(make_enrich_command(app, words));
    commands.push_back(make_simulate_command(app, words));
    commands.push_back(make_example_command(app));
    commands.push_back(make_info_command(app));
    commands.push_back(make_bench_command(app, words));
  }

  Command& chosen() {
    for (const auto& command : commands) {
      if (command->parser().parsed()) return *command;
    }
    throw InputError("descant", "no command was given", "`descant --help` lists them");
  }

  // CLI11 would call a misspelt command an unexpected argument
  void expect_known_command(const std::vector<std::string>& words) const {
    if (words.size() < 2 || words[1].starts_with("-")) return;
    std::vector<std::string> names;
    for (const auto& command : commands) names.push_back(command->parser().get_name());
    if (std::find(names.begin(), names.end(), words[1]) == names.end()) {
      throw InputError(words[1], "unknown command", suggestion(words[1], names));
    }
  }

  CLI::App app;
  std::vector<std::unique_ptr<Command>> commands;
};

int fail(Console& console, const std::string& message, ExitCode code) {
  console.finish();
  console.error(message);
  return code;
}

/// What to add to a command that lacks something.
std::string missing_words(const CLI::App& parser) {
  std::string words;
  for (const CLI::Option* option : parser.get_options()) {
    if (!option->get_required() || option->count() > 0) continue;
    const auto& letters = option->get_snames();
    words += (words.empty() ? "" : " ") + (letters.empty() ? "" : "-" + letters[0] + " ") +
             option->get_type_name();
  }
  return words;
}

int run(Program& program, const std::vector<std::string>& words, Console& console) {
  try {
    program.chosen().run(console);
    return done;
  } catch (const InputError& error) {
    return fail(console, error.what(), bad_input);
  } catch (const NumericsError& error) {
    return fail(console,
                fmt::format("{}\n  to run this frame again: {}", error.what(),
                            rerun_command(words, error.frame())),
                no_solution);
  } catch (const Interrupted& error) {
    return fail(console, error.what(), interrupted);
  } catch (const std::bad_alloc&) {
    return fail(console, "out of memory: the scene needs more than this machine has", bad_input);
  } catch (const std::exception& error) {
    return fail(console,
                fmt::format("{} (this is a bug in descant; please report it)", error.what()),
                our_bug);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  ProgressStyle style = ProgressStyle::automatic;
  Program program(words);
  try {
    program.expect_known_command(words);
    program.app.parse(argc, argv);
    style = program.chosen().progress_style();
  } catch (const CLI::Success& asked_for_help) {
    return program.app.exit(asked_for_help);
  } catch (const CLI::RequiredError& error) {
    Console console(style);
    return fail(console,
                fmt::format("{}. Add {}; `descant {} --help` shows an example", error.what(),
                            missing_words(program.chosen().parser()), words[1]),
                bad_input);
  } catch (const CLI::ParseError& error) {
    Console console(style);
    return fail(console, error.what(), bad_input);
  } catch (const InputError& error) {
    Console console(style);
    return fail(console, error.what(), bad_input);
  }
  Console console(style);
  return run(program, words, console);
}
