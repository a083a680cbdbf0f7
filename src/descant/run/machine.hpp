// run/machine.hpp: what a program runs on, and how much of it it takes.

#pragma once

#include <string>

#include "descant/core/types.hpp"

namespace descant {

/// The processor's own name for itself; "unknown" where it does not say.
std::string processor_name();

/// Cores the system offers.
int num_cores();

/// The most memory this process has held since `forget_peak_memory`, or since it began where the
/// system cannot forget [bytes].
Index peak_memory_bytes();
void forget_peak_memory();

}  // namespace descant
