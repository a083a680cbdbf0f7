// run/version.hpp: which Descant this is.

#pragma once

#include <string>

namespace descant {

/// "0.1.0"
std::string version();

}  // namespace descant
