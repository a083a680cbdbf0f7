// core/number_text.hpp: numbers to text and back, the same in every locale and standard library.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace descant {

/// All of `word` as a number: digits with an optional sign, point and exponent ("-1.5e3", "+.5"),
/// or inf, infinity or nan in any case. Too small to be told from zero is zero; too large,
/// hexadecimal, blanks or anything left over is no number.
std::optional<double> parse_number(std::string_view word);

/// The shortest text that reads back to the same bits.
std::string number_text(double value);

}  // namespace descant
