// io/dmat.cpp: `.dmat` matrices.

#include "descant/io/dmat.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "descant/core/error.hpp"
#include "descant/io/file.hpp"
#include "descant/io/text.hpp"

namespace descant {

namespace {

struct Header {
  Index columns = 0, rows = 0;

  // an empty matrix is read as 0 × 0, however many columns it is empty in
  bool is_empty() const { return columns == 0 || rows == 0; }
};

Header read_header(TextCursor& cursor) {
  const std::int64_t columns = cursor.integer("the number of columns");
  const std::int64_t rows = cursor.integer("the number of rows");
  if (columns < 0 || rows < 0)
    cursor.fail("a matrix size is negative", "The first line is 'columns rows'");
  constexpr std::int64_t largest =
      std::min<std::int64_t>(std::int64_t{1} << 32, std::numeric_limits<Index>::max());
  if (columns > largest || rows > largest)
    cursor.fail("a matrix size is too large", "The first line is 'columns rows'");
  return {static_cast<Index>(columns), static_cast<Index>(rows)};
}

Matrix read_binary(std::string_view text, TextCursor& cursor) {
  const Header header = read_header(cursor);
  const std::size_t line_end = text.find('\n', cursor.offset());
  const std::string_view bytes =
      line_end == text.npos ? std::string_view() : text.substr(line_end + 1);

  // compare in floating point: the product may not fit
  const double wanted =
      8.0 * static_cast<double>(header.columns) * static_cast<double>(header.rows);
  if (wanted != static_cast<double>(bytes.size()))
    cursor.fail(fmt::format("{} x {} doubles should follow, the file holds {} bytes", header.rows,
                            header.columns, bytes.size()),
                "It may be truncated, or saved with line endings changed");
  if (header.is_empty()) return {};
  Matrix matrix(header.rows, header.columns);
  std::memcpy(matrix.data(), bytes.data(), bytes.size());
  for (Index c = 0; c < matrix.cols(); ++c)
    for (Index r = 0; r < matrix.rows(); ++r)
      if (!std::isfinite(matrix(r, c)))
        cursor.fail(fmt::format("row {}, column {} is not a finite number", r + 1, c + 1),
                    "Export the matrix again");
  return matrix;
}

}  // namespace

Matrix parse_dmat(std::string_view text, const std::string& place) {
  TextCursor cursor(text, place);
  const Header header = read_header(cursor);
  if (header.columns == 0 && header.rows == 0 && !cursor.at_end()) return read_binary(text, cursor);

  cursor.expect_room(static_cast<double>(header.columns) * static_cast<double>(header.rows),
                     "the matrix size");
  Matrix matrix;
  if (!header.is_empty()) matrix.resize(header.rows, header.columns);
  for (Index c = 0; c < matrix.cols(); ++c)
    for (Index r = 0; r < matrix.rows(); ++r) matrix(r, c) = cursor.number("a matrix entry");
  cursor.expect_end("the last matrix entry");
  return matrix;
}

Matrix read_dmat_file(const std::string& path) { return parse_dmat(read_file(path), path); }

std::string dmat_text(const Matrix& matrix) {
  std::string text = fmt::format("{} {}\n", matrix.cols(), matrix.rows());
  for (Index c = 0; c < matrix.cols(); ++c)
    for (Index r = 0; r < matrix.rows(); ++r) text += fmt::format("{}\n", matrix(r, c));
  return text;
}

}  // namespace descant
