// core/error.hpp: the three ways a run can fail, and whose fault each is.
//
//   InputError     the user's: names the place and the remedy            (exit code 2)
//   NumericsError  the problem's: names the frame                        (exit code 3)
//   BugError       ours: an assertion that prints both values            (exit code 1)

#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

namespace descant {

/// Something the user gave us is wrong. `place` is a file with a line, a JSON pointer or an option.
class InputError : public std::runtime_error {
 public:
  InputError(std::string place, const std::string& what, const std::string& remedy = {})
      : std::runtime_error(place + ": " + what + (remedy.empty() ? "" : ". " + remedy)),
        place_(std::move(place)) {}

  const std::string& place() const { return place_; }

 private:
  std::string place_;
};

/// The input is legal, but no finite answer was found.
class NumericsError : public std::runtime_error {
 public:
  NumericsError(int frame, const std::string& what)
      : std::runtime_error("frame " + std::to_string(frame) + ": " + what),
        frame_(frame),
        reason_(what) {}

  int frame() const { return frame_; }
  const std::string& reason() const { return reason_; }  ///< without the frame

 private:
  int frame_;
  std::string reason_;
};

/// The user asked the run to stop; what was asked to be kept has been kept.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A promise of our own code does not hold.
class BugError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Throws BugError, printing both values, unless they are equal.
template <class A, class B>
void expect_equal(const A& a, const B& b, const char* what) {
  if (a == b) return;
  std::ostringstream message;
  message << "internal error: " << what << " (" << a << " against " << b << ")";
  throw BugError(message.str());
}

}  // namespace descant
