// io/gltf_container.cpp: the files a glTF document is written to, and the buffer that grows.
//
//   .glb   "glTF", 2, length; JSON length, "JSON", text; BIN length, "BIN\0", bytes   little-endian

#include "descant/io/gltf_container.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "descant/core/error.hpp"
#include "descant/io/words32.hpp"

namespace descant {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

bool begins(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

std::string lower_extension(const std::string& path) {
  std::string extension = fs::path(path).extension().string();
  for (char& c : extension)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return extension;
}

// A URI that names a file by a path of its own: neither data nor another scheme nor absolute.
bool is_relative(const ordered_json& owner) {
  if (!owner.contains("uri") || !owner["uri"].is_string()) return false;
  const std::string uri = owner["uri"].get<std::string>();
  return !uri.empty() && uri[0] != '/' && uri.find(':') == std::string::npos;
}

std::string uri_of(const std::string& path) {
  static constexpr std::string_view plain = "-._~/!$&'()*+,;=@";
  static constexpr std::string_view digits = "0123456789ABCDEF";
  std::string uri;
  for (const unsigned char c : path) {
    const bool is_letter = (c | 32) >= 'a' && (c | 32) <= 'z';
    if (is_letter || (c >= '0' && c <= '9') || plain.find(static_cast<char>(c)) != plain.npos)
      uri += static_cast<char>(c);
    else
      uri += {'%', digits[c >> 4], digits[c & 15]};
  }
  return uri;
}

std::string path_of(const std::string& uri) {
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char low = static_cast<char>(c | 32);
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
  };
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool is_code =
        uri[i] == '%' && i + 2 < uri.size() && digit(uri[i + 1]) >= 0 && digit(uri[i + 2]) >= 0;
    path += is_code ? static_cast<char>(16 * digit(uri[i + 1]) + digit(uri[i + 2])) : uri[i];
    if (is_code) i += 2;
  }
  return path;
}

fs::path folder_of(const std::string& path) {
  return fs::weakly_canonical(fs::absolute(fs::path(path)).parent_path());
}

// Makes relative references from the old place good from the new one.
void rebase_references(ordered_json& root, const std::string& from, const std::string& to) {
  const std::string way = folder_of(from).lexically_relative(folder_of(to)).generic_string();
  if (way == ".") return;
  const std::string prefix = way.empty() ? folder_of(from).generic_string() : way;
  for (const char* list : {"buffers", "images"})
    if (root.contains(list))
      for (ordered_json& owner : root[list])
        if (is_relative(owner))
          owner["uri"] = uri_of(prefix) + "/" + owner["uri"].get<std::string>();
}

std::string mime_type(std::string_view bytes) {
  if (begins(bytes, "\x89PNG")) return "image/png";
  if (begins(bytes, "\xff\xd8\xff")) return "image/jpeg";
  if (begins(bytes, "RIFF") && begins(bytes.substr(std::min<std::size_t>(8, bytes.size())), "WEBP"))
    return "image/webp";
  return {};
}

std::optional<std::string> bytes_if_there(const std::string& path) {
  try {
    return read_file(path);
  } catch (const InputError&) {
    return std::nullopt;  // a missing texture is no reason to fail: the reference stays
  }
}

void pack_images(ordered_json& root, const std::string& path, GrowingBuffer& buffer) {
  if (!root.contains("images")) return;
  for (ordered_json& image : root["images"]) {
    if (!is_relative(image)) continue;
    const auto bytes = bytes_if_there(path_beside(path, path_of(image["uri"].get<std::string>())));
    const std::string type = bytes ? mime_type(*bytes) : "";
    if (type.empty()) continue;
    buffer.align();
    ordered_json& views = root["bufferViews"];
    image.erase("uri");
    image["mimeType"] = type;
    image["bufferView"] = views.size();
    views.push_back({{"buffer", buffer.index},
                     {"byteOffset", buffer.bytes.size()},
                     {"byteLength", bytes->size()}});
    buffer.bytes += *bytes;
  }
}

// Points whatever names a buffer to the packed one.
void rebase_view(ordered_json& view, const std::vector<std::size_t>& starts) {
  if (view.contains("buffer") && view["buffer"].is_number_unsigned() &&
      view["buffer"].get<std::size_t>() < starts.size()) {
    const std::size_t start = starts[view["buffer"].get<std::size_t>()];
    view["buffer"] = 0;
    if (start > 0) view["byteOffset"] = start + view.value("byteOffset", std::size_t{0});
  }
  if (view.contains("extensions") && view["extensions"].is_object())
    for (ordered_json& extension : view["extensions"])
      if (extension.is_object()) rebase_view(extension, starts);
}

