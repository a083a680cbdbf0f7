// elasticity/force_gather.cpp: the corners of each chunk, sorted by vertex.

#include "descant/elasticity/force_gather.hpp"

#include <algorithm>
#include <utility>

namespace descant {

template <int d>
ForceGather<d>::ForceGather(const ElementBlocks<d>& blocks, Index num_vertices)
    : first_part_{0}, first_corner_{}, corners_{}, first_of_vertex_(num_vertices + 1, 0) {
  static_assert(kBlocksPerChunk * kBlock * d * (d + 1) <= 65536, "corners fit in 16 bits");
  const Index num_elements = static_cast<Index>(blocks.elements.size());
  const Index chunk_size = kBlocksPerChunk * kBlock;
  std::vector<int> vertex_of_part;
  std::vector<std::pair<int, int>> at_vertex;  // (vertex, where the corner's forces begin)
  for (Index begin = 0; begin < num_elements; begin += chunk_size) {
    // the corners of the chunk by vertex, in element order
    at_vertex.clear();
    for (Index i = begin; i < std::min(begin + chunk_size, num_elements); ++i) {
      for (int a = 0; a <= d; ++a) {
        const Index row = i / kBlock * (d + 1) + a;
        const Index place = kBlock * d * (row - begin / kBlock * (d + 1)) + i % kBlock;
        at_vertex.emplace_back(blocks.dofs[kBlock * row + i % kBlock] / d, static_cast<int>(place));
      }
    }
    std::sort(at_vertex.begin(), at_vertex.end());

    // a part wherever the vertex changes
    for (size_t k = 0; k < at_vertex.size(); ++k) {
      if (k == 0 || at_vertex[k].first != at_vertex[k - 1].first) {
        first_corner_.push_back(static_cast<Index>(corners_.size()));
        vertex_of_part.push_back(at_vertex[k].first);
      }
      corners_.push_back(static_cast<std::uint16_t>(at_vertex[k].second));
    }
    first_part_.push_back(static_cast<Index>(vertex_of_part.size()));
  }
  first_corner_.push_back(static_cast<Index>(corners_.size()));

  // the parts of each vertex
  for (int v : vertex_of_part) ++first_of_vertex_[v + 1];
  for (Index v = 0; v < num_vertices; ++v) first_of_vertex_[v + 1] += first_of_vertex_[v];
  std::vector<Index> next(first_of_vertex_.begin(), first_of_vertex_.end() - 1);
  parts_.resize(vertex_of_part.size());
  for (size_t part = 0; part < vertex_of_part.size(); ++part)
    parts_[next[vertex_of_part[part]]++] = static_cast<int>(part);
}

template <int d>
void ForceGather<d>::sum_chunk(Index chunk, const double* forces, double* parts) const {
  for (Index part = first_part_[chunk]; part < first_part_[chunk + 1]; ++part) {
    double sum[d] = {};
    for (Index k = first_corner_[part]; k < first_corner_[part + 1]; ++k)
      for (int r = 0; r < d; ++r) sum[r] += forces[corners_[k] + kBlock * r];
    for (int r = 0; r < d; ++r) parts[d * part + r] = sum[r];
  }
}

template <int d>
void ForceGather<d>::sum_parts(Index begin, Index end, const double* parts, double* g) const {
  for (Index v = begin; v < end; ++v) {
    double sum[d] = {};
    for (Index k = first_of_vertex_[v]; k < first_of_vertex_[v + 1]; ++k)
      for (int r = 0; r < d; ++r) sum[r] += parts[Index{d} * parts_[k] + r];
    for (int r = 0; r < d; ++r) g[d * v + r] = sum[r];
  }
}

template class ForceGather<2>;
template class ForceGather<3>;

}  // namespace descant
