// core/progress.hpp: how far a long job has come, and whether it should go on.

#pragma once

#include <functional>
#include <string>

namespace descant {

/// One report of progress. `done` of `total` units of `stage` are finished.
struct ProgressEvent {
  std::string stage;  ///< what is being done, for a person: "simulating fish"
  long done = 0;
  long total = 0;
};

/// Called after each unit of work, from one thread at a time. Returns false to ask for a stop.
using Progress = std::function<bool(const ProgressEvent&)>;

}  // namespace descant
