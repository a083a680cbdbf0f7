// setting_options.hpp: the table of settings, as options of a command.

#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "descant/scene/settings.hpp"

/// The options of one command that stand in the table of settings.
class SettingOptions {
 public:
  explicit SettingOptions(CLI::App& command) : command_(command) {}

  /// Adds an option for each of some settings, under a heading of the help.
  void add(const std::vector<descant::SettingInfo>& infos, const std::string& group);

  /// Adds an option for every setting of a table.
  template <class Target>
  void add(const std::vector<descant::Setting<Target>>& table, const std::string& group) {
    for (const auto& setting : table) add(setting.info, group);
  }

  /// Those that were given, in the order of the table.
  std::vector<descant::GivenOption> given() const;

 private:
  struct Slot {
    std::string setting;
    CLI::Option* option = nullptr;
    bool is_set = false;  ///< of a flag
    std::vector<std::string> texts;
  };
  void add(const descant::SettingInfo& info, const std::string& group);

  CLI::App& command_;
  std::vector<std::unique_ptr<Slot>> slots_;  ///< the options write into them
};

/// Throws InputError for the first word the command does not know, and says which was meant.
void expect_no_unknown_words(const CLI::App& command);
