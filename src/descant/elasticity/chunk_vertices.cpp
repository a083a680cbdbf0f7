// elasticity/chunk_vertices.cpp: numbering the vertices of each chunk, copying them to and fro.

#include "descant/elasticity/chunk_vertices.hpp"

#include <algorithm>

#include "descant/core/prefetch.hpp"

namespace descant {
namespace {

/// The vertices of elements [begin, end), each once, in ascending order.
std::vector<int> vertices_of(const Mesh& mesh, const std::vector<Index>& elements, Index begin,
                             Index end) {
  std::vector<int> vertices;
  for (Index i = begin; i < end; ++i)
    for (int corner : mesh.elements.row(elements[i])) vertices.push_back(corner);
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

}  // namespace

template <int d>
ChunkVertices<d>::ChunkVertices(const Mesh& mesh, const std::vector<Index>& elements) {
  static_assert(kChunkSize * (d + 1) * kRow<d> <= 65536, "rows are counted in 16 bits");
  const Index num_elements = static_cast<Index>(elements.size());
  const auto for_chunks = [&](const auto& visit) {
    for (Index begin = 0; begin < num_elements; begin += kChunkSize) {
      const Index end = std::min(begin + kChunkSize, num_elements);
      visit(begin, end, vertices_of(mesh, elements, begin, end));
    }
  };
  std::vector<int> num_chunks_at(mesh.num_vertices(), 0);
  for_chunks([&](Index, Index, const std::vector<int>& vertices) {
    for (int v : vertices) ++num_chunks_at[v];
  });

  // rows and parts are numbered chunk by chunk
  const Index num_blocks = (num_elements + kBlock - 1) / kBlock;
  corners_.resize(num_blocks * kBlock * (d + 1));
  std::vector<int> vertex_of_part, row_of(mesh.num_vertices());
  for_chunks([&](Index begin, Index end, std::vector<int> vertices) {
    const auto shared = std::stable_partition(vertices.begin(), vertices.end(),
                                              [&](int v) { return num_chunks_at[v] == 1; });
    chunks_.push_back({.first = static_cast<Index>(vertices_.size()),
                       .first_part = static_cast<Index>(vertex_of_part.size()),
                       .num_own = static_cast<Index>(shared - vertices.begin()),
                       .count = static_cast<Index>(vertices.size())});
    vertices_.insert(vertices_.end(), vertices.begin(), vertices.end());
    vertex_of_part.insert(vertex_of_part.end(), shared, vertices.end());
    for (size_t row = 0; row < vertices.size(); ++row)
      row_of[vertices[row]] = static_cast<int>(row);

    // the last block is filled up with copies of the last element
    const Index filled = (end + kBlock - 1) / kBlock * kBlock;
    for (Index i = begin; i < filled; ++i)
      for (int a = 0; a <= d; ++a)
        corners_[(i / kBlock * (d + 1) + a) * kBlock + i % kBlock] = static_cast<std::uint16_t>(
            kRow<d> * row_of[mesh.elements(elements[std::min(i, end - 1)], a)]);
  });

  // the parts of each shared vertex
  std::vector<Index> next(mesh.num_vertices());
  first_of_shared_.push_back(0);
  for (Index v = 0; v < mesh.num_vertices(); ++v) {
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
AlignedVector<double> ChunkVertices<d>::all_rows(const double* x) const {
  AlignedVector<double> rows(vertices_.size() * kRow<d>);
  for (Index chunk = 0; chunk < static_cast<Index>(chunks_.size()); ++chunk)
    load(chunk, x, rows.data() + first_of_rows(chunk));
  return rows;
}

template <int d>
void ChunkVertices<d>::load(Index chunk, const double* u, double* rows) const {
  const int* vertex = vertices_.data() + chunks_[chunk].first;
  for (Index i = 0; i < chunks_[chunk].count; ++i)
    for (int r = 0; r < kRow<d>; ++r)
      rows[i * kRow<d> + r] = r < d ? u[Index{d} * vertex[i] + r] : 0;
}

template <int d>
void ChunkVertices<d>::prefetch_load(Index chunk, const double* u) const {
  const int* vertex = vertices_.data() + chunks_[chunk].first;
  for (Index i = 0; i < chunks_[chunk].count; ++i) prefetch<Access::read>(u + Index{d} * vertex[i]);
}

template <int d>
void ChunkVertices<d>::clear(Index chunk, double* rows) const {
  std::fill_n(rows, size_of_rows(chunk), 0.0);
}

template <int d>
void ChunkVertices<d>::store(Index chunk, const double* rows, double* parts, double* g) const {
  const Chunk& of = chunks_[chunk];
  const int* vertex = vertices_.data() + of.first;
  for (Index i = 0; i < of.num_own; ++i)
    for (int r = 0; r < d; ++r) g[Index{d} * vertex[i] + r] += rows[i * kRow<d> + r];
  double* part = parts + d * of.first_part;
  for (Index i = of.num_own; i < of.count; ++i, part += d)
    for (int r = 0; r < d; ++r) part[r] = rows[i * kRow<d> + r];
}

template <int d>
void ChunkVertices<d>::prefetch_store(Index chunk, const double* parts, const double* g) const {
  const Chunk& of = chunks_[chunk];
  const int* vertex = vertices_.data() + of.first;
  for (Index i = 0; i < of.num_own; ++i) prefetch<Access::write>(g + Index{d} * vertex[i]);
  prefetch<Access::write>(parts + d * of.first_part,
                          parts + d * (of.first_part + of.count - of.num_own));
}

template <int d>
void ChunkVertices<d>::sum_parts(Index begin, Index end, const double* parts, double* g) const {
  for (Index i = begin; i < end; ++i) {
    double sum[d] = {};
    for (Index k = first_of_shared_[i]; k < first_of_shared_[i + 1]; ++k)
      for (int r = 0; r < d; ++r) sum[r] += parts[Index{d} * parts_[k] + r];
    for (int r = 0; r < d; ++r) g[Index{d} * shared_[i] + r] += sum[r];
  }
}

template class ChunkVertices<2>;
template class ChunkVertices<3>;

}  // namespace descant
