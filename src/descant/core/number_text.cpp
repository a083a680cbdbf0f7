// core/number_text.cpp: <charconv> where it knows doubles, else streams.

#include "descant/core/number_text.hpp"

#include <charconv>
#include <cmath>

#include "descant/core/streamed_number.hpp"

namespace descant {

// libc++ has had these for integers alone for years, and says so by not defining the macro
#if defined(__cpp_lib_to_chars) && __cpp_lib_to_chars >= 201611L

std::optional<double> parse_number(std::string_view word) {
  std::string_view digits = word;
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') digits.remove_prefix(1);
  double value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  // what is out of range, spelt out or no number is rare
  if (error != std::errc() || stop != end || !std::isfinite(value)) return streamed_number(word);
  return value;
}

std::string number_text(double value) {
  char buffer[40];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return error == std::errc() ? std::string(buffer, end) : streamed_text(value);
}

#else

std::optional<double> parse_number(std::string_view word) { return streamed_number(word); }
std::string number_text(double value) { return streamed_text(value); }

#endif

}  // namespace descant
