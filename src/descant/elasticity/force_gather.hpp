// elasticity/force_gather.hpp: from the forces at the corners of elements to those at vertices.
//
// Each chunk of blocks first sums its own corners at every vertex it touches, while they are in the
// nearest cache. Where no other chunk touches the vertex that is g; where one does it is a part,
// and the vertex sums its parts in chunk order at the end. No two threads write to the same place,
// and no sum depends on their number.

#pragma once

#include <cstdint>
#include <vector>

#include "descant/elasticity/element_blocks.hpp"

namespace descant {

template <int d>
class ForceGather {
 public:
  explicit ForceGather(const ElementBlocks<d>& blocks, Index num_vertices);

  Index num_parts() const { return static_cast<Index>(parts_.size()); }

  /// Sums the forces of one chunk (as kernels write them) into g (dn) and parts (d an entry).
  void sum_chunk(Index chunk, const double* forces, double* parts, double* g) const;

  Index num_shared() const { return static_cast<Index>(shared_.size()); }  ///< vertices with parts

  /// Sums the parts of shared vertices [begin, end) into g.
  void sum_parts(Index begin, Index end, const double* parts, double* g) const;

 private:
  /// Sums of a chunk: those of its own vertices, then the parts.
  struct Sum {
    Index first_corner;  ///< in corners_, up to that of the next sum
    Index target;        ///< the vertex, or the part
  };

  /// Sums at the corners of sums_[begin … end) into target (d an entry).
  void sum_corners(Index begin, Index end, const double* forces, double* target) const;

  std::vector<Sum> sums_;               ///< of all chunks, and one more
  std::vector<Index> first_own_;        ///< of each chunk in sums_, and the end
  std::vector<Index> first_part_;       ///< of each chunk in sums_: where its own vertices end
  std::vector<std::uint16_t> corners_;  ///< where a corner's forces begin in its chunk
  std::vector<int> shared_;             ///< vertices with parts, or without any corner
  std::vector<Index> first_of_shared_;  ///< of each of them in parts_, and the end
  std::vector<int> parts_;              ///< of each of them, in chunk order
};

extern template class ForceGather<2>;
extern template class ForceGather<3>;

}  // namespace descant
