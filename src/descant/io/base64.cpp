// io/base64.cpp: bytes as text, six bits a letter.

#include "descant/io/base64.hpp"

#include <cstdint>

namespace descant {

namespace {

// The six bits of a letter, or −1.
int bits_of(char letter) {
  if (letter >= 'A' && letter <= 'Z') return letter - 'A';
  if (letter >= 'a' && letter <= 'z') return letter - 'a' + 26;
  if (letter >= '0' && letter <= '9') return letter - '0' + 52;
  if (letter == '+') return 62;
  if (letter == '/') return 63;
  return -1;
}

}  // namespace

std::optional<std::string> decoded_base64(std::string_view text) {
  // padding fills up a last group of four
  if (text.size() % 4 == 0) {
    for (int pad = 0; pad < 2 && text.ends_with('='); ++pad) text.remove_suffix(1);
  }
  if (text.size() % 4 == 1) return std::nullopt;

  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t held = 0;
  int num_held = 0;
  for (const char letter : text) {
    const int bits = bits_of(letter);
    if (bits < 0) return std::nullopt;
    held = (held << 6 | static_cast<std::uint32_t>(bits)) & 0xffffu;
    num_held += 6;
    if (num_held < 8) continue;
    num_held -= 8;
    bytes += static_cast<char>(held >> num_held & 0xffu);
  }
  return bytes;
}

}  // namespace descant
