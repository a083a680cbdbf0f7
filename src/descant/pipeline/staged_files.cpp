// pipeline/staged_files.cpp: stage, then rename.

#include "descant/pipeline/staged_files.hpp"

#include <filesystem>

#include "descant/core/error.hpp"

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
  files_.emplace_back(path + ".part", path);
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
