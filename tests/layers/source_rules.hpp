// layers/source_rules.hpp: what a source file of the tree must look like, and what it may include.
//
// The tree reads top to bottom as the data flows: a folder of src/descant includes only itself and
// the folders above it. Other people's headers stay in the .cpp files that need them; Eigen alone
// is part of the interface.

#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace descant::test {

/// A file as the rules see it; `path` is relative to the repository, with forward slashes.
struct SourceFile {
  std::string path;
  std::vector<std::string> lines;
};

inline constexpr int max_lines = 400;

/// The folders of src/descant, in the order the data flows.
inline constexpr std::array<std::string_view, 20> folders = {
    "core",       "linalg",   "mesh",     "weights", "animation",  "rig",   "energy",
    "elasticity", "force",    "contract", "solve",   "simulation", "scene", "io",
    "meshing",    "encoding", "prepare",  "run",     "examples",   "bench"};

/// Includes that the order would allow and the design does not.
struct Ban {
  std::string_view folder, banned;
};
inline constexpr std::array<Ban, 2> bans = {Ban{"contract", "rig"}, Ban{"solve", "rig"}};

enum class Files { sources, all };  ///< .cpp files and what only they include, or headers too

/// Where a library's headers may be included: in files whose path starts with one of `places`.
struct Permission {
  std::string_view header;  ///< how the include begins
  std::vector<std::string_view> places;
  Files files = Files::sources;
};

inline const std::vector<Permission>& permissions() {
  static const std::vector<std::string_view> product = {
      "src/descant/scene/",    "src/descant/io/",       "src/descant/meshing/",
      "src/descant/encoding/", "src/descant/prepare/",  "src/descant/run/",
      "src/descant/bench/",    "src/descant/examples/", "apps/"};
  static const std::vector<Permission> table = {
      {"Spectra/", {"src/descant/linalg/", "src/descant/simulation/"}},
      {"tbb/", {"src/descant/core/parallel.cpp", "src/descant/meshing/distance_field.cpp"}},
      {"openvdb/", {"src/descant/meshing/distance_field.cpp"}},
      {"metis.h", {"src/descant/linalg/"}},
      {"hwy/", {"src/descant/linalg/", "src/descant/elasticity/", "benchmarks/"}},
      {"nlohmann/json_fwd.hpp", product, Files::all},  // declares, and no more
      {"nlohmann/", product},
      {"fmt/", product},
      {"stb", {"src/descant/io/"}},
      {"benchmark/", {"benchmarks/"}},
      {"CLI/", {"apps/"}, Files::all},
      {"sys/", product},
      {"unistd.h", product},
      {"malloc.h", product},
      {"fcntl.h", product},
      {"signal.h", product}};
  return table;
}

inline bool begins(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

inline bool ends(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

/// The text between the marks of an #include line, marks included; empty for any other line.
inline std::string included(std::string_view line) {
  const auto skip_blanks = [&] {
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  };
  skip_blanks();
  if (line.empty() || line.front() != '#') return {};
  line.remove_prefix(1);
  skip_blanks();
  if (!begins(line, "include")) return {};
  line.remove_prefix(7);
  skip_blanks();
  if (line.empty() || (line.front() != '"' && line.front() != '<')) return {};
  const auto close = line.find(line.front() == '<' ? '>' : '"', 1);
  return close == std::string_view::npos ? std::string{} : std::string(line.substr(0, close + 1));
}

/// The folder of src/descant that a path or a "descant/..." include names; empty if it names none.
inline std::string_view folder_of(std::string_view path) {
  for (std::string_view root : {"src/descant/", "descant/"}) {
    if (!begins(path, root)) continue;
    path.remove_prefix(root.size());
    return path.substr(0, path.find('/'));
  }
  return {};
}

/// What is wrong with one of our own headers being included from `path`; empty if nothing is.
inline std::string layer_problem(std::string_view path, std::string_view header) {
  const std::string_view from = folder_of(path), to = folder_of(header);
  if (from.empty()) return {};
  if (to.empty()) return "names no folder: write \"descant/FOLDER/FILE.hpp\"";
  const auto from_at = std::find(folders.begin(), folders.end(), from);
  const auto to_at = std::find(folders.begin(), folders.end(), to);
  if (from_at == folders.end()) return "stands in a folder the design does not have";
  if (to_at == folders.end()) return "is of a folder the design does not have";
  if (to_at > from_at) return std::string(from) + "/ may not include " + std::string(to) + "/";
  for (const Ban& ban : bans)
    if (ban.folder == from && ban.banned == to)
      return std::string(from) + "/ may not include " + std::string(to) + "/";
  return {};
}

/// The same for a header in angle brackets.
inline std::string library_problem(std::string_view path, std::string_view header) {
  if (begins(path, "tests/") || begins(path, "fuzz/")) return {};
  if (begins(header, "Eigen/")) return {};
  // the standard library's headers have neither a folder nor an extension
  const bool is_standard = header.find_first_of("/.") == std::string_view::npos;
  for (const Permission& permission : permissions()) {
    if (is_standard || !begins(header, permission.header)) continue;
    if (permission.files == Files::sources && !ends(path, ".cpp") && !ends(path, "-inl.hpp"))
      return "other people's headers belong in .cpp files";
    for (std::string_view place : permission.places)
      if (begins(path, place)) return {};
    return "is not for this folder";
  }
  return is_standard ? "" : "is of a library nobody has admitted";
}

/// Everything wrong with a file, one line each, as `path:line: what`.
inline std::vector<std::string> violations(const SourceFile& file) {
  std::vector<std::string> found;
  const auto complain = [&](size_t line, const std::string& what) {
    found.push_back(file.path + ":" + std::to_string(line) + ": " + what);
  };
  if (file.lines.empty() || !begins(file.lines.front(), "// "))
    complain(1, "a file opens with a comment that says what it is");
  if (file.lines.size() >= max_lines)
    complain(file.lines.size(), "a file stays under " + std::to_string(max_lines) + " lines");
  // -inl headers are compiled once for each instruction set
  if (ends(file.path, ".hpp") && !ends(file.path, "-inl.hpp") &&
      std::find(file.lines.begin(), file.lines.end(), "#pragma once") == file.lines.end())
    complain(1, "a header needs #pragma once");
  for (size_t i = 0; i < file.lines.size(); ++i) {
    const std::string mark = included(file.lines[i]);
    if (mark.empty()) continue;
    const std::string header = mark.substr(1, mark.size() - 2);
    const std::string problem =
        mark.front() == '"' ? layer_problem(file.path, header) : library_problem(file.path, header);
    if (!problem.empty()) complain(i + 1, mark + " " + problem);
  }
  return found;
}

/// Every C++ file of the repository at `root`.
inline std::vector<SourceFile> read_sources(const std::filesystem::path& root) {
  std::vector<SourceFile> files;
  for (const char* top : {"src", "apps", "tests", "fuzz", "benchmarks"}) {
    if (!std::filesystem::exists(root / top)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".cpp" && extension != ".hpp") continue;
      SourceFile file{std::filesystem::relative(entry.path(), root).generic_string(), {}};
      std::ifstream stream(entry.path());
      for (std::string line; std::getline(stream, line);) file.lines.push_back(line);
      files.push_back(std::move(file));
    }
  }
  return files;
}

}  // namespace descant::test
