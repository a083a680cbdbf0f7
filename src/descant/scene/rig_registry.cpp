// scene/rig_registry.cpp: a table of kinds, looked up by name.

#include "descant/scene/rig_registry.hpp"

#include <algorithm>

#include "descant/core/error.hpp"
#include "descant/scene/spelling.hpp"

namespace descant {

const std::vector<std::string>& common_rig_keys() {
  static const std::vector<std::string> keys = {"kind", "handles", "weights", "params",
                                                "params_fps"};
  return keys;
}

RigRegistry::RigRegistry(std::vector<RigKind> kinds) : kinds_(std::move(kinds)) {
  const std::vector<std::string>& common = common_rig_keys();
  for (auto kind = kinds_.begin(); kind != kinds_.end(); ++kind) {
    const auto is_same = [&](const RigKind& other) { return other.name == kind->name; };
    if (std::any_of(kinds_.begin(), kind, is_same))
      throw BugError("internal error: two kinds of rigs named `" + kind->name + "`");
    for (const std::string& key : kind->keys)
      if (std::find(common.begin(), common.end(), key) != common.end())
        throw BugError("internal error: `" + key + "` is a key of every rig, and no own one of `" +
                       kind->name + "`");
  }
}

RigRegistry RigRegistry::with(RigKind kind) const {
  std::vector<RigKind> kinds = kinds_;
  kinds.push_back(std::move(kind));
  return RigRegistry(std::move(kinds));
}

const RigKind& RigRegistry::at(const std::string& name, const std::string& place) const {
  std::vector<std::string> names;
  for (const RigKind& kind : kinds_) {
    if (kind.name == name) return kind;
    names.push_back(kind.name);
  }
  throw InputError(place, "unknown rig `" + name + "`", suggestion(name, names));
}

}  // namespace descant
