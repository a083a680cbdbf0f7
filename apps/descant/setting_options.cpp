// setting_options.cpp: help lines and values of the options in the table of settings.

#include "setting_options.hpp"

#include "descant/core/error.hpp"
#include "descant/scene/spelling.hpp"

using namespace descant;

namespace {

// what stands after the option in the help
std::string value_name(const SettingInfo& info) {
  switch (info.kind) {
    case SettingKind::number:
      return info.unit.empty() ? "X" : info.unit;
    case SettingKind::integer:
      return "N";
    case SettingKind::choice:
    case SettingKind::choices: {
      std::string words;
      for (const std::string& word : info.choices) {
        words += (words.empty() ? "" : info.kind == SettingKind::choice ? "|" : ",") + word;
      }
      return words;
    }
    case SettingKind::numbers:
      return info.unit;
    case SettingKind::names:
      return "JOINT";
    case SettingKind::factors:
      return "JOINT=X";
    case SettingKind::amount_or_file:
      return "X|FILE.npy";
    case SettingKind::range:
      return "A:B";
    case SettingKind::name:
      return "NAME";
    default:
      return "FILE";
  }
}

std::string help_text(const SettingInfo& info) {
  std::string text = info.help + " (default: " + info.fallback;
  if (!info.unit.empty()) text += "; unit: " + info.unit;
  if (!info.example.empty()) text += "; example: " + info.example;
  return text + ")";
}

}  // namespace

void SettingOptions::add(const std::vector<SettingInfo>& infos, const std::string& group) {
  for (const SettingInfo& info : infos) add(info, group);
}

void SettingOptions::add(const SettingInfo& info, const std::string& group) {
  auto slot = std::make_unique<Slot>();
  slot->setting = info.name;
  const std::string name = option_name(info.name);
  if (info.kind == SettingKind::flag) {
    slot->option = command_.add_flag(name, slot->is_set, help_text(info));
  } else {
    slot->option = command_.add_option(name, slot->texts, help_text(info))
                       ->allow_extra_args(false)
                       ->type_name(value_name(info));
    // what cannot repeat is shown without dots; we say ourselves that it was given twice
    if (info.kind != SettingKind::names && info.kind != SettingKind::factors) {
      slot->option->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
  }
  slot->option->group(group);
  slots_.push_back(std::move(slot));
}

std::vector<GivenOption> SettingOptions::given() const {
  std::vector<GivenOption> options;
  for (const auto& slot : slots_) {
    if (slot->option->count() > 0) options.push_back({slot->setting, slot->texts});
  }
  return options;
}

void expect_no_unknown_words(const CLI::App& command) {
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  const std::string help = "`descant " + command.get_name() + " --help`";
  const std::vector<std::string> unknown = command.remaining();
  for (const std::string& word : unknown) {
    if (!word.starts_with("-")) continue;
    const std::string name = word.substr(0, word.find('='));
    const std::string nearest = nearest_name(name, known);
    throw InputError(
        name, "unknown option",
        nearest.empty() ? help + " lists them all" : "Did you mean `" + nearest + "`?");
  }
  if (!unknown.empty()) {
    throw InputError(unknown.front(), "is one word too many", help + " shows what is expected");
  }
}
