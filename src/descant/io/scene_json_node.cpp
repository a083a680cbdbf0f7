// io/scene_json_node.cpp: JSON in with places, JSON out for people.

#include "descant/io/scene_json_node.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "descant/core/error.hpp"
#include "descant/scene/settings.hpp"
#include "descant/scene/spelling.hpp"

namespace descant {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

constexpr int deepest_nesting = 64;

std::string escaped(const std::string& step) {
  std::string text;
  for (char c : step) {
    if (c == '~') {
      text += "~0";
    } else if (c == '/') {
      text += "~1";
    } else {
      text += c;
    }
  }
  return text;
}

const char* kind_of(const json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  if (value.is_string()) return "a text";
  if (value.is_boolean()) return "true or false";
  if (value.is_null()) return "null";
  return "a number";
}

}  // namespace

json parse_json(std::string_view text, const std::string& file) {
  std::vector<std::set<std::string>> keys;
  const auto watch = [&](int depth, json::parse_event_t event, json& parsed) {
    if (depth > deepest_nesting) throw InputError(file, "is nested deeper than 64 levels");
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end) keys.pop_back();
    if (event == json::parse_event_t::key &&
        !keys.back().insert(parsed.get<std::string>()).second) {
      throw InputError(file,
                       "the key `" + parsed.get<std::string>() + "` stands twice in one object",
                       "Keep one of them");
    }
    return true;
  };
  try {
    return json::parse(text, watch);
  } catch (const json::exception& error) {
    const std::string what = error.what();
    const size_t cut = what.find("] ");
    throw InputError(file,
                     "is not valid JSON: " + (cut == what.npos ? what : what.substr(cut + 2)));
  }
}

void JsonNode::fail(const std::string& what, const std::string& remedy) const {
  throw InputError(place(), what, remedy);
}

JsonNode JsonNode::child(const json& value, const std::string& step) const {
  JsonNode node(value, file_);
  node.pointer_ = pointer_ + "/" + escaped(step);
  return node;
}

void JsonNode::expect_object() const {
  if (!value_->is_object()) fail(std::string("expected an object, not ") + kind_of(*value_));
}

void JsonNode::expect_keys(const std::vector<std::string>& known) const {
  expect_object();
  for (const auto& [key, unused] : value_->items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    child(unused, key).fail("unknown key `" + key + "`", suggestion(key, known));
  }
}

bool JsonNode::has(const std::string& key) const {
  return value_->is_object() && value_->contains(key);
}

JsonNode JsonNode::at(const std::string& key) const { return child(value_->at(key), key); }

JsonNode JsonNode::required(const std::string& key, const std::string& what) const {
  if (!has(key)) fail("the key `" + key + "` is missing", "It gives " + what);
  return at(key);
}

std::vector<JsonNode> JsonNode::items(const char* what) const {
  if (!value_->is_array()) {
    fail(std::string("expected a list of ") + what + ", not " + kind_of(*value_));
  }
  std::vector<JsonNode> nodes;
  for (size_t i = 0; i < value_->size(); ++i) {
    nodes.push_back(child((*value_)[i], std::to_string(i)));
  }
  return nodes;
}

double JsonNode::number() const {
  if (!value_->is_number()) fail(std::string("expected a number, not ") + kind_of(*value_));
  const double number = value_->get<double>();
  if (!std::isfinite(number)) fail("the number is not finite");
  return number;
}

int JsonNode::integer(int low, int high) const {
  const double value = number();
  if (value != std::floor(value) || value < low || value > high) {
    fail("must be a whole number from " + std::to_string(low) + " to " + std::to_string(high) +
         ", not " + number_text(value));
  }
  return static_cast<int>(value);
}

std::string JsonNode::text() const {
  if (!value_->is_string()) fail(std::string("expected a text, not ") + kind_of(*value_));
  return value_->get<std::string>();
}

Vector JsonNode::numbers() const {
  const std::vector<JsonNode> nodes = items("numbers");
  Vector values(static_cast<Index>(nodes.size()));
  for (size_t i = 0; i < nodes.size(); ++i) values[static_cast<Index>(i)] = nodes[i].number();
  return values;
}

Vector JsonNode::point(int dim) const {
  const Vector values = numbers();
  if (values.size() != dim) {
    fail("has " + std::to_string(values.size()) + " numbers where the mesh has " +
         std::to_string(dim) + " coordinates");
  }
  return values;
}

void JsonObject::set(const std::string& key, double number) { (*value_)[key] = number; }

void JsonObject::set(const std::string& key, const std::string& text) { (*value_)[key] = text; }

void JsonObject::set(const std::string& key, const Vector& numbers) {
  (*value_)[key] = std::vector<double>(numbers.begin(), numbers.end());
}

namespace {

constexpr size_t line_width = 100;

void append_pretty(const ordered_json& value, size_t indent, std::string& out) {
  const std::string flat = value.dump();
  const bool has_inner = value.is_structured() && value.size() > 0;
  if (!has_inner || (flat.size() + indent <= line_width && flat.find('\n') == flat.npos &&
                     flat.find("[{", 1) == flat.npos)) {
    out += flat;
    return;
  }
  const std::string margin(indent + 2, ' ');
  out += value.is_object() ? "{\n" : "[\n";
  size_t index = 0;
  for (const auto& [key, item] : value.items()) {
    out += margin;
    if (value.is_object()) out += ordered_json(key).dump() + ": ";
    append_pretty(item, indent + 2, out);
    out += ++index < value.size() ? ",\n" : "\n";
  }
  out += std::string(indent, ' ') + (value.is_object() ? "}" : "]");
}

}  // namespace

std::string pretty_json(const ordered_json& value) {
  std::string out;
  append_pretty(value, 0, out);
  return out + "\n";
}

}  // namespace descant
