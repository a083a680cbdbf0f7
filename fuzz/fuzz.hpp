// fuzz/fuzz.hpp: what every fuzz target shares: bytes in, InputError the only way out but success.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "descant/core/error.hpp"

namespace descant::fuzz {

/// Stops the fuzzer unless a promise holds.
inline void require(bool holds) {
  if (!holds) __builtin_trap();
}

/// Runs `target` on the bytes. InputError is how bad input should end; anything else is a finding.
template <class Target>
int run(const std::uint8_t* data, std::size_t size, Target&& target) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    target(text);
  } catch (const InputError& error) {
    require(!error.place().empty());
  }
  return 0;
}

/// The parts of `text` between lines that read `---`.
inline std::vector<std::string_view> parts_of(std::string_view text) {
  constexpr std::string_view mark = "---\n";
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(mark);
    parts.push_back(text.substr(0, at));
    if (at == text.npos) return parts;
    text.remove_prefix(at + mark.size());
  }
}

}  // namespace descant::fuzz

#define DESCANT_FUZZ(target)                                                          \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { \
    return descant::fuzz::run(data, size, target);                                    \
  }