// All buffers in one, the first at its beginning.
void pack_buffers(ordered_json& root, const GltfDocument& document, GrowingBuffer& buffer) {
  std::vector<std::size_t> starts;
  for (const std::string& bytes : document.buffers) {
    buffer.align();
    starts.push_back(buffer.bytes.size());
    buffer.bytes += bytes;
  }
  if (root.contains("bufferViews"))
    for (ordered_json& view : root["bufferViews"]) rebase_view(view, starts);
  ordered_json first = starts.empty() ? ordered_json::object() : root["buffers"][0];
  first.erase("uri");
  root["buffers"] = ordered_json::array({std::move(first)});
}

// A name for the new buffer that is none of the files the document was read from.
std::string new_buffer_name(const GltfDocument& document, const std::string& out_path) {
  const fs::path folder = folder_of(out_path);
  for (std::string name = fs::path(out_path).stem().string();; name += "-descant") {
    const auto is_same = [&](const std::string& file) {
      return fs::weakly_canonical(fs::absolute(file)) == folder / (name + ".bin");
    };
    if (std::none_of(document.files.begin(), document.files.end(), is_same)) return name + ".bin";
  }
}

std::string glb_bytes(std::string json, std::string bin, const std::string& out_path) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  bin.resize((bin.size() + 3) / 4 * 4, '\0');
  const std::size_t length = 20 + json.size() + (bin.empty() ? 0 : 8 + bin.size());
  if (length > 0xffffffffu)
    throw InputError(out_path, "a .glb cannot be larger than 4 GiB",
                     "Write a .gltf, or ask for fewer --targets");
  WordWriter writer(std::endian::little);
  writer.text("glTF");
  writer.word(2);
  writer.word(static_cast<std::uint32_t>(length));
  writer.word(static_cast<std::uint32_t>(json.size()));
  writer.text("JSON");
  writer.text(json);
  if (!bin.empty()) {
    writer.word(static_cast<std::uint32_t>(bin.size()));
    writer.text(std::string_view("BIN\0", 4));
    writer.text(bin);
  }
  return writer.take();
}

}  // namespace

GrowingBuffer prepared_buffer(ordered_json& root, const GltfDocument& document,
                              const std::string& out_path) {
  const std::string extension = lower_extension(out_path);
  if (extension != ".glb" && extension != ".gltf")
    throw InputError(out_path, "a glTF file ends in .glb or .gltf", "Give it one of these endings");
  if (!root.contains("buffers")) root["buffers"] = ordered_json::array();
  expect_equal(root["buffers"].size(), document.buffers.size(), "one byte string a buffer");
  const bool has_chunk =
      document.is_binary && !document.buffers.empty() && !root["buffers"][0].contains("uri");

  GrowingBuffer buffer;
  if (extension == ".glb") {
    if (has_chunk && document.buffers.size() == 1)
      buffer.bytes = document.buffers[0];
    else
      pack_buffers(root, document, buffer);
    if (!document.is_binary) pack_images(root, document.path, buffer);
  } else {
    buffer.file_name = new_buffer_name(document, out_path);
    if (has_chunk)
      buffer.bytes = document.buffers[0];
    else
      buffer.index = static_cast<int>(root["buffers"].size());
  }
  rebase_references(root, document.path, out_path);
  return buffer;
}

GltfFiles container_files(ordered_json& root, GrowingBuffer buffer, const GltfDocument& document,
                          const std::string& out_path) {
  // a buffer of no bytes is not allowed
  if (!buffer.bytes.empty()) {
    ordered_json& entry = root["buffers"][buffer.index];
    if (!buffer.file_name.empty()) entry["uri"] = uri_of(buffer.file_name);
    entry["byteLength"] = buffer.bytes.size();
  } else {
    buffer.file_name.clear();
    const bool is_packed = buffer.index < static_cast<int>(root["buffers"].size());
    if (is_packed || root["buffers"].empty()) root.erase("buffers");
  }
  if (lower_extension(out_path) == ".glb")
    return {glb_bytes(root.dump(), std::move(buffer.bytes), out_path), "", ""};
  const bool has_lines = document.json.find('\n') != std::string::npos;
  return {root.dump(has_lines ? 2 : -1), std::move(buffer.file_name), std::move(buffer.bytes)};
}

}  // namespace descant
