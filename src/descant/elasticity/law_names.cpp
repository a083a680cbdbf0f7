// elasticity/law_names.cpp: one table of names, read both ways.

#include "descant/elasticity/law_names.hpp"

#include <array>
#include <utility>

#include "descant/core/error.hpp"

namespace descant {
namespace {

constexpr std::array<std::pair<LawKind, std::string_view>, 6> kNames{{
    {LawKind::linear, "linear"},
    {LawKind::corotational, "corotational"},
    {LawKind::arap, "arap"},
    {LawKind::stvk, "stvk"},
    {LawKind::neohookean, "neohookean"},
    {LawKind::stable_neohookean, "stable-neohookean"},
}};

}  // namespace

std::string law_name(LawKind law) {
  for (const auto& [kind, name] : kNames) {
    if (kind == law) return std::string(name);
  }
  throw BugError("internal error: a law without a name");
}

std::optional<LawKind> law_from_name(std::string_view name) {
  for (const auto& [kind, known] : kNames) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

std::vector<LawKind> all_laws() {
  std::vector<LawKind> laws;
  for (const auto& entry : kNames) laws.push_back(entry.first);
  return laws;
}

}  // namespace descant
