// info_command.cpp: `descant info FILE`.

#include <cstdio>

#include "commands.hpp"
#include "descant/run/describe.hpp"
#include "setting_options.hpp"

namespace {

class InfoCommand : public Command {
 public:
  explicit InfoCommand(CLI::App& app)
      : parser_(*app.add_subcommand("info", "Says what is in a file")) {
    parser_.allow_extras();
    parser_
        .add_option("file", file_, "Character (.glb, .gltf), scene (.json), .mesh, .obj or .npy")
        ->required()
        ->type_name("FILE");
    parser_.footer("Examples:\n  descant info fox.glb\n  descant info wobble.json");
  }

  CLI::App& parser() override { return parser_; }

  void run(Console& console) override {
    expect_no_unknown_words(parser_);
    std::fputs(descant::describe_file(file_, console.log()).c_str(), stdout);
  }

 private:
  CLI::App& parser_;
  std::string file_;
};

}  // namespace

std::unique_ptr<Command> make_info_command(CLI::App& app) {
  return std::make_unique<InfoCommand>(app);
}
