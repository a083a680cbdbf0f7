// io/words32.cpp: files made of 32-bit words, in either byte order.

#include "descant/io/words32.hpp"

#include <cmath>

#include "descant/core/error.hpp"

namespace descant {

namespace {

// The bits of a word that stand in the byte at `place` of it.
int shift_of(int place, std::endian order) {
  return 8 * (order == std::endian::little ? place : 3 - place);
}

}  // namespace

void WordWriter::word(std::uint32_t value) {
  for (int b = 0; b < 4; ++b) bytes_ += static_cast<char>(value >> shift_of(b, order_) & 255);
}

void WordWriter::frames(const std::vector<Positions>& frames) {
  for (const Positions& points : frames) {
    expect_equal(points.rows(), frames.front().rows(), "frames of one cache have as many points");
    for (Index i = 0; i < points.rows(); ++i)
      for (Index a = 0; a < 3; ++a) number(points(i, a));
  }
}

WordReader::WordReader(std::string_view bytes, std::endian order, std::string place)
    : bytes_(bytes), order_(order), place_(std::move(place)) {}

void WordReader::fail(const std::string& what) const {
  throw InputError(place_, what, "Write the cache again");
}

std::string_view WordReader::text(std::size_t length) {
  if (bytes_.size() < length) fail("the file ends too soon");
  const std::string_view result = bytes_.substr(0, length);
  bytes_.remove_prefix(length);
  return result;
}

std::uint32_t WordReader::word() {
  const std::string_view four = text(4);
  std::uint32_t value = 0;
  for (int b = 0; b < 4; ++b)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(four[b])) << shift_of(b, order_);
  return value;
}

Index WordReader::count() {
  const auto value = static_cast<std::int32_t>(word());
  if (value < 0) fail("a count is negative");
  return value;
}

double WordReader::number() {
  const double value = std::bit_cast<float>(word());
  if (!std::isfinite(value)) fail("a number is not finite");
  return value;
}

std::vector<Positions> WordReader::frames(Index num_frames, Index num_points) {
  const double wanted = 12.0 * static_cast<double>(num_frames) * static_cast<double>(num_points);
  if (wanted != static_cast<double>(bytes_.size()))
    fail("the file is not as long as its header says");
  if (num_points == 0 && num_frames > 0) fail("the frames have no points");
  std::vector<Positions> frames;
  for (Index f = 0; f < num_frames; ++f) {
    Positions& points = frames.emplace_back(num_points, 3);
    for (Index i = 0; i < num_points; ++i)
      for (Index a = 0; a < 3; ++a) points(i, a) = number();
  }
  return frames;
}

}  // namespace descant
