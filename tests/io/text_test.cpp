// tests/io/text_test.cpp: words, numbers and lines, and the places they stand at.

#include "descant/io/text.hpp"

#include <gtest/gtest.h>

#include "support/input_error.hpp"

namespace descant {
namespace {

TEST(Text, ReadsNumbersAsPeopleWriteThem) {
  const std::pair<const char*, double> cases[] = {
      {"1", 1},      {"-2.5", -2.5}, {"+3", 3},      {".5", 0.5},
      {"5.", 5},     {"1e3", 1e3},   {"1E-3", 1e-3}, {"-0", 0},
      {"1e-999", 0}, {"+.5e+1", 5},  {"0.1", 0.1},   {"4.9e-324", 5e-324}};
  for (const auto& [word, expected] : cases) {
    double value = 7;
    EXPECT_TRUE(read_number(word, value)) << word;
    EXPECT_EQ(value, expected) << word;
  }
}

TEST(Text, RefusesWhatIsNoFiniteNumber) {
  for (const char* word : {"", "x", "1x", "1,5", "nan", "inf", "-inf", "1e999", "+-1", "0x10",
                           "--1", "e5", "+", "-"}) {
    double value = 0;
    EXPECT_FALSE(read_number(word, value)) << word;
  }
  for (const char* word : {"", "1.0", "9223372036854775808", "x", "+", "+-1", "1e3"}) {
    std::int64_t value = 0;
    EXPECT_FALSE(read_integer(word, value)) << word;
  }
}

TEST(Text, SkipsCommentsAndCountsLines) {
  TextCursor cursor("\xEF\xBB\xBF# first\r\n 1 #2\n\n3", "t.txt", '#');
  EXPECT_EQ(cursor.number("one"), 1);
  EXPECT_EQ(cursor.here(), "t.txt:2");
  EXPECT_EQ(cursor.integer("three"), 3);
  EXPECT_EQ(cursor.here(), "t.txt:4");
  EXPECT_TRUE(cursor.at_end());
  expect_input_error([&] { cursor.number("a fourth"); }, "t.txt:4", "the file ends where a fourth");
}

TEST(Text, JoinsLines) {
  TextCursor cursor("a \\\r\n b\nc\\", "t.txt");
  std::string_view line = cursor.line();
  EXPECT_EQ(take_word(line), "a");
  EXPECT_EQ(take_word(line), "b");
  EXPECT_EQ(take_word(line), "");
  line = cursor.line();
  EXPECT_EQ(cursor.here(), "t.txt:3");
  EXPECT_EQ(take_word(line), "c");
  EXPECT_FALSE(cursor.has_line());
}

TEST(Text, ComparesCountsWithWhatIsLeft) {
  EXPECT_EQ(TextCursor("3 1 2 3", "t").count("the count", 1), 3);
  expect_input_error([] { TextCursor("4 1 2 3", "t").count("the count", 1); }, "t:1",
                     "promises more than the file holds");
  expect_input_error([] { TextCursor("9000000000000000000 1", "t").count("the count", 4); }, "t:1",
                     "promises more");
  expect_input_error([] { TextCursor("-1", "t").count("the count", 1); }, "t:1", "is negative");
}

TEST(Text, ShowsWordsSafely) {
  EXPECT_EQ(shown("a\x01\xff"), "'a?\?'");
  EXPECT_EQ(shown(std::string(100, 'x')).size(), 45u);
}

}  // namespace
}  // namespace descant
