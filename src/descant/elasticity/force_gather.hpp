// elasticity/force_gather.hpp: from the forces at the corners of elements to those at vertices.
//
// Each chunk of blocks first sums its own corners at every vertex it touches, while they are in the
// nearest cache, into a part; then each vertex sums its parts, in chunk order. No two threads
// write to the same place, and no sum depends on their number.

#pragma once

#include <cstdint>
#include <vector>

#include "descant/elasticity/element_blocks.hpp"

namespace descant {

template <int d>
class ForceGather {
 public:
  explicit ForceGather(const ElementBlocks<d>& blocks, Index num_vertices);

  Index num_parts() const { return static_cast<Index>(first_corner_.size()) - 1; }

  /// Sums the forces of one chunk (as kernels write them) into its parts (d an entry).
  void sum_chunk(Index chunk, const double* forces, double* parts) const;

  /// Sums the parts of vertices [begin, end) into g (dn).
  void sum_parts(Index begin, Index end, const double* parts, double* g) const;

 private:
  std::vector<Index> first_part_;       ///< of each chunk, and the end
  std::vector<Index> first_corner_;     ///< of each part in corners_, and the end
  std::vector<std::uint16_t> corners_;  ///< where a corner's forces begin in its chunk
  std::vector<Index> first_of_vertex_;  ///< of each vertex in parts_, and the end
  std::vector<int> parts_;              ///< of each vertex, ascending
};

extern template class ForceGather<2>;
extern template class ForceGather<3>;

}  // namespace descant
