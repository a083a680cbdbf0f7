// run/staged_files.hpp: many files that appear together, or not at all.

#pragma once

#include <string>
#include <utility>
#include <vector>

namespace descant {

/// Files are written under other names beside their own and renamed by `commit`. Without it, for
/// instance where an exception passes, they are removed and what stood there before stays.
class StagedFiles {
 public:
  StagedFiles() = default;
  ~StagedFiles();
  StagedFiles(const StagedFiles&) = delete;
  StagedFiles& operator=(const StagedFiles&) = delete;

  /// The name to write the file `path` under for now; its folder is made. Devices and pipes keep
  /// their own name: they are written at once.
  std::string stage(const std::string& path);

  /// Gives every staged file its own name. Throws InputError where that is not possible.
  void commit();

 private:
  std::vector<std::pair<std::string, std::string>> files_;  ///< staged name, own name
};

}  // namespace descant
