// scene/rig_registry.hpp: the kinds of rigs that readers and builders know, as a value.

#pragma once

#include <string>
#include <vector>

#include "descant/scene/rig_kind.hpp"

namespace descant {

/// Rows, each with a name of its own. The built-in ones are `builtin_rigs`
/// (prepare/rig_kinds.hpp).
class RigRegistry {
 public:
  RigRegistry() = default;

  /// Throws BugError where two kinds have one name, or a kind's own key is one that every rig has.
  explicit RigRegistry(std::vector<RigKind> kinds);

  /// The same with one kind more.
  RigRegistry with(RigKind kind) const;

  /// The kind of that name. Throws InputError at `place`, with the name that was probably meant.
  const RigKind& at(const std::string& name, const std::string& place) const;

  const std::vector<RigKind>& kinds() const { return kinds_; }

 private:
  std::vector<RigKind> kinds_;
};

/// The keys of `rig` in a scene that every kind has, whether or not it takes them.
const std::vector<std::string>& common_rig_keys();

}  // namespace descant
