// io/gltf_edit.hpp: morph targets and their animation, added to a glTF file that stays as it was.
//
// The original JSON is edited and the new numbers follow the old binary bytes, so what is not
// understood survives. Everything written is float32; times and weights are rounded to it first.
// What changes: buffer lengths, accessors and views at the end of their lists, `targets`, `weights`
// and `targetNames` of the enriched meshes, `weights` of their nodes where they stand there, and
// the weights channels of those nodes with the samplers they name (new ones; the old stay).

#pragma once

#include <string>
#include <vector>

#include "descant/core/types.hpp"
#include "descant/io/gltf_document.hpp"
#include "descant/scene/character.hpp"

namespace descant {

/// A morph target; positions and normals are one a part (primitive) of the mesh, s×3 deltas.
struct NewTarget {
  std::string name;
  std::vector<Positions> positions;
  std::vector<Positions> normals;  ///< empty: not written; nor where a part has no normals itself
};

/// The weights of the new targets in one clip, linear between the keys, held before and after.
struct NewWeights {
  int clip = 0;
  std::vector<double> times;  ///< increasing [s]
  Matrix weights;             ///< keys × new targets
};

/// What one node's mesh gains. In clips that are not listed the new targets stay at 0.
struct MeshAddition {
  int node = 0;
  std::vector<NewTarget> targets;
  std::vector<NewWeights> clips;
};

/// Bytes of the file itself and, for `.gltf`, of the one new buffer that lies beside it.
struct GltfFiles {
  std::string main;
  std::string buffer_name;  ///< in the folder of the file; empty for `.glb`
  std::string buffer;
};

/// The document with the additions, as `.glb` or `.gltf` by the ending of `out_path`.
///
/// A mesh that several nodes use is cloned for a node of an addition. A node's weights channel
/// gains the new targets in every clip (see io/morph_channel.hpp for how it keeps its shape), and
/// one is made where an enriched clip has none. `.glb` out packs all buffers, and the image files
/// of a `.gltf`, into one buffer; references to other files are made relative to the new place.
GltfFiles enriched_gltf(const GltfDocument& document, const Character& character,
                        const std::vector<MeshAddition>& additions, const std::string& out_path);

}  // namespace descant
