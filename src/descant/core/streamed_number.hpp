// core/streamed_number.hpp: numbers to text and back by streams, for standard libraries whose
// <charconv> has no doubles; always compiled, so that tests compare the two.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace descant {

/// As parse_number.
std::optional<double> streamed_number(std::string_view word);

/// As number_text.
std::string streamed_text(double value);

}  // namespace descant
