// scene/setting_makers.hpp: the few shapes a setting can have, for the tables of settings.

#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "descant/core/error.hpp"
#include "descant/scene/settings.hpp"
#include "descant/scene/spelling.hpp"

namespace descant::setting_makers {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// An interval with either end open or closed.
struct Range {
  double low = -infinity, high = infinity;
  enum class End { open, closed } low_end = End::closed, high_end = End::closed;

  bool contains(double x) const {
    if (!std::isfinite(x)) return false;
    const bool above = low_end == End::open ? x > low : x >= low;
    const bool below = high_end == End::open ? x < high : x <= high;
    return above && below;
  }
};

// far beyond any material, near enough for squares and quotients to stay finite
inline constexpr Range young_range{1e-30, 1e30};    // [Pa]
inline constexpr Range factor_range{1e-30, 1e30};   // on a stiffness
inline constexpr Range density_range{1e-12, 1e12};  // [kg/m³]
inline constexpr Range frequency_range{1e-6, 1e6};  // [Hz]
inline constexpr Range fps_range{1e-3, 1e6};        // [frames/s]
inline constexpr Range damping_range{0, 1e6};
inline constexpr Range unit_interval{0, 1};

/// "greater than 0 Pa", "between 0 and 1", …
std::string range_text(const Range& range, const std::string& unit);

/// Throws InputError at `place` unless the value lies in the range.
double checked_number(double value, const Range& range, const SettingInfo& info,
                      const std::string& place);
int checked_integer(double value, const Range& range, const SettingInfo& info,
                    const std::string& place);

/// The alternative of kind T, or an InputError that says what was wanted.
template <class T>
const T& held(const SettingValue& value, const char* wanted, const std::string& place) {
  if (const T* found = std::get_if<T>(&value)) return *found;
  throw InputError(place, std::string("expected ") + wanted);
}

// A plain member is always there; an optional one may not have been given.
inline std::optional<SettingValue> stored(double value) { return SettingValue{value}; }
inline std::optional<SettingValue> stored(int value) {
  return SettingValue{static_cast<double>(value)};
}
inline std::optional<SettingValue> stored(unsigned value) {
  return SettingValue{static_cast<double>(value)};
}
template <class T>
std::optional<SettingValue> stored(const std::optional<T>& value) {
  return value ? stored(*value) : std::nullopt;
}

template <class Target, class Member>
Setting<Target> number(SettingInfo info, Member Target::*member, Range range) {
  info.kind = SettingKind::number;
  return {
      info,
      [info, member, range](Target& target, const SettingValue& value, const std::string& place) {
        target.*member = checked_number(held<double>(value, "a number", place), range, info, place);
      },
      [member](const Target& target) { return stored(target.*member); }};
}

template <class Target, class Member>
Setting<Target> integer(SettingInfo info, Member Target::*member, Range range) {
  info.kind = SettingKind::integer;
  return {
      info,
      [info, member, range](Target& target, const SettingValue& value, const std::string& place) {
        target.*member =
            checked_integer(held<double>(value, "a whole number", place), range, info, place);
      },
      [member](const Target& target) { return stored(target.*member); }};
}

/// The value of a word of the table. Throws InputError that says which word was meant.
template <class E, size_t count>
E checked_word(const std::string& word, const std::array<Named<E>, count>& names,
               const std::string& place) {
  if (const E* found = value_of(word, names)) return *found;
  throw InputError(place, "unknown value `" + word + "`", suggestion(word, words_of(names)));
}

template <class Target, class E, size_t count>
Setting<Target> choice(SettingInfo info, E Target::*member,
                       const std::array<Named<E>, count>& names) {
  info.kind = SettingKind::choice;
  info.choices = words_of(names);
  return {info,
          [member, names](Target& target, const SettingValue& value, const std::string& place) {
            target.*member = checked_word(held<std::string>(value, "a word", place), names, place);
          },
          [member, names](const Target& target) {
            return std::optional<SettingValue>(name_of(target.*member, names));
          }};
}

/// What a flag leaves where it is not given, and what it puts there.
template <class E>
struct FlagValues {
  E off, on;
};

template <class Target, class E>
Setting<Target> flag(SettingInfo info, E Target::*member,
                     const std::type_identity_t<FlagValues<E>>& values) {
  info.kind = SettingKind::flag;
  return {info,
          [member, values](Target& target, const SettingValue& value, const std::string& place) {
            const double is_set = held<double>(value, "true or false", place);
            target.*member = is_set != 0 ? values.on : values.off;
          },
          [member, values](const Target& target) -> std::optional<SettingValue> {
            if (target.*member == values.off) return std::nullopt;
            return SettingValue{1.0};
          }};
}

template <class Target>
Setting<Target> path(SettingInfo info, std::string Target::*member) {
  info.kind = SettingKind::text;
  return {info,
          [member](Target& target, const SettingValue& value, const std::string& place) {
            const auto& text = held<std::string>(value, "a path", place);
            if (text.empty()) throw InputError(place, "the path is empty");
            target.*member = text;
          },
          [member](const Target& target) -> std::optional<SettingValue> {
            if ((target.*member).empty()) return std::nullopt;
            return SettingValue{target.*member};
          }};
}

}  // namespace descant::setting_makers
