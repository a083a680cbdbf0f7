// io/settings_json.cpp: SettingValue to and from JSON, by the kind of the setting.

#include "descant/io/settings_json.hpp"

#include <nlohmann/json.hpp>

namespace descant {

using nlohmann::ordered_json;

namespace {

std::vector<std::string> texts_of(const JsonNode& node, const char* what) {
  if (node.value().is_string()) return {node.text()};
  std::vector<std::string> texts;
  for (const JsonNode& item : node.items(what)) texts.push_back(item.text());
  return texts;
}

std::vector<std::string> factors_of(const JsonNode& node) {
  if (!node.value().is_object()) node.fail("expected an object of handles and factors");
  std::vector<std::string> texts;
  for (const auto& [name, unused] : node.value().items()) {
    texts.push_back(name + "=" + number_text(node.at(name).number()));
  }
  return texts;
}

template <class Target>
void write_table(const std::vector<Setting<Target>>& table, const Target& settings,
                 ordered_json& object) {
  for (const Setting<Target>& setting : table) {
    const std::optional<SettingValue> value = setting.value(settings);
    if (!value || value == setting.value(Target{})) continue;
    object[setting.info.name] = setting_to_json(setting.info, *value);
  }
}

}  // namespace

SettingValue setting_from_json(const SettingInfo& info, const JsonNode& node) {
  switch (info.kind) {
    case SettingKind::number:
    case SettingKind::integer:
      return node.number();
    case SettingKind::flag:
      if (!node.value().is_boolean()) node.fail("expected true or false");
      return node.value().get<bool>() ? 1.0 : 0.0;
    case SettingKind::amount_or_file:
      if (node.value().is_number()) return node.number();
      return node.text();
    case SettingKind::numbers: {
      if (node.value().is_number()) return std::vector<double>{node.number()};
      const Vector numbers = node.numbers();
      return std::vector<double>(numbers.begin(), numbers.end());
    }
    case SettingKind::names:
    case SettingKind::choices:
      return texts_of(node, "names");
    case SettingKind::factors:
      return factors_of(node);
    default:
      return node.text();
  }
}

ordered_json setting_to_json(const SettingInfo& info, const SettingValue& value) {
  if (info.kind == SettingKind::factors) {
    ordered_json object = ordered_json::object();
    for (const std::string& text : std::get<std::vector<std::string>>(value)) {
      const auto [name, factor] = parse_factor(text, info.name);
      object[name] = factor;
    }
    return object;
  }
  if (info.kind == SettingKind::flag) return std::get<double>(value) != 0;
  if (info.kind == SettingKind::integer) {
    return static_cast<std::int64_t>(std::get<double>(value));
  }
  return std::visit([](const auto& held) { return ordered_json(held); }, value);
}

void write_settings(const BodySettings& settings, ordered_json& object) {
  write_table(body_settings(), settings, object);
}

void write_settings(const RunSettings& settings, ordered_json& object) {
  write_table(run_settings(), settings, object);
}

}  // namespace descant
