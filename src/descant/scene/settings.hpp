// scene/settings.hpp: the one table of settings: each is a key of the scene file and an option.
//
//   key       max_iterations              in scene.json, at scene.json#/max_iterations
//   option    --max-iterations            on the command line
//
// Name, unit, default, help and range of a setting are written once, in body_settings.cpp,
// run_settings.cpp and output_settings.cpp; the readers, the help texts and the tests use them.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "descant/core/number_text.hpp"
#include "descant/scene/output_settings.hpp"
#include "descant/scene/scene.hpp"

namespace descant {

enum class SettingKind {
  number,          ///< a finite number
  integer,         ///< a whole number
  choice,          ///< one word of `choices`
  choices,         ///< several words of `choices`, separated by commas
  numbers,         ///< one or more numbers, separated by commas
  names,           ///< one or more names; the option may be repeated
  factors,         ///< NAME=NUMBER; the option may be repeated; in a scene file an object
  amount_or_file,  ///< a number, or else a path
  range,           ///< A:B, half-open, either side may be empty
  text,            ///< a path
  name,            ///< a name
  flag,            ///< present or not; no value
};

/// number, integer, flag: double; choice, range, text, name: string; numbers: vector of double;
/// choices, names, factors ("NAME=NUMBER"): vector of string; amount_or_file: double or string.
using SettingValue =
    std::variant<double, std::string, std::vector<double>, std::vector<std::string>>;

/// What a person is told about a setting.
struct SettingInfo {
  std::string name{};  ///< snake_case
  SettingKind kind = SettingKind::number;
  std::string unit{};                  ///< "Pa"; empty where there is none
  std::string fallback{};              ///< the default, in words
  std::string help{};                  ///< what it does
  std::string example{};               ///< a value, as on the command line
  std::vector<std::string> choices{};  ///< of `choice` and `choices`
};

/// A setting of a `Target`: how it is checked and stored, and how it is read back.
template <class Target>
struct Setting {
  SettingInfo info;
  /// Throws InputError at `place` where the value is out of range.
  std::function<void(Target&, const SettingValue&, const std::string& place)> assign;
  /// The value as stored; nothing where the setting is not given.
  std::function<std::optional<SettingValue>(const Target&)> value;
};

const std::vector<Setting<BodySettings>>& body_settings();
const std::vector<Setting<RunSettings>>& run_settings();
const std::vector<Setting<OutputSettings>>& output_settings();

/// "--max-iterations" of "max_iterations".
std::string option_name(const std::string& setting);

/// The value an option was given on the command line: one text per time it was given. Throws
/// InputError at `place` where the text is not of the setting's kind.
SettingValue parse_setting(const SettingInfo& info, const std::vector<std::string>& texts,
                           const std::string& place);

/// A name and a factor of "NAME=NUMBER". Throws InputError at `place`.
std::pair<std::string, double> parse_factor(const std::string& text, const std::string& place);

/// A setting given as an option: its name and the texts that followed it, one a time it was given.
struct GivenOption {
  std::string setting;
  std::vector<std::string> texts;
};

/// Throws InputError at `setting` where both it and `other` are given.
void expect_one_of(const std::vector<GivenOption>& options, const std::string& setting,
                   const std::string& other, const std::string& remedy);

/// The same of young and frequency, which both set the stiffness.
void expect_one_stiffness(const std::vector<GivenOption>& options);

/// Lays options over a scene; they win over its keys, for every body. A new `fps` keeps the scene's
/// duration. Options of OutputSettings are left alone. Throws InputError.
void apply_options(Scene& scene, const std::vector<GivenOption>& options);

/// The OutputSettings among the options. Throws InputError.
OutputSettings output_settings_of(const std::vector<GivenOption>& options);

}  // namespace descant
