// elasticity/force_gather.cpp: the corners of each chunk, sorted by vertex.

#include "descant/elasticity/force_gather.hpp"

#include <algorithm>

namespace descant {
namespace {

constexpr Index kChunkSize = kBlocksPerChunk * kBlock;

/// The corners of a chunk at one vertex: [begin, end) of its list.
struct Group {
  int vertex;
  Index begin, end;
};

struct Corner {
  int vertex;
  int place;  ///< where its forces begin in the chunk
};

/// The corners of a chunk by vertex, at each in element order.
template <int d>
std::vector<Corner> corners_of(const ElementBlocks<d>& blocks, Index chunk) {
  std::vector<Corner> corners;
  const Index begin = chunk * kChunkSize;
  const Index end = std::min(begin + kChunkSize, static_cast<Index>(blocks.elements.size()));
  for (Index i = begin; i < end; ++i) {
    for (int a = 0; a <= d; ++a) {
      const Index row = i / kBlock * (d + 1) + a, first_row = begin / kBlock * (d + 1);
      corners.push_back({blocks.dofs[kBlock * row + i % kBlock] / d,
                         static_cast<int>(kBlock * d * (row - first_row) + i % kBlock)});
    }
  }
  std::stable_sort(corners.begin(), corners.end(),
                   [](const Corner& a, const Corner& b) { return a.vertex < b.vertex; });
  return corners;
}

std::vector<Group> groups_of(const std::vector<Corner>& corners) {
  std::vector<Group> groups;
  for (Index k = 0; k < static_cast<Index>(corners.size()); ++k) {
    if (groups.empty() || groups.back().vertex != corners[k].vertex)
      groups.push_back({corners[k].vertex, k, k});
    groups.back().end = k + 1;
  }
  return groups;
}

}  // namespace

template <int d>
ForceGather<d>::ForceGather(const ElementBlocks<d>& blocks, Index num_vertices) {
  static_assert(kChunkSize * d * (d + 1) <= 65536, "corners fit in 16 bits");
  const Index num_chunks =
      (static_cast<Index>(blocks.elements.size()) + kChunkSize - 1) / kChunkSize;

  // how many chunks touch each vertex
  std::vector<int> num_chunks_at(num_vertices, 0);
  for (Index chunk = 0; chunk < num_chunks; ++chunk)
    for (const Group& group : groups_of(corners_of(blocks, chunk))) ++num_chunks_at[group.vertex];

  // parts are numbered chunk by chunk
  std::vector<int> vertex_of_part;
  for (Index chunk = 0; chunk < num_chunks; ++chunk) {
    const std::vector<Corner> corners = corners_of(blocks, chunk);
    std::vector<Group> groups = groups_of(corners);
    // by number of corners, so that the processor foresees the end of each sum
    std::stable_sort(groups.begin(), groups.end(), [&](const Group& a, const Group& b) {
      const bool a_shared = num_chunks_at[a.vertex] > 1, b_shared = num_chunks_at[b.vertex] > 1;
      return a_shared != b_shared ? b_shared : a.end - a.begin < b.end - b.begin;
    });
    first_own_.push_back(static_cast<Index>(sums_.size()));
    Index num_own = 0;
    for (const Group& group : groups) {
      const bool is_own = num_chunks_at[group.vertex] == 1;
      num_own += is_own;
      sums_.push_back({static_cast<Index>(corners_.size()),
                       is_own ? group.vertex : static_cast<Index>(vertex_of_part.size())});
      if (!is_own) vertex_of_part.push_back(group.vertex);
      for (Index k = group.begin; k < group.end; ++k)
        corners_.push_back(static_cast<std::uint16_t>(corners[k].place));
    }
    first_part_.push_back(first_own_.back() + num_own);
  }
  first_own_.push_back(static_cast<Index>(sums_.size()));
  sums_.push_back({static_cast<Index>(corners_.size()), 0});

  // the parts of each shared vertex
  std::vector<Index> next(num_vertices);
  first_of_shared_.push_back(0);
  for (Index v = 0; v < num_vertices; ++v) {
    if (num_chunks_at[v] == 1) continue;
    shared_.push_back(static_cast<int>(v));
    next[v] = first_of_shared_.back();
    first_of_shared_.push_back(next[v] + num_chunks_at[v]);
  }
  parts_.resize(vertex_of_part.size());
  for (size_t part = 0; part < vertex_of_part.size(); ++part)
    parts_[next[vertex_of_part[part]]++] = static_cast<int>(part);
}

template <int d>
void ForceGather<d>::sum_corners(Index begin, Index end, const double* forces,
                                 double* target) const {
  const std::uint16_t* corner = corners_.data() + sums_[begin].first_corner;
  for (Index k = begin; k < end; ++k) {
    const std::uint16_t* last = corners_.data() + sums_[k + 1].first_corner;
    double sum[d] = {};
    for (; corner != last; ++corner)
      for (int r = 0; r < d; ++r) sum[r] += forces[*corner + kBlock * r];
    for (int r = 0; r < d; ++r) target[d * sums_[k].target + r] = sum[r];
  }
}

template <int d>
void ForceGather<d>::sum_chunk(Index chunk, const double* forces, double* parts, double* g) const {
  sum_corners(first_own_[chunk], first_part_[chunk], forces, g);
  sum_corners(first_part_[chunk], first_own_[chunk + 1], forces, parts);
}

template <int d>
void ForceGather<d>::sum_parts(Index begin, Index end, const double* parts, double* g) const {
  for (Index i = begin; i < end; ++i) {
    double sum[d] = {};
    for (Index k = first_of_shared_[i]; k < first_of_shared_[i + 1]; ++k)
      for (int r = 0; r < d; ++r) sum[r] += parts[Index{d} * parts_[k] + r];
    for (int r = 0; r < d; ++r) g[Index{d} * shared_[i] + r] = sum[r];
  }
}

template class ForceGather<2>;
template class ForceGather<3>;

}  // namespace descant
