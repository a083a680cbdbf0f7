// example_command.cpp: `descant example [NAME] -o FILE`: a scene, or a character.

#include <fmt/format.h>

#include <algorithm>

#include "commands.hpp"
#include "descant/core/error.hpp"
#include "descant/examples/examples.hpp"
#include "descant/io/file.hpp"
#include "descant/io/scene_json.hpp"
#include "descant/prepare/rig_kinds.hpp"
#include "setting_options.hpp"

using namespace descant;

namespace {

class ExampleCommand : public Command {
 public:
  explicit ExampleCommand(CLI::App& app)
      : parser_(*app.add_subcommand("example", "Writes a built-in example, or lists them")) {
    parser_.allow_extras();
    parser_.add_option("name", name_, "Which example; without it, they are listed")
        ->type_name("NAME");
    parser_
        .add_option("-o,--output", out_,
                    "File to write: a scene, with its meshes beside it (default: NAME.json), or a "
                    "character (default: NAME.glb)")
        ->type_name("FILE");
    const std::string character = list_characters().front().name;
    parser_.footer("Examples:\n  descant example " + character + " -o " + character +
                   ".glb\n  descant enrich " + character + ".glb -o " + character +
                   "-alive.glb\n  descant example " + list_examples().front().name +
                   " -o scene.json\n  descant simulate scene.json -o out");
  }

  CLI::App& parser() override { return parser_; }

  void run(Console&) override {
    expect_no_unknown_words(parser_);
    if (name_.empty()) {
      if (!out_.empty()) throw InputError("example", "needs the name of an example");
      for (const ExampleInfo& example : list_examples()) {
        fmt::print("{:<16} {}\n", example.name, example.description);
      }
      fmt::print("\nCharacters, as .glb files:\n");
      for (const ExampleInfo& character : list_characters()) {
        fmt::print("{:<16} {}\n", character.name, character.description);
      }
      return;
    }
    if (is_character())
      write_character();
    else
      write_example();
  }

 private:
  bool is_character() const {
    const std::vector<ExampleInfo> all = list_characters();
    return std::any_of(all.begin(), all.end(),
                       [&](const ExampleInfo& info) { return info.name == name_; });
  }

  /// Where to write; throws InputError unless it ends as files of this kind do.
  std::string path_for(const std::string& what, const std::string& ending) const {
    const std::string path = out_.empty() ? name_ + ending : out_;
    if (!path.ends_with(ending)) {
      throw InputError(path, what + " is written to a " + ending + " file", "Try " + path + ending);
    }
    return path;
  }

  void write_example() const {
    const Scene scene = make_example(name_);
    const std::string path = path_for("a scene", ".json");
    write_scene(scene, path, builtin_rigs());
    fmt::print("{}: {} frames; run `descant simulate {} -o out`\n", path, scene.num_frames, path);
  }

  void write_character() const {
    const std::string path = path_for("a character", ".glb");
    write_file(path, make_character_file(name_));
    fmt::print("{}: a character; run `descant enrich {} -o {}-alive.glb`\n", path, path, name_);
  }

  CLI::App& parser_;
  std::string name_, out_;
};

}  // namespace

std::unique_ptr<Command> make_example_command(CLI::App& app) {
  return std::make_unique<ExampleCommand>(app);
}
