// run/staged_files.cpp: stage, then rename.

#include "descant/run/staged_files.hpp"

#include <unistd.h>

#include <filesystem>

#include "descant/core/error.hpp"
#include "descant/io/file.hpp"

namespace descant {

namespace fs = std::filesystem;

StagedFiles::~StagedFiles() {
  std::error_code ignored;
  for (const auto& [staged, own] : files_) fs::remove(staged, ignored);
}

std::string StagedFiles::stage(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error) throw InputError(folder.string(), "cannot make this folder: " + error.message());
  if (fs::is_directory(path, error))
    throw InputError(path, "is a folder; a file is to stand there");
  if (is_written_directly(path)) return path;
  // through a symbolic link, which stays, to the file it names
  const fs::path resolved = fs::canonical(path, error);
  const std::string own = error ? path : resolved.string();
  files_.emplace_back(own + "." + std::to_string(::getpid()) + ".part", own);
  return files_.back().first;
}

void StagedFiles::commit() {
  for (const auto& [staged, own] : files_) {
    std::error_code error;
    fs::rename(staged, own, error);
    if (error) throw InputError(own, "cannot be written: " + error.message());
  }
  files_.clear();
}

}  // namespace descant
