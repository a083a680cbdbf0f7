// tests/support/simulate_options.hpp: options of a small run of `simulate`.

#pragma once

#include <string>

#include "descant/run/simulate.hpp"

namespace descant::test {

/// On one thread, into the folder `out`.
inline SimulateOptions options_for(const std::string& out) {
  SimulateOptions options;
  options.out = out;
  options.output.threads = 1;
  return options;
}

}  // namespace descant::test
