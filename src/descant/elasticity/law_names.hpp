// elasticity/law_names.hpp: the laws by the names users write.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "descant/elasticity/elasticity.hpp"

namespace descant {

/// "linear", "corotational", "arap", "stvk", "neohookean" or "stable-neohookean".
std::string law_name(LawKind law);

/// The law of that name, if there is one.
std::optional<LawKind> law_from_name(std::string_view name);

/// Every law, in the order of the manual.
std::vector<LawKind> all_laws();

}  // namespace descant
