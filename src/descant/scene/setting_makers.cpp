// scene/setting_makers.cpp: range checks and the sentences they fail with.

#include "descant/scene/setting_makers.hpp"

namespace descant::setting_makers {

std::string range_text(const Range& range, const std::string& unit) {
  const std::string suffix = unit.empty() ? "" : " " + unit;
  const bool has_low = std::isfinite(range.low), has_high = std::isfinite(range.high);
  const std::string low = number_text(range.low), high = number_text(range.high) + suffix;
  const std::string above = range.low_end == Range::End::open ? "greater than " : "at least ";
  const std::string below = range.high_end == Range::End::open ? "less than " : "at most ";
  if (has_low && has_high) return above + low + " and " + below + high;
  if (has_low) return above + low + suffix;
  if (has_high) return below + high;
  return "a finite number";
}

double checked_number(double value, const Range& range, const SettingInfo& info,
                      const std::string& place) {
  if (range.contains(value)) return value;
  throw InputError(place, "must be " + range_text(range, info.unit) + ", not " + number_text(value),
                   "Without it: " + info.fallback);
}

int checked_integer(double value, const Range& range, const SettingInfo& info,
                    const std::string& place) {
  checked_number(value, range, info, place);
  if (value != std::floor(value) || std::abs(value) > std::numeric_limits<int>::max()) {
    throw InputError(place, "must be a whole number, not " + number_text(value));
  }
  return static_cast<int>(value);
}

}  // namespace descant::setting_makers
