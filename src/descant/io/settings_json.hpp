// io/settings_json.hpp: the table of settings, as keys of a JSON object.

#pragma once

#include <nlohmann/json_fwd.hpp>

#include "descant/io/scene_json_node.hpp"
#include "descant/scene/settings.hpp"

namespace descant {

/// The value a key was given. Throws InputError where it is not of the setting's kind.
SettingValue setting_from_json(const SettingInfo& info, const JsonNode& node);

nlohmann::ordered_json setting_to_json(const SettingInfo& info, const SettingValue& value);

/// Assigns every setting of the table that `object` has as a key.
template <class Target>
void read_settings(const std::vector<Setting<Target>>& table, const JsonNode& object,
                   Target& target) {
  for (const Setting<Target>& setting : table) {
    if (!object.has(setting.info.name)) continue;
    const JsonNode node = object.at(setting.info.name);
    setting.assign(target, setting_from_json(setting.info, node), node.place());
  }
}

/// Adds the settings that differ from their defaults to `object`.
void write_settings(const BodySettings& settings, nlohmann::ordered_json& object);
void write_settings(const RunSettings& settings, nlohmann::ordered_json& object);

/// The names of a table.
template <class Target>
std::vector<std::string> setting_names(const std::vector<Setting<Target>>& table) {
  std::vector<std::string> names;
  for (const Setting<Target>& setting : table) names.push_back(setting.info.name);
  return names;
}

}  // namespace descant
