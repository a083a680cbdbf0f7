// io/scene_json_node.hpp: a JSON value that knows where it stands, for errors that name the place.
//
//   place   scene.json#/bodies/0/young        file, then a JSON pointer (RFC 6901)

#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// JSON text to a value. Throws InputError for malformed text, a key that stands twice in one
/// object, or nesting deeper than 64.
nlohmann::json parse_json(std::string_view text, const std::string& file);

/// A view of a value inside a document that outlives it. Readers throw InputError at `place()`.
class JsonNode {
 public:
  JsonNode(const nlohmann::json& value, std::string file)
      : value_(&value), file_(std::move(file)) {}

  const nlohmann::json& value() const { return *value_; }
  const std::string& file() const { return file_; }
  std::string place() const { return pointer_.empty() ? file_ : file_ + "#" + pointer_; }
  [[noreturn]] void fail(const std::string& what, const std::string& remedy = {}) const;

  /// Objects. `expect_object` fails for anything else; `expect_keys` fails for anything but an
  /// object with keys from `known`, and says which key was meant; `required` fails where the key is
  /// missing.
  void expect_object() const;
  void expect_keys(const std::vector<std::string>& known) const;
  bool has(const std::string& key) const;
  JsonNode at(const std::string& key) const;
  JsonNode required(const std::string& key, const std::string& what) const;

  /// Arrays.
  std::vector<JsonNode> items(const char* what) const;

  /// Scalars and short lists of finite numbers.
  double number() const;
  int integer(int low, int high) const;
  std::string text() const;
  Vector numbers() const;
  Vector point(int dim) const;  ///< numbers, exactly `dim` of them

 private:
  JsonNode child(const nlohmann::json& value, const std::string& step) const;

  const nlohmann::json* value_;
  std::string file_;
  std::string pointer_;
};

/// An object that is being written. Keys stay in the order they are set in.
class JsonObject {
 public:
  explicit JsonObject(nlohmann::ordered_json& value) : value_(&value) {}

  nlohmann::ordered_json& value() { return *value_; }
  void set(const std::string& key, double number);
  void set(const std::string& key, const std::string& text);
  void set(const std::string& key, const Vector& numbers);

 private:
  nlohmann::ordered_json* value_;
};

/// Text with short lists and flat objects on one line each, at most 100 columns where they fit.
std::string pretty_json(const nlohmann::ordered_json& value);

}  // namespace descant
