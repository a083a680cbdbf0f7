// scene/settings.cpp: texts of the command line to settings, and settings onto a scene.

#include "descant/scene/settings.hpp"

#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"
#include "descant/scene/setting_makers.hpp"

namespace descant {

namespace {

double required_number(const std::string& text, const std::string& place) {
  if (const auto value = parse_number(text)) return *value;
  throw InputError(place, "`" + text + "` is not a number");
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts{""};
  for (char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

template <class Target>
const Setting<Target>* find_setting(const std::vector<Setting<Target>>& table,
                                    const std::string& name) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const auto& setting) { return setting.info.name == name; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace

std::string option_name(const std::string& setting) {
  std::string name = "--" + setting;
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

void expect_one_of(const std::vector<GivenOption>& options, const std::string& setting,
                   const std::string& other, const std::string& remedy) {
  const auto is_given = [&](const std::string& name) {
    return std::any_of(options.begin(), options.end(),
                       [&](const GivenOption& option) { return option.setting == name; });
  };
  if (!is_given(setting) || !is_given(other)) return;
  throw InputError(option_name(setting), "cannot stand beside " + option_name(other), remedy);
}

void expect_one_stiffness(const std::vector<GivenOption>& options) {
  expect_one_of(options, "frequency", "young", "Both set the stiffness: give one");
}

std::pair<std::string, double> parse_factor(const std::string& text, const std::string& place) {
  const size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError(place, "`" + text + "` is not NAME=NUMBER", "For instance tail=4");
  }
  const double factor = required_number(text.substr(equals + 1), place);
  const auto& range = setting_makers::factor_range;
  if (!range.contains(factor)) {
    throw InputError(place, "the factor of `" + text.substr(0, equals) + "` must be " +
                                range_text(range, "") + ", not " + number_text(factor));
  }
  return {text.substr(0, equals), factor};
}

SettingValue parse_setting(const SettingInfo& info, const std::vector<std::string>& texts,
                           const std::string& place) {
  const bool may_repeat = info.kind == SettingKind::names || info.kind == SettingKind::factors;
  if (info.kind == SettingKind::flag) return 1.0;
  if (texts.empty()) throw InputError(place, "needs a value", "For instance " + info.example);
  if (texts.size() > 1 && !may_repeat) throw InputError(place, "was given twice", "Give it once");
  const std::string& text = texts.back();
  switch (info.kind) {
    case SettingKind::number:
    case SettingKind::integer:
      return required_number(text, place);
    case SettingKind::amount_or_file:
      if (const auto amount = parse_number(text)) return *amount;
      return text;
    case SettingKind::numbers: {
      std::vector<double> numbers;
      for (const auto& part : split(text, ',')) numbers.push_back(required_number(part, place));
      return numbers;
    }
    case SettingKind::choices:
      return split(text, ',');
    case SettingKind::names:
    case SettingKind::factors:
      return texts;
    default:
      return text;
  }
}

void apply_options(Scene& scene, const std::vector<GivenOption>& options) {
  expect_one_stiffness(options);
  const double old_fps = scene.run.fps;
  for (const GivenOption& option : options) {
    const std::string place = option_name(option.setting);
    if (const auto* setting = find_setting(run_settings(), option.setting)) {
      setting->assign(scene.run, parse_setting(setting->info, option.texts, place), place);
    }
    if (const auto* setting = find_setting(body_settings(), option.setting)) {
      const SettingValue value = parse_setting(setting->info, option.texts, place);
      for (BodySpec& body : scene.bodies) {
        setting->assign(body.settings, value, place);
        if (option.setting == "leak") body.painted_leak.resize(0);
      }
    }
  }
  // a new frame rate shows the same seconds
  if (scene.run.fps != old_fps && scene.num_frames > 0) {
    const double frames = (scene.num_frames - 1) / old_fps * scene.run.fps;
    if (frames > 1e7) throw InputError("--fps", "gives more than ten million frames");
    scene.num_frames = static_cast<int>(std::floor(frames + 1e-9)) + 1;
  }
}

OutputSettings output_settings_of(const std::vector<GivenOption>& options) {
  OutputSettings output;
  for (const GivenOption& option : options) {
    const std::string place = option_name(option.setting);
    if (const auto* setting = find_setting(output_settings(), option.setting)) {
      setting->assign(output, parse_setting(setting->info, option.texts, place), place);
    }
  }
  if (output.resume && output.checkpoint.empty()) {
    throw InputError("--resume", "needs --checkpoint FILE", "It says where to go on from");
  }
  return output;
}

}  // namespace descant
