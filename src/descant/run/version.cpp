// run/version.cpp: the version the build gives.

#include "descant/run/version.hpp"

namespace descant {

std::string version() { return DESCANT_VERSION; }

}  // namespace descant
