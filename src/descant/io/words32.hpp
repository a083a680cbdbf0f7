// io/words32.hpp: files made of 32-bit words, in either byte order.

#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// Words at the end of a text.
class WordWriter {
 public:
  explicit WordWriter(std::endian order) : order_(order) {}

  void text(std::string_view bytes) { bytes_ += bytes; }
  void word(std::uint32_t value);
  void number(double value) { word(std::bit_cast<std::uint32_t>(static_cast<float>(value))); }
  void frames(const std::vector<Positions>& frames);  ///< x y z of every point of every frame

  std::string take() { return std::move(bytes_); }

 private:
  std::endian order_;
  std::string bytes_;
};

/// Words from the front of a text; throws InputError at `place` where it ends too soon.
class WordReader {
 public:
  WordReader(std::string_view bytes, std::endian order, std::string place);

  std::string_view text(std::size_t length);
  std::uint32_t word();
  Index count();    ///< an int32 that is not negative
  double number();  ///< a finite float32
  std::vector<Positions> frames(Index num_frames, Index num_points);  ///< to the end, exactly

  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::string_view bytes_;
  std::endian order_;
  std::string place_;
};

}  // namespace descant
