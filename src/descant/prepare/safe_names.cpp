// prepare/safe_names.cpp: letters, digits and dashes.

#include "descant/prepare/safe_names.hpp"

#include <cctype>

namespace descant {

std::string SafeNames::add(const std::string& name, const std::string& fallback) {
  std::string safe = name.empty() ? fallback : name;
  for (char& c : safe) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-') c = '_';
  }
  std::string unique = safe;
  for (int k = 2; !taken_.insert(unique).second; ++k) unique = safe + "_" + std::to_string(k);
  return unique;
}

}  // namespace descant
