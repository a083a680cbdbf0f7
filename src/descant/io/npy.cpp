// io/npy.cpp: NumPy `.npy` arrays.

#include "descant/io/npy.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "descant/core/error.hpp"
#include "descant/io/text.hpp"

namespace descant {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie");

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t largest_rank = 32;

enum class Scalar { float64, float32, int64, int32, boolean };

struct Header {
  Scalar scalar = Scalar::float64;
  bool is_fortran = false;
  std::vector<Index> shape;
  Index count = 1;  // product of the shape
};

[[noreturn]] void fail(const std::string& place, const std::string& what) {
  throw InputError(place, what, "Save it again with numpy.save(name, array.astype('float64'))");
}

std::size_t scalar_bytes(Scalar scalar) {
  switch (scalar) {
    case Scalar::float64:
    case Scalar::int64:
      return 8;
    case Scalar::float32:
    case Scalar::int32:
      return 4;
    case Scalar::boolean:
      return 1;
  }
  return 8;
}

// What follows `'key':` in the header dictionary.
std::string_view value_of(std::string_view header, std::string_view key, const std::string& place) {
  for (const char quote : {'\'', '"'}) {
    const std::string quoted = fmt::format("{0}{1}{0}", quote, key);
    const std::size_t at = header.find(quoted);
    if (at == header.npos) continue;
    std::string_view rest = header.substr(at + quoted.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t:"), rest.size()));
    return rest;
  }
  fail(place, fmt::format("the header has no '{}'", key));
}

Scalar read_scalar(std::string_view value, const std::string& place) {
  const std::size_t end = value.size() < 2 ? value.npos : value.find_first_of("'\"", 1);
  if (end == value.npos) fail(place, "the header's 'descr' is not a text");
  std::string_view type = value.substr(1, end - 1);
  const std::string whole = shown(type);
  if (!type.empty() && type[0] == '>') fail(place, "big-endian numbers " + whole + " are not read");
  if (!type.empty() && (type[0] == '<' || type[0] == '=' || type[0] == '|')) type.remove_prefix(1);
  if (type == "f8") return Scalar::float64;
  if (type == "f4") return Scalar::float32;
  if (type == "i8") return Scalar::int64;
  if (type == "i4") return Scalar::int32;
  if (type == "b1") return Scalar::boolean;
  fail(place, "numbers of type " + whole + " are not read");
}

std::vector<Index> read_shape(std::string_view value, const std::string& place) {
  const std::size_t end = value.find(')');
  if (value.empty() || value[0] != '(' || end == value.npos)
    fail(place, "the header's 'shape' is not a tuple");
  std::string_view inside = value.substr(1, end - 1);
  std::vector<Index> shape;
  while (true) {
    inside.remove_prefix(std::min(inside.find_first_not_of(" \t,"), inside.size()));
    if (inside.empty()) return shape;
    const std::size_t stop = std::min(inside.find_first_of(" \t,"), inside.size());
    std::int64_t extent = 0;
    if (!read_integer(inside.substr(0, stop), extent) || extent < 0)
      fail(place, "the header's 'shape' holds " + shown(inside.substr(0, stop)));
    shape.push_back(static_cast<Index>(extent));
    if (shape.size() > largest_rank) fail(place, "the array has more than 32 dimensions");
    inside.remove_prefix(stop);
  }
}

// Π shape, or an error where it does not fit the `bytes` that follow.
Index expect_size(const Header& header, std::size_t bytes, const std::string& place) {
  double wanted = 1;
  for (const Index extent : header.shape) wanted *= static_cast<double>(extent);
  if (wanted * static_cast<double>(scalar_bytes(header.scalar)) != static_cast<double>(bytes))
    fail(place,
         fmt::format("the header promises {:.0f} numbers of {} bytes, the file holds {} bytes",
                     wanted, scalar_bytes(header.scalar), bytes));
  return static_cast<Index>(wanted);
}

// Splits the bytes in header text and data.
std::pair<std::string_view, std::string_view> split(std::string_view bytes,
                                                    const std::string& place) {
  if (bytes.substr(0, magic.size()) != magic) fail(place, "is not a .npy file");
  if (bytes.size() < 10) fail(place, "is truncated in its header");
  const int major = static_cast<unsigned char>(bytes[6]);
  if (major < 1 || major > 3) fail(place, fmt::format("has format version {}, not 1 to 3", major));
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::size_t start = 8 + length_bytes;
  if (bytes.size() < start) fail(place, "is truncated in its header");
  std::size_t length = 0;
  for (std::size_t b = 0; b < length_bytes; ++b)
    length |= static_cast<std::size_t>(static_cast<unsigned char>(bytes[8 + b])) << (8 * b);
  if (length > bytes.size() - start) fail(place, "is truncated in its header");
  return {bytes.substr(start, length), bytes.substr(start + length)};
}

template <class T>
void convert(std::string_view data, std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    T value;
    std::memcpy(&value, data.data() + i * sizeof(T), sizeof(T));
    values[i] = static_cast<double>(value);
  }
}

// The same array, last index fastest, of values whose first index is.
std::vector<double> c_order(const std::vector<double>& values, const std::vector<Index>& shape) {
  if (values.empty()) return {};
  std::vector<double> out(values.size());
  std::vector<Index> index(shape.size(), 0);
  std::vector<Index> stride(shape.size(), 1);
  for (std::size_t a = 1; a < shape.size(); ++a) stride[a] = stride[a - 1] * shape[a - 1];
  Index from = 0;
  for (double& value : out) {
    value = values[static_cast<std::size_t>(from)];
    for (std::size_t a = shape.size(); a-- > 0;) {
      from += stride[a];
      if (++index[a] < shape[a]) break;
      from -= stride[a] * shape[a];
      index[a] = 0;
    }
  }
  return out;
}

// A header that has the same length for any first extent.
std::string header_bytes(const std::vector<Index>& shape) {
  std::string tuple;
  for (const Index extent : shape) tuple += fmt::format("{}, ", extent);
  if (shape.size() > 1) tuple.resize(tuple.size() - 2);
  if (shape.size() == 1) tuple.pop_back();
  std::string text =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}), }}", tuple);

  // room for twenty digits, then up to a multiple of 64 bytes
  const std::size_t first_digits = shape.empty() ? 0 : fmt::formatted_size("{}", shape[0]);
  const std::size_t longest = 10 + text.size() - first_digits + 20 + 1;
  const std::size_t total = (longest + 63) / 64 * 64;
  text.resize(total - 10 - 1, ' ');
  text += '\n';
  const auto length = static_cast<unsigned>(text.size());
  std::string bytes(magic);
  for (const unsigned byte : {1u, 0u, length & 255u, length >> 8}) bytes += static_cast<char>(byte);
  return bytes + text;
}

