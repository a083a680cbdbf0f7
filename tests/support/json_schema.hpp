// support/json_schema.hpp: checks a JSON document against the part of JSON Schema our schemas use.
//
//   type const enum anyOf $ref required properties additionalProperties items
//   minItems maxItems minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum

#pragma once

#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace descant::test {

/// Problems found, each with the JSON pointer of its place; empty where the document fits.
class SchemaValidator {
 public:
  using json = nlohmann::json;

  explicit SchemaValidator(json schema) : root_(std::move(schema)) {}

  std::vector<std::string> problems(const json& document) const {
    std::vector<std::string> found;
    check(document, root_, "", found);
    return found;
  }

 private:
  using Problems = std::vector<std::string>;

  static bool is_of_type(const json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "number") return value.is_number();
    if (type == "integer") {
      return value.is_number_integer() ||
             (value.is_number() && value.get<double>() == std::floor(value.get<double>()));
    }
    throw std::logic_error("the validator does not know the type " + type);
  }

  void check(const json& value, const json& schema, const std::string& at, Problems& found) const {
    static const std::set<std::string> known{"$schema",
                                             "title",
                                             "description",
                                             "definitions",
                                             "type",
                                             "const",
                                             "enum",
                                             "anyOf",
                                             "$ref",
                                             "required",
                                             "properties",
                                             "items",
                                             "minItems",
                                             "maxItems",
                                             "minLength",
                                             "maxLength",
                                             "pattern",
                                             "minimum",
                                             "maximum",
                                             "exclusiveMinimum",
                                             "exclusiveMaximum",
                                             "additionalProperties"};
    for (const auto& [keyword, unused] : schema.items()) {
      if (!known.count(keyword)) throw std::logic_error("unknown schema keyword " + keyword);
    }
    if (schema.contains("$ref")) {
      const std::string pointer = schema["$ref"].get<std::string>().substr(1);
      check(value, root_.at(json::json_pointer(pointer)), at, found);
    }
    check_value(value, schema, at, found);
    if (value.is_object()) check_object(value, schema, at, found);
    if (value.is_array()) check_array(value, schema, at, found);
    if (value.is_number()) check_number(value.get<double>(), schema, at, found);
    if (value.is_string()) check_text(value.get<std::string>(), schema, at, found);
  }

  void check_value(const json& value, const json& schema, const std::string& at,
                   Problems& found) const {
    if (schema.contains("type") && !is_of_type(value, schema["type"])) {
      found.push_back(at + ": not of type " + schema["type"].get<std::string>());
    }
    if (schema.contains("const") && value != schema["const"]) found.push_back(at + ": const");
    if (schema.contains("enum")) {
      const json& options = schema["enum"];
      if (std::find(options.begin(), options.end(), value) == options.end()) {
        found.push_back(at + ": not in enum");
      }
    }
    if (!schema.contains("anyOf")) return;
    for (const json& option : schema["anyOf"]) {
      Problems inner;
      check(value, option, at, inner);
      if (inner.empty()) return;
    }
    found.push_back(at + ": fits no option of anyOf");
  }

  void check_object(const json& value, const json& schema, const std::string& at,
                    Problems& found) const {
    for (const json& key : schema.value("required", json::array())) {
      if (!value.contains(key.get<std::string>())) {
        found.push_back(at + ": misses " + key.get<std::string>());
      }
    }
    const json properties = schema.value("properties", json::object());
    for (const auto& [key, item] : value.items()) {
      const std::string inner = at + "/" + key;
      if (properties.contains(key)) {
        check(item, properties[key], inner, found);
      } else if (schema.contains("additionalProperties")) {
        const json& rest = schema["additionalProperties"];
        if (rest.is_boolean() && !rest.get<bool>()) found.push_back(inner + ": unknown key");
        if (rest.is_object()) check(item, rest, inner, found);
      }
    }
  }

  void check_array(const json& value, const json& schema, const std::string& at,
                   Problems& found) const {
    if (value.size() < schema.value("minItems", size_t{0})) found.push_back(at + ": minItems");
    if (value.size() > schema.value("maxItems", value.size())) found.push_back(at + ": maxItems");
    if (!schema.contains("items")) return;
    for (size_t i = 0; i < value.size(); ++i) {
      check(value[i], schema["items"], at + "/" + std::to_string(i), found);
    }
  }

  static void check_number(double value, const json& schema, const std::string& at,
                           Problems& found) {
    if (value < schema.value("minimum", value)) found.push_back(at + ": minimum");
    if (value > schema.value("maximum", value)) found.push_back(at + ": maximum");
    if (schema.contains("exclusiveMinimum") && value <= schema["exclusiveMinimum"].get<double>()) {
      found.push_back(at + ": exclusiveMinimum");
    }
    if (schema.contains("exclusiveMaximum") && value >= schema["exclusiveMaximum"].get<double>()) {
      found.push_back(at + ": exclusiveMaximum");
    }
  }

  static void check_text(const std::string& value, const json& schema, const std::string& at,
                         Problems& found) {
    if (value.size() < schema.value("minLength", size_t{0})) found.push_back(at + ": minLength");
    if (value.size() > schema.value("maxLength", value.size())) {
      found.push_back(at + ": maxLength");
    }
    if (schema.contains("pattern") &&
        !std::regex_search(value, std::regex(schema["pattern"].get<std::string>()))) {
      found.push_back(at + ": pattern");
    }
  }

  json root_;
};

}  // namespace descant::test
