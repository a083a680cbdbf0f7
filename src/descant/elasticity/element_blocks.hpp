// elasticity/element_blocks.hpp: the elements of a mesh, side by side in blocks of eight.
//
// Blocks are numbered so that the elements of a chunk (blocks in a row that one task works on) lie
// close together in space, and share most of their vertices.

#pragma once

#include <vector>

#include "descant/elasticity/element_kernels.hpp"
#include "descant/elasticity/simplex.hpp"
#include "descant/linalg/aligned.hpp"

namespace descant {

inline constexpr Index kBlocksPerChunk = 64;  ///< whose forces nearly fit the nearest cache

/// What the kernels read. The last block is filled up with copies that have no volume.
template <int d>
struct ElementBlocks {
  std::vector<Index> elements;    ///< num_elements: which element stands at 8·block + lane
  AlignedVector<int> dofs;        ///< as KernelInput has them
  AlignedVector<double> numbers;  ///< as KernelInput has them
  int numbers_per_block;

  Index num_blocks() const { return (static_cast<Index>(elements.size()) + kBlock - 1) / kBlock; }

  /// Blocks [begin, end) at the displacement u.
  KernelInput input(Index begin, Index end, const double* u, const double* u_r) const {
    return {.num_blocks = end - begin,
            .dofs = dofs.data() + begin * kBlock * (d + 1),
            .numbers = numbers.data() + begin * numbers_per_block,
            .u = u,
            .u_r = u_r};
  }
};

template <int d>
ElementBlocks<d> element_blocks(const Mesh& mesh, const std::vector<Simplex<d>>& simplices,
                                const Material& material);

extern template ElementBlocks<2> element_blocks(const Mesh&, const std::vector<Simplex<2>>&,
                                                const Material&);
extern template ElementBlocks<3> element_blocks(const Mesh&, const std::vector<Simplex<3>>&,
                                                const Material&);

/// The elements in an order whose runs of `size`, and blocks within a run, are compact in space.
/// All but one run are full; `size` is a multiple of kBlock.
std::vector<Index> compact_order(const Mesh& mesh, Index size);

}  // namespace descant