std::string_view as_bytes(const double* values, std::size_t count) {
  return {reinterpret_cast<const char*>(values), count * sizeof(double)};
}

}  // namespace

NpyArray parse_npy(std::string_view bytes, const std::string& place) {
  const auto [text, data] = split(bytes, place);
  Header header;
  header.scalar = read_scalar(value_of(text, "descr", place), place);
  header.is_fortran = value_of(text, "fortran_order", place).substr(0, 4) == "True";
  header.shape = read_shape(value_of(text, "shape", place), place);
  header.count = expect_size(header, data.size(), place);

  NpyArray array{header.shape, std::vector<double>(static_cast<std::size_t>(header.count))};
  switch (header.scalar) {
    case Scalar::float64:
      convert<double>(data, array.values);
      break;
    case Scalar::float32:
      convert<float>(data, array.values);
      break;
    case Scalar::int64:
      convert<std::int64_t>(data, array.values);
      break;
    case Scalar::int32:
      convert<std::int32_t>(data, array.values);
      break;
    case Scalar::boolean:
      convert<std::uint8_t>(data, array.values);
      break;
  }
  if (header.is_fortran) array.values = c_order(array.values, header.shape);
  for (std::size_t i = 0; i < array.values.size(); ++i)
    if (!std::isfinite(array.values[i]))
      throw InputError(place, fmt::format("entry {} is not a finite number", i),
                       "Remove NaN and infinite entries");
  return array;
}

NpyArray read_npy_file(const std::string& path) { return parse_npy(read_file(path), path); }

std::string npy_bytes(const NpyArray& array) {
  return header_bytes(array.shape).append(as_bytes(array.values.data(), array.values.size()));
}

void write_npy_file(const std::string& path, const NpyArray& array) {
  write_file(path, npy_bytes(array));
}

NpyWriter::NpyWriter(const std::string& path, std::vector<Index> frame_shape)
    : file_(path), frame_shape_(std::move(frame_shape)) {
  for (const Index extent : frame_shape_) frame_size_ *= extent;
  frame_shape_.insert(frame_shape_.begin(), 0);
  file_.write(header_bytes(frame_shape_));
}

void NpyWriter::append(ConstVec frame) {
  expect_equal(frame.size(), frame_size_, "values of a frame against its shape");
  file_.write(as_bytes(frame.data(), static_cast<std::size_t>(frame.size())));
  ++num_frames_;
}

void NpyWriter::finish() {
  frame_shape_[0] = num_frames_;
  file_.rewind();
  file_.write(header_bytes(frame_shape_));
  file_.commit();
}

}  // namespace descant
