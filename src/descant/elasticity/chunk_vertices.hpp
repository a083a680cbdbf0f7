// elasticity/chunk_vertices.hpp: the vertices that each chunk of elements touches.
//
// A chunk copies what it needs of its vertices into rows of its own and sums the forces of its
// elements there, all in the nearest cache. Where no other chunk touches a vertex its row is added
// to g; where one does it is a part, and the vertex sums its parts in chunk order at the end. No
// two threads write to the same place, and no sum depends on their number.

#pragma once

#include <cstdint>
#include <vector>

#include "descant/elasticity/element_blocks.hpp"

namespace descant {

/// A row for every vertex that a chunk may touch; few touch a tenth of so many.
template <int d>
struct ChunkRows {
  alignas(64) double at[kChunkSize * (d + 1) * kRow<d>];
};

template <int d>
class ChunkVertices {
 public:
  /// @param elements  of the mesh, in the order of the chunks
  ChunkVertices(const Mesh& mesh, const std::vector<Index>& elements);

  /// As KernelInput has them, from this block on.
  const std::uint16_t* corners(Index block) const {
    return corners_.data() + block * kBlock * (d + 1);
  }

  /// The rows of all chunks, from x (dn); where those of a chunk begin, and how long they are.
  AlignedVector<double> all_rows(const double* x) const;
  Index first_of_rows(Index chunk) const { return kRow<d> * chunks_[chunk].first; }
  Index size_of_rows(Index chunk) const { return kRow<d> * chunks_[chunk].count; }

  /// Copies the rows of a chunk's vertices from u (dn).
  void load(Index chunk, const double* u, double* rows) const;
  void prefetch_load(Index chunk, const double* u) const;

  /// Fills the rows of a chunk's vertices with zeros.
  void clear(Index chunk, double* rows) const;

  /// Adds the rows of a chunk's vertices to g (dn), or copies them to parts (d per entry).
  void store(Index chunk, const double* rows, double* parts, double* g) const;
  void prefetch_store(Index chunk, const double* parts, const double* g) const;

  Index num_parts() const { return static_cast<Index>(parts_.size()); }
  Index num_shared() const { return static_cast<Index>(shared_.size()); }  ///< vertices with parts

  /// Adds the sums of the parts of shared vertices [begin, end) to g.
  void sum_parts(Index begin, Index end, const double* parts, double* g) const;

 private:
  /// Vertices of a chunk: first those that are its own, then those it shares.
  struct Chunk {
    Index first;       ///< in vertices_
    Index first_part;  ///< of those it shares; the others follow
    Index num_own, count;
  };

  AlignedVector<std::uint16_t> corners_;
  std::vector<Chunk> chunks_;
  std::vector<int> vertices_;           ///< of all chunks
  std::vector<int> shared_;             ///< vertices with parts, or without any element
  std::vector<Index> first_of_shared_;  ///< of each of them in parts_, and the end
  std::vector<int> parts_;              ///< of each of them, in chunk order
};

extern template class ChunkVertices<2>;
extern template class ChunkVertices<3>;

}  // namespace descant
