// run/fingerprint.hpp: a short number that tells one problem from another (FNV-1a, 64 bits).

#pragma once

#include <cstdint>
#include <string_view>

#include "descant/core/types.hpp"

namespace descant {

class Fingerprint {
 public:
  void add(std::string_view bytes);
  void add(double value);
  void add(const double* values, Index count);
  void add(ConstVec values) { add(values.data(), values.size()); }

  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037ull;
};

}  // namespace descant
