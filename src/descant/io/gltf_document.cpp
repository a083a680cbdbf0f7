// io/gltf_document.cpp: takes `.glb` and `.gltf` files apart.
//
//   .glb   "glTF" version length | length "JSON" text | length "BIN\0" bytes | others, ignored
//          all numbers 32 bits, little-endian; lengths in bytes

#include "descant/io/gltf_document.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "descant/core/error.hpp"
#include "descant/io/base64.hpp"
#include "descant/io/gltf_json.hpp"

namespace descant {

namespace {

constexpr std::string_view glb_magic = "glTF";
constexpr std::uint32_t json_chunk = 0x4E4F534A, binary_chunk = 0x004E4942;
constexpr const char* export_again = "Export the file again; it may have been cut short on its way";

struct Container {
  std::string_view json;
  std::optional<std::string_view> binary;
};

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t b = 4; b-- > 0;)
    number = number << 8 | static_cast<unsigned char>(bytes[at + b]);
  return number;
}

Container split_binary(std::string_view bytes, const std::string& path) {
  // header
  if (bytes.size() < 12) throw InputError(path, "ends inside its 12-byte header", export_again);
  const std::uint32_t version = number_at(bytes, 4), length = number_at(bytes, 8);
  if (version != 2)
    throw InputError(path,
                     fmt::format("is binary glTF version {}; only version 2 is read", version),
                     "Convert it, for example with `npx gltf-pipeline -i old.glb -o new.glb`");
  if (length > bytes.size())
    throw InputError(
        path, fmt::format("ends after {} bytes; its header promises {}", bytes.size(), length),
        export_again);
  bytes = bytes.substr(0, length);

  // chunks: JSON first, then at most one of bytes
  Container container;
  std::size_t at = 12;
  for (int chunk = 0; at < bytes.size(); ++chunk) {
    const std::string place = fmt::format("{}: chunk {}", path, chunk);
    if (bytes.size() - at < 8) throw InputError(place, "ends inside its header", export_again);
    const std::uint32_t size = number_at(bytes, at), kind = number_at(bytes, at + 4);
    at += 8;
    if (size > bytes.size() - at)
      throw InputError(place,
                       fmt::format("promises {} bytes, {} are left", size, bytes.size() - at),
                       export_again);
    if (chunk == 0 && kind != json_chunk)
      throw InputError(place, "is not JSON, which must come first", export_again);
    if (chunk == 0) container.json = bytes.substr(at, size);
    if (chunk == 1 && kind == binary_chunk) container.binary = bytes.substr(at, size);
    at += size;
  }
  if (container.json.empty()) throw InputError(path + ": chunk 0", "is missing", export_again);
  return container;
}

// True for `http:`, `file:` and the like at the start of a uri.
bool has_scheme(std::string_view uri) {
  const std::size_t colon = uri.find(':');
  if (colon == uri.npos || colon == 0) return false;
  for (std::size_t i = 0; i < colon; ++i) {
    const auto c = static_cast<unsigned char>(uri[i]);
    if (!std::isalnum(c) && c != '+' && c != '-' && c != '.') return false;
  }
  return true;
}

// `%20` and its like written out; a lone % stays.
std::string unescaped(std::string_view uri) {
  std::string name;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool is_escape = uri[i] == '%' && i + 2 < uri.size() &&
                           std::isxdigit(static_cast<unsigned char>(uri[i + 1])) &&
                           std::isxdigit(static_cast<unsigned char>(uri[i + 2]));
    if (!is_escape) {
      name += uri[i];
      continue;
    }
    name += static_cast<char>(std::stoi(std::string(uri.substr(i + 1, 2)), nullptr, 16));
    i += 2;
  }
  return name;
}

std::string embedded_bytes(const JsonNode& node, std::string_view uri) {
  const std::size_t comma = uri.find(',');
  if (comma == uri.npos || !uri.substr(0, comma).ends_with(";base64"))
    node.fail("is a data URI that is not base64", "Export the file again with base64 buffers");
  std::optional<std::string> bytes = decoded_base64(uri.substr(comma + 1));
  if (!bytes) node.fail("is not valid base64", export_again);
  return std::move(*bytes);
}

struct BufferSource {
  GltfDocument& document;
  std::optional<std::string_view> binary;
  const FileReader& read;
};

std::string file_bytes(BufferSource& source, const JsonNode& node, std::string_view uri) {
  if (has_scheme(uri))
    node.fail(fmt::format("lies at {}, and only files beside this one are read",
                          uri.substr(0, uri.find(':') + 1)),
              "Download it and name it by its path");
  const std::string name = unescaped(uri);
  if (name.empty() || name.find('\0') != name.npos) node.fail("is no file name");
  const std::string path = path_beside(source.document.path, name);
  source.document.files.push_back(path);
  return source.read(path);
}

std::string buffer_bytes(BufferSource& source, const JsonNode& buffer, std::size_t index) {
  buffer.expect_object();
  const std::size_t length = size_of(buffer.required("byteLength", "the number of bytes"));
  std::string bytes;
  if (buffer.has("uri")) {
    const JsonNode node = buffer.at("uri");
    const std::string uri = node.text();
    bytes = uri.starts_with("data:") ? embedded_bytes(node, uri) : file_bytes(source, node, uri);
  } else if (index == 0 && source.binary) {
    bytes = *source.binary;
  } else {
    refuse_compressed(buffer);
    buffer.fail("has neither a uri nor a binary chunk to hold its bytes", export_again);
  }
  if (bytes.size() < length)
    buffer.fail(fmt::format("promises {} bytes and holds {}", length, bytes.size()), export_again);
  bytes.resize(length);
  return bytes;
}

}  // namespace

GltfDocument parse_gltf_document(const std::string& bytes, const std::string& path,
                                 const FileReader& read) {
  GltfDocument document;
  document.path = path;
  document.files = {path};
  document.is_binary = std::string_view(bytes).starts_with(glb_magic);
  if (!document.is_binary && path.ends_with(".glb"))
    throw InputError(path, "is not a .glb file: it does not start with `glTF`", export_again);

  Container container{bytes, {}};
  if (document.is_binary) container = split_binary(bytes, path);
  document.json = container.json;

  const nlohmann::json json = parse_json(document.json, path);
  const JsonNode root(json, path);
  root.expect_object();
  BufferSource source{document, container.binary, read};
  const std::vector<JsonNode> buffers = items_or_none(root, "buffers");
  for (std::size_t i = 0; i < buffers.size(); ++i)
    document.buffers.push_back(buffer_bytes(source, buffers[i], i));
  return document;
}

GltfDocument read_gltf_document(const std::string& path) {
  return parse_gltf_document(read_file(path), path);
}

}  // namespace descant
