// io/gltf_parts.hpp: the readers a character is put together by, one a list of the file.

#pragma once

#include <vector>

#include "descant/io/gltf_accessor.hpp"
#include "descant/scene/character.hpp"

namespace descant {

/// The tree: transforms, parents, meshes and skins, no morph weights yet. A forest, or InputError.
std::vector<CharacterNode> read_nodes(const GltfFile& file);

/// Joints and inverse bind matrices.
std::vector<Skin> read_skins(GltfFile& file);

/// A mesh; joints and weights only where `skins` (those of the nodes that show it) are not none.
CharacterMesh read_mesh(GltfFile& file, std::size_t mesh, const std::vector<const Skin*>& skins);

/// The weights (s×i) and joints of a primitive's attributes, rows summing to one.
void read_skinning(GltfFile& file, const JsonNode& attributes,
                   const std::vector<const Skin*>& skins, SurfacePart& part);

/// The triangles (t×3) of a primitive with `num_vertices` vertices.
Elements read_triangles(GltfFile& file, const JsonNode& primitive, Index num_vertices);

/// An animation. The nodes' morph weights give the width of their tracks.
CharacterClip read_clip(GltfFile& file, std::size_t animation,
                        const std::vector<CharacterNode>& nodes);

}  // namespace descant
