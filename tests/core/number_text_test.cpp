// tests/core/number_text_test.cpp: numbers to text and back, by <charconv> and by streams alike.

#include "descant/core/number_text.hpp"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <locale>
#include <random>
#include <vector>

#include "descant/core/streamed_number.hpp"

namespace descant {
namespace {

std::uint64_t bits(double value) {
  std::uint64_t result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

/// Ordinary sizes, every bit pattern alike, whole numbers, and all powers of two and ten.
std::vector<double> many_numbers() {
  std::mt19937_64 random(5);
  std::vector<double> numbers = {0.0,  -0.0, 0.1,  1.0 / 3,
                                 1e21, 1e22, 1e23, 123456789012345680000.0};
  for (int i = 0; i < 800; ++i) {
    const std::uint64_t pattern = random();
    double any;
    std::memcpy(&any, &pattern, sizeof any);
    if (std::isfinite(any)) numbers.push_back(any);
    numbers.push_back(static_cast<double>(static_cast<std::int64_t>(pattern)) * 1e-19);
    numbers.push_back(static_cast<double>(pattern % 1000000) / 1000);
    numbers.push_back(static_cast<double>(pattern >> (pattern % 64)));
  }
  for (int e = -1074; e < 1024; ++e) numbers.push_back(std::ldexp(1.0, e));
  for (int e = -323; e < 309; ++e) numbers.push_back(std::pow(10.0, e));
  numbers.push_back(std::numeric_limits<double>::max());
  numbers.push_back(std::numeric_limits<double>::min());
  return numbers;
}

TEST(NumberText, ReadsBackToTheSameBits) {
  for (const double value : many_numbers()) {
    for (const std::string& text : {number_text(value), streamed_text(value)}) {
      const auto number = parse_number(text), streamed = streamed_number(text);
      ASSERT_TRUE(number && streamed) << text;
      ASSERT_EQ(bits(*number), bits(value)) << text;
      ASSERT_EQ(bits(*streamed), bits(value)) << text;
    }
  }
}

TEST(NumberText, IsTheSameBothWays) {
  for (const double value : many_numbers()) ASSERT_EQ(streamed_text(value), number_text(value));
}

TEST(NumberText, IsShort) {
  const std::vector<std::pair<double, std::string>> cases = {
      {0, "0"},          {-0.0, "-0"},       {1, "1"},           {-2.5, "-2.5"},
      {0.1, "0.1"},      {1e5, "1e+05"},     {12345, "12345"},   {0.001, "0.001"},
      {1e-7, "1e-07"},   {1e300, "1e+300"},  {5e-324, "5e-324"}, {1.5e-10, "1.5e-10"},
      {HUGE_VAL, "inf"}, {-HUGE_VAL, "-inf"}};
  for (const auto& [value, text] : cases) {
    EXPECT_EQ(number_text(value), text);
    EXPECT_EQ(streamed_text(value), text);
  }
  EXPECT_EQ(number_text(std::nan("")), "nan");
  EXPECT_EQ(streamed_text(std::nan("")), "nan");
}

TEST(NumberText, ReadsWhatIsANumber) {
  const std::vector<std::pair<std::string, double>> cases = {
      {"1", 1},
      {"+1", 1},
      {"-0", -0.0},
      {"-1.5e3", -1500},
      {"1.", 1},
      {".5", 0.5},
      {"+.5E+1", 5},
      {"007", 7},
      {"4.9e-324", 5e-324},
      {"2.2250738585072011e-308", 2.2250738585072011e-308},
      {"1e-400", 0},
      {"-1e-400", -0.0},
      {"0." + std::string(400, '0') + "1", 0},
      {"0e400", 0},
      {"1.7976931348623157e308", std::numeric_limits<double>::max()},
      {"1" + std::string(300, '0'), 1e300},
      {"9007199254740993.0000000000000000000000000000000000001", 9007199254740994.0},
      {"inf", HUGE_VAL},
      {"-Infinity", -HUGE_VAL}};
  for (const auto& [word, value] : cases) {
    ASSERT_TRUE(parse_number(word) && streamed_number(word)) << word;
    EXPECT_EQ(bits(*parse_number(word)), bits(value)) << word;
    EXPECT_EQ(bits(*streamed_number(word)), bits(value)) << word;
  }
  for (const char* word : {"nan", "NaN", "-nan"}) {
    ASSERT_TRUE(parse_number(word) && streamed_number(word)) << word;
    EXPECT_TRUE(std::isnan(*parse_number(word)) && std::isnan(*streamed_number(word))) << word;
  }
}

TEST(NumberText, TurnsAwayWhatIsNone) {
  for (const std::string word :
       {"",        "+",   "-",     ".",    "+-1",   "-+1",    "++1", "--1",   " 1",
        "1 ",      "1,5", "1.5.2", "0x10", "1e",    "1e+",    "e5",  "1e400", "-1e400",
        "1.8e308", "1x",  "12 34", "inf ", "infin", "nan(1)", "one", "1e5.5"}) {
    EXPECT_FALSE(parse_number(word)) << word;
    EXPECT_FALSE(streamed_number(word)) << word;
  }
  EXPECT_FALSE(parse_number("1" + std::string(400, '0')));
  EXPECT_FALSE(parse_number(std::string_view("1\0", 2)));
  EXPECT_FALSE(streamed_number(std::string_view("1\0", 2)));
}

/// Writes 1.5 as "1;5" and 1234 as "1_234".
class OddPunctuation : public std::numpunct<char> {
  char do_decimal_point() const override { return ';'; }
  char do_thousands_sep() const override { return '_'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(NumberText, KnowsNoLocale) {
  const std::locale before = std::locale::global(std::locale(std::locale(), new OddPunctuation));
  const std::string text = number_text(-1234.5), streamed = streamed_text(-1234.5);
  const std::string whole = streamed_text(123456789012345683968.0);
  const auto number = parse_number("1234.5"), by_stream = streamed_number("1234.5");
  const auto odd = streamed_number("1;5");
  std::locale::global(before);
  EXPECT_EQ(text, "-1234.5");
  EXPECT_EQ(streamed, "-1234.5");
  EXPECT_EQ(whole, "123456789012345683968");
  EXPECT_EQ(number, 1234.5);
  EXPECT_EQ(by_stream, 1234.5);
  EXPECT_FALSE(odd);
}

}  // namespace
}  // namespace descant
