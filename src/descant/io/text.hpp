// io/text.hpp: reads words and numbers from a text held in memory, and says where it stands.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "descant/core/types.hpp"

namespace descant {

/// A cursor over words separated by white space. Every failure is an InputError at `place:line`.
class TextCursor {
 public:
  /// Words from `comment` to the end of their line are skipped; '\0' for no comments.
  TextCursor(std::string_view text, std::string place, char comment = '\0');

  bool at_end();            ///< only white space and comments are left
  std::string_view word();  ///< the next word, empty at the end
  std::string_view line();  ///< the rest of this line, without its end; a trailing '\' joins lines
  bool has_line() const { return next_ < text_.size(); }

  double number(const char* what);         ///< a finite number
  std::int64_t integer(const char* what);  ///< a whole number

  /// A count ≥ 0 of things that take `numbers_each` numbers, for which the text is long enough.
  Index count(const char* what, Index numbers_each);

  /// Throws unless `amount` numbers can still follow: each takes two bytes, the last may take one.
  void expect_room(double amount, const char* what) const;

  /// Throws unless nothing is left.
  void expect_end(const char* what);

  std::string here() const;  ///< place:line of the last word or line
  std::size_t offset() const { return last_; }
  std::string at(std::size_t offset) const;  ///< place:line of a byte of the text
  [[noreturn]] void fail(const std::string& what, const std::string& remedy = {}) const;

 private:
  std::string_view text_;
  std::string place_;
  char comment_;
  std::size_t next_ = 0;  ///< first byte not yet read
  std::size_t last_ = 0;  ///< first byte of the last word or line
};

/// A word as it may be shown in a message: short, and printable.
std::string shown(std::string_view word);

/// Reads all of `word` as a number; false unless it is one and finite.
bool read_number(std::string_view word, double& value);

/// Reads all of `word` as a whole number; false unless it is one and fits.
bool read_integer(std::string_view word, std::int64_t& value);

/// Takes the next word off the front of `line`; empty when there is none.
std::string_view take_word(std::string_view& line);

}  // namespace descant
