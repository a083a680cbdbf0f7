// example_command.cpp: `descant example [NAME] -o FILE`.

#include <fmt/format.h>

#include "commands.hpp"
#include "descant/core/error.hpp"
#include "descant/examples/examples.hpp"
#include "descant/io/scene_json.hpp"
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
                    "Scene file to write; its meshes are written beside it (default: NAME.json)")
        ->type_name("FILE.json");
    parser_.footer("Example:\n  descant example " + list_examples().front().name +
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
      return;
    }
    const Scene scene = make_example(name_);
    const std::string path = out_.empty() ? name_ + ".json" : out_;
    if (!path.ends_with(".json")) {
      throw InputError(path, "a scene is written to a .json file", "Try " + path + ".json");
    }
    write_scene(scene, path);
    fmt::print("{}: {} frames; run `descant simulate {} -o out`\n", path, scene.num_frames, path);
  }

 private:
  CLI::App& parser_;
  std::string name_, out_;
};

}  // namespace

std::unique_ptr<Command> make_example_command(CLI::App& app) {
  return std::make_unique<ExampleCommand>(app);
}
