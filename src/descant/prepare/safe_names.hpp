// prepare/safe_names.hpp: names of files and folders, made from the names people gave.

#pragma once

#include <set>
#include <string>

namespace descant {

/// Names of files that stand in one folder.
class SafeNames {
 public:
  /// A name fit for a file, unlike any this gave before: letters, digits and dashes stay, all else
  /// becomes "_", and "_2", "_3", … is added to what is taken. `fallback`, of the same kind, stands
  /// for an empty name.
  std::string add(const std::string& name, const std::string& fallback);

 private:
  std::set<std::string> taken_;
};

}  // namespace descant
