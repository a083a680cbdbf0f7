// io/scene_json_parts.hpp: the parts of a scene file that have a reader of their own.

#pragma once

#include "descant/core/log.hpp"
#include "descant/io/file.hpp"
#include "descant/io/scene_json_node.hpp"
#include "descant/scene/scene.hpp"

namespace descant {

/// What the readers of a scene's parts share.
struct SceneSource {
  std::string path;  ///< of the scene file
  FileReader reader;
  Log log;
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
