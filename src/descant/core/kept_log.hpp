// core/kept_log.hpp: messages kept until it is their turn, for work done out of order.

#pragma once

#include <utility>
#include <vector>

#include "descant/core/log.hpp"

namespace descant {

/// For one thread at a time.
class KeptLog {
 public:
  /// Keeps what it receives here, for as long as this object stays where it is.
  Log log() {
    return [this](Severity severity, const std::string& message) {
      messages_.emplace_back(severity, message);
    };
  }

  /// Hands all messages on, in the order they came.
  void pass_on(const Log& log) {
    if (log)
      for (const auto& [severity, message] : messages_) log(severity, message);
    messages_.clear();
  }

 private:
  std::vector<std::pair<Severity, std::string>> messages_;
};

}  // namespace descant
