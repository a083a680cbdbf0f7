// io/text.cpp: reads words and numbers from a text held in memory, and says where it stands.

#include "descant/io/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "descant/core/error.hpp"
#include "descant/core/number_text.hpp"

namespace descant {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

std::string_view without_plus(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  return word;
}

}  // namespace

std::string shown(std::string_view word) {
  constexpr std::size_t longest = 40;
  std::string text;
  for (char c : word.substr(0, longest)) text += (c >= 32 && c < 127) ? c : '?';
  if (word.size() > longest) text += "...";
  return "'" + text + "'";
}

bool read_number(std::string_view word, double& value) {
  const std::optional<double> number = parse_number(word);
  if (!number || !std::isfinite(*number)) return false;
  value = *number;
  return true;
}

bool read_integer(std::string_view word, std::int64_t& value) {
  word = without_plus(word);
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  return error == std::errc() && stop == end && !word.empty();
}

std::string_view take_word(std::string_view& line) {
  // within a line, a joining '\' is white space
  const auto separates = [](char c) { return is_space(c) || c == '\\'; };
  std::size_t begin = 0;
  while (begin < line.size() && separates(line[begin])) ++begin;
  std::size_t end = begin;
  while (end < line.size() && !separates(line[end])) ++end;
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

TextCursor::TextCursor(std::string_view text, std::string place, char comment)
    : text_(text), place_(std::move(place)), comment_(comment) {
  // some editors put a byte-order mark in front
  if (text_.substr(0, 3) == "\xEF\xBB\xBF") next_ = last_ = 3;
}

bool TextCursor::at_end() {
  while (next_ < text_.size()) {
    if (is_space(text_[next_])) {
      ++next_;
    } else if (comment_ != '\0' && text_[next_] == comment_) {
      next_ = std::min(text_.find('\n', next_), text_.size());
    } else {
      return false;
    }
  }
  return true;
}

std::string_view TextCursor::word() {
  if (at_end()) {
    last_ = text_.size();
    return {};
  }
  last_ = next_;
  while (next_ < text_.size() && !is_space(text_[next_])) ++next_;
  return text_.substr(last_, next_ - last_);
}

std::string_view TextCursor::line() {
  last_ = next_;
  std::size_t end = next_;
  while (true) {
    end = std::min(text_.find('\n', end), text_.size());
    std::size_t back = end;
    if (back > last_ && text_[back - 1] == '\r') --back;
    if (end == text_.size() || back == last_ || text_[back - 1] != '\\') break;
    ++end;
  }
  next_ = std::min(end + 1, text_.size());
  return text_.substr(last_, end - last_);
}

double TextCursor::number(const char* what) {
  const std::string_view token = word();
  double value = 0;
  if (read_number(token, value)) return value;
  if (token.empty())
    fail(std::string("the file ends where ") + what + " should be", "It may be truncated");
  fail(std::string("expected ") + what + ", found " + shown(token),
       "Write a finite number, such as 0.5 or 1e-3");
}

std::int64_t TextCursor::integer(const char* what) {
  const std::string_view token = word();
  std::int64_t value = 0;
  if (read_integer(token, value)) return value;
  if (token.empty())
    fail(std::string("the file ends where ") + what + " should be", "It may be truncated");
  fail(std::string("expected ") + what + ", found " + shown(token), "Write a whole number");
}

Index TextCursor::count(const char* what, Index numbers_each) {
  const std::int64_t amount = integer(what);
  if (amount < 0) fail(std::string(what) + " is negative", "Counts start at 0");
  expect_room(static_cast<double>(amount) * static_cast<double>(numbers_each), what);
  return static_cast<Index>(amount);
}

void TextCursor::expect_room(double amount, const char* what) const {
  if (2 * amount > static_cast<double>(text_.size() - next_) + 1)
    fail(std::string(what) + " promises more than the file holds",
         "The file may be truncated, or the count wrong");
}

void TextCursor::expect_end(const char* what) {
  const std::string_view token = word();
  if (!token.empty())
    fail(std::string("more follows after ") + what + ", starting with " + shown(token),
         "Check the counts on the first line");
}

std::string TextCursor::here() const { return at(last_); }

std::string TextCursor::at(std::size_t offset) const {
  const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text_.size()));
  return place_ + ":" + std::to_string(1 + std::count(text_.begin(), end, '\n'));
}

void TextCursor::fail(const std::string& what, const std::string& remedy) const {
  throw InputError(here(), what, remedy);
}

}  // namespace descant
