// core/log.hpp: how the library speaks: through a callback, never to a stream.

#pragma once

#include <functional>
#include <string>

namespace descant {

enum class Severity { info, warning };

/// Receives one message, without a trailing newline. May be empty: nobody listens.
using Log = std::function<void(Severity, const std::string&)>;

inline void warn(const Log& log, const std::string& message) {
  if (log) log(Severity::warning, message);
}

inline void inform(const Log& log, const std::string& message) {
  if (log) log(Severity::info, message);
}

}  // namespace descant
