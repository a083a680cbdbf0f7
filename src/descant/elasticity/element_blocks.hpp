// elasticity/element_blocks.hpp: the elements of a mesh, side by side in blocks of eight.
//
// The elements of a chunk (blocks in a row that one task works on) lie close together in space and
// share most of their vertices; those of a block lie apart within the chunk, so that their forces
// seldom add to the same vertex one after the other.

#pragma once

#include <vector>

#include "descant/elasticity/element_kernels.hpp"
#include "descant/linalg/aligned.hpp"
#include "descant/mesh/mesh.hpp"

namespace descant {

inline constexpr Index kBlocksPerChunk = 64;  ///< whose vertices fit the nearest cache
inline constexpr Index kChunkSize = kBlocksPerChunk * kBlock;  ///< elements

/// The elements in the order of the chunks. All but one are full.
std::vector<Index> chunked_order(const Mesh& mesh);

/// The constants of the elements in this order, as KernelInput has them. The last block is filled
/// up with copies that have no volume.
/// @param volumes  num_elements [m³]
AlignedVector<double> block_constants(const std::vector<Index>& elements, const Material& material,
                                      const Vector& volumes);

}  // namespace descant
