// tests/io/dmat_test.cpp: DMAT matrices, in text and in binary, and broken ones with their place.

#include "descant/io/dmat.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/input_error.hpp"

namespace descant {
namespace {

std::string binary_dmat(const std::string& header, const std::vector<double>& values) {
  std::string text = "0 0\n" + header + "\n";
  text.append(reinterpret_cast<const char*>(values.data()), 8 * values.size());
  return text;
}

TEST(Dmat, ReadsColumnByColumn) {
  const Matrix expected = (Matrix(3, 2) << 1, 4, 2, 5, 3, 6).finished();
  EXPECT_EQ(parse_dmat("2 3\n1\n2\n3\n4\n5\n6\n", "m.dmat"), expected);
  EXPECT_EQ(parse_dmat(binary_dmat("2 3", {1, 2, 3, 4, 5, 6}), "m.dmat"), expected);
}

TEST(Dmat, ReadsEmptyMatrices) {
  EXPECT_EQ(parse_dmat("0 0\n", "m").size(), 0);
  EXPECT_EQ(parse_dmat("0 0\n0 0\n", "m").size(), 0);
  EXPECT_EQ(parse_dmat("2000000000 0", "m").cols(), 0);
}

TEST(Dmat, WritesWhatItReads) {
  const Matrix matrix = (Matrix(2, 2) << 0.1 + 0.2, -1e-300, 1.0 / 3, 12345678.9).finished();
  EXPECT_EQ(parse_dmat(dmat_text(matrix), "m"), matrix);
}

TEST(Dmat, SaysWhereAndWhatIsWrong) {
  const struct {
    std::string text;
    const char *place, *what;
  } cases[] = {
      {"", "m:1", "the file ends where the number of columns"},
      {"2", "m:1", "the file ends where the number of rows"},
      {"2 -1", "m:1", "is negative"},
      {"1 9000000000000000000\n1", "m:1", "too large"},
      {"4000000000 4000000000\n1", "m:1", "promises more"},
      {"1 3\n1.0\n2.0", "m:3", "the file ends where a matrix entry"},
      {"1 2\n1\nnan\n", "m:3", "found 'nan'"},
      {"1 1\n1\n2\n", "m:3", "more follows"},
      {binary_dmat("1 2", {1}), "m:2", "2 x 1 doubles should follow, the file holds 8 bytes"},
      {binary_dmat("4000000000 4000000000", {1}), "m:2", "doubles should follow"},
      {binary_dmat("1 2", {1, std::numeric_limits<double>::infinity()}), "m:2",
       "row 2, column 1 is not a finite number"},
      {"0 0\n1 1", "m:2", "the file holds 0 bytes"},
  };
  for (const auto& bad : cases) {
    SCOPED_TRACE(bad.text);
    expect_input_error([&] { parse_dmat(bad.text, "m"); }, bad.place, bad.what);
  }
}

}  // namespace
}  // namespace descant
