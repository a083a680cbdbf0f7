// io/scene_json_parts.hpp: the parts of a scene file that have a reader of their own.

#pragma once

#include "descant/core/log.hpp"
#include "descant/io/file.hpp"
#include "descant/io/scene_json_node.hpp"
#include "descant/scene/rig_registry.hpp"
#include "descant/scene/scene.hpp"

namespace descant {

/// What the readers of a scene's parts share.
struct SceneSource {
  std::string path;         ///< of the scene file
  const RigRegistry& rigs;  ///< the kinds its rigs may be of
  FileReader reader;
  Log log;
};

/// Where the parts of a body are written: files beside the scene, named STEM.BODY.what
struct SceneTarget {
  std::string scene_path;
  std::string body;

  std::string name(const std::string& what) const;
  std::string path(const std::string& what) const;

  /// Write `what`, a .npy file, and return its name as the scene gives it.
  std::string write(const std::string& what, const Matrix& matrix) const;
  std::string write_column(const std::string& what, const Vector& values) const;
};

/// The numbers of a `.npy` or `.dmat` file named by `node`, as a matrix.
Matrix read_matrix(const JsonNode& node, const SceneSource& source);

/// The same, as a vector of exactly `size` finite numbers.
Vector read_column(const JsonNode& node, const SceneSource& source, Index size);

/// `#/bodies/i/rig`: handles with their keys, weights, or parameters frame by frame.
RigSpec read_rig(const JsonNode& node, const SceneSource& source, int dim, double fps);

/// The time of the last thing that moves [s]; nothing where no handle has keys after 0.
std::optional<double> last_time(const RigSpec& rig);

/// `keys` of a handle. @param node a list of at least one key
HandleTrack read_keys(const JsonNode& node, int dim);

/// A track that rests: one key, at time 0, that moves nothing.
HandleTrack resting_track(int dim);

}  // namespace descant
