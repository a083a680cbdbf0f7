// core/streamed_number.cpp: the grammar is checked here, the digits are left to a stream in the
// classic locale.

#include "descant/core/streamed_number.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <locale>
#include <sstream>

namespace descant {
namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }

/// Drops the digits `text` starts with, and counts them.
std::size_t skip_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  text.remove_prefix(count);
  return count;
}

/// Digits with an optional point and exponent, and nothing else.
bool is_decimal(std::string_view text) {
  std::size_t digits = skip_digits(text);
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    digits += skip_digits(text);
  }
  if (digits == 0) return false;
  if (text.empty()) return true;
  if (text[0] != 'e' && text[0] != 'E') return false;
  text.remove_prefix(1);
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) text.remove_prefix(1);
  return skip_digits(text) > 0 && text.empty();
}

/// The numbers that are spelt out.
std::optional<double> named(std::string_view text) {
  std::string name(text);
  for (char& c : name)
    if ('A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  if (name == "inf" || name == "infinity") return std::numeric_limits<double>::infinity();
  if (name == "nan") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

/// A decimal as the nearest double; nothing where it is too large.
std::optional<double> read(std::string_view decimal) {
  std::istringstream stream{std::string(decimal)};
  stream.imbue(std::locale::classic());
  double value = 0;
  stream >> value;
  // some libraries also fail, having read it, at a number too small for all its digits
  if (stream.fail() && value >= std::numeric_limits<double>::max()) return std::nullopt;
  return value;
}

/// `digits` significant digits: d.ddde±dd.
std::string scientific(double value, int digits) {
  std::ostringstream stream;
  stream.imbue(std::locale::classic());
  stream.precision(digits - 1);
  stream << std::scientific << value;
  return stream.str();
}

/// Where the e of d.ddde±dd stands.
std::size_t exponent_mark(const std::string& text) {
  return static_cast<std::size_t>(std::find(text.begin(), text.end(), 'e') - text.begin());
}

/// The fewest digits that read back to `size` > 0: d.ddde±dd.
std::string shortest(double size) {
  constexpr int enough = std::numeric_limits<double>::max_digits10;
  for (int digits = 1; digits < enough; ++digits) {
    std::string text = scientific(size, digits);
    if (read(text) == size) return text;
    // doubles lie farther apart above a power of two than below it: there one up may read back
    char& last = text[exponent_mark(text) - 1];
    if (last == '9') continue;
    ++last;
    if (read(text) == size) return text;
  }
  return scientific(size, enough);
}

/// A whole number with all its digits.
std::string whole(double value) {
  std::ostringstream stream;
  stream.imbue(std::locale::classic());
  stream.precision(0);
  stream << std::fixed << value;
  return stream.str();
}

/// d.ddde±dd of a value > 0 without an exponent.
std::string without_exponent(const std::string& text, double value) {
  const std::size_t mark = exponent_mark(text);
  std::string digits = text.substr(0, mark);
  if (digits.size() > 1) digits.erase(1, 1);
  const int exponent = std::atoi(text.c_str() + mark + 1);
  const int count = static_cast<int>(digits.size());
  if (exponent < 0) return "0." + std::string(-exponent - 1, '0') + digits;
  if (exponent >= count - 1) return whole(value);
  return digits.insert(exponent + 1, ".");
}

}  // namespace

std::optional<double> streamed_number(std::string_view word) {
  const bool is_negative = !word.empty() && word[0] == '-';
  if (!word.empty() && (word[0] == '+' || is_negative)) word.remove_prefix(1);
  const std::optional<double> size = is_decimal(word) ? read(word) : named(word);
  if (size && is_negative) return -*size;
  return size;
}

std::string streamed_text(double value) {
  const std::string sign = std::signbit(value) ? "-" : "";
  const double size = std::abs(value);
  if (std::isnan(value)) return sign + "nan";
  if (std::isinf(value)) return sign + "inf";
  if (size == 0) return sign + "0";

  // the shorter of the two ways to write its digits
  const std::string by_exponent = shortest(size);
  const std::string plain = without_exponent(by_exponent, size);
  return sign + (plain.size() <= by_exponent.size() ? plain : by_exponent);
}

}  // namespace descant
