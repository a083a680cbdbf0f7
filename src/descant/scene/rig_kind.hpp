// scene/rig_kind.hpp: a kind of rig a scene may ask for: what its JSON holds, what is built of it.
//
// A kind is one row of a table (scene/rig_registry.hpp). Readers and builders are handed the table
// and know of no kind by name. What every rig has (handles with their keys, weights, parameters
// frame by frame) is read, checked, animated and written for the row; the row says which of it the
// kind takes, and brings its own keys and its rig.

#pragma once

#include <any>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "descant/rig/rig.hpp"
#include "descant/scene/scene.hpp"

namespace descant {

class JsonNode;      // io/scene_json_node.hpp
class JsonObject;    // the same
struct SceneSource;  // io/scene_json_parts.hpp
struct SceneTarget;  // the same

/// What a kind does with handles.
enum class HandleUse {
  none,     ///< it has none: at rest, or moved by `params`
  pivot,    ///< at most one, about which the body turns; the centre where none is given
  blended,  ///< one or several, blended by weights, which are given or computed
};

/// A rig, and what handles do to it.
struct DrivenRig {
  std::shared_ptr<const Rig> rig;
  /// p of the handles' maps from rest (each d×(d+1)); not needed without handles
  std::function<Vector(const std::vector<Matrix>& maps)> params;
};

/// One row.
struct RigKind {
  std::string name;  ///< what a scene's `kind` says
  HandleUse handles = HandleUse::pivot;
  std::vector<std::string> keys = {};  ///< of its own, beside those of every rig

  /// The values of its own keys in a scene's `rig`, of a body in `dim` dimensions; they become
  /// `RigSpec::own`. Throws InputError. Empty where it has no such key.
  std::function<std::any(const JsonNode& rig, const SceneSource& source, int dim)> read = {};

  /// The same keys, written into the `rig`: reading them again gives the same values.
  std::function<void(const RigSpec& rig, const SceneTarget& target, JsonObject& object)> write = {};

  /// The rig of a body. @param weights  n×k of the handles; one column of ones unless blended
  std::function<DrivenRig(const BodySpec& body, const Matrix& weights)> build = {};

  /// Lines for `descant info` about its own keys; may be empty.
  std::function<std::string(const RigSpec& rig)> describe = {};
};

/// The point a body with at most one handle turns about: the handle's tail, or the body's centre.
Vector pivot_of(const BodySpec& body);

}  // namespace descant
