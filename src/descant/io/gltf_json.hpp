// io/gltf_json.hpp: the words of glTF's JSON that several of its readers share.

#pragma once

#include <string>
#include <vector>

#include "descant/io/scene_json_node.hpp"

namespace descant {

/// A count, an offset or a length: a whole number from 0 to 2⁵³ − 1.
std::size_t size_of(const JsonNode& node);
std::size_t size_or_zero(const JsonNode& node, const std::string& key);

/// The objects of a list under `key`; none where the key is missing.
std::vector<JsonNode> items_or_none(const JsonNode& node, const std::string& key);

/// The text under `key`; empty where the key is missing.
std::string text_or_empty(const JsonNode& node, const std::string& key);

/// What `node` refers to by its number. `what` names one of them.
std::size_t index_of(const JsonNode& node, std::size_t count, const char* what);

/// Throws, and says how to decompress, where `node` carries a compression extension. Meant for what
/// has no uncompressed bytes as well, as files that only *use* such an extension bring.
void refuse_compressed(const JsonNode& node);

/// Throws for what a file requires and we cannot do without harm.
void expect_known_extensions(const JsonNode& root);

}  // namespace descant
