// elasticity/element_blocks.cpp: elements in compact chunks, each an eighth of its chunk a lane.

#include "descant/elasticity/element_blocks.hpp"

#include <algorithm>

#include "descant/core/error.hpp"
#include "descant/mesh/compact_order.hpp"

namespace descant {
namespace {

/// Elements that follow one another, over the lanes: an eighth of them a lane.
std::vector<Index> over_lanes(const std::vector<Index>& run) {
  const size_t num_blocks = (run.size() + kBlock - 1) / kBlock;
  std::vector<Index> result(run.size());
  auto next = run.begin();
  for (size_t lane = 0; lane < kBlock; ++lane)
    for (size_t i = lane; i < kBlock * num_blocks; i += kBlock)
      if (i < run.size()) result[i] = *next++;
  return result;
}

}  // namespace

std::vector<Index> chunked_order(const Mesh& mesh) {
  Positions centres = Positions::Zero(mesh.num_elements(), mesh.dim());
  for (Index e = 0; e < mesh.num_elements(); ++e)
    for (Index a = 0; a < mesh.elements.cols(); ++a)
      centres.row(e) += mesh.vertices.row(mesh.elements(e, a));
  const std::vector<Index> compact = compact_order(centres, kChunkSize, kBlock);
  std::vector<Index> result;
  for (auto begin = compact.begin(); begin != compact.end();) {
    const auto end = begin + std::min<std::ptrdiff_t>(kChunkSize, compact.end() - begin);
    const std::vector<Index> chunk = over_lanes({begin, end});
    result.insert(result.end(), chunk.begin(), chunk.end());
    begin = end;
  }
  return result;
}

AlignedVector<double> block_constants(const std::vector<Index>& elements, const Material& material,
                                      const Vector& volumes) {
  expect_equal(static_cast<Index>(material.lame.size()), volumes.size(), "one material an element");
  const Index count = static_cast<Index>(elements.size());
  const Index num_blocks = (count + kBlock - 1) / kBlock;
  const int per_block = kBlock * num_constants(material.law);
  AlignedVector<double> constants(num_blocks * per_block);
  for (Index i = 0; i < kBlock * num_blocks; ++i) {
    const Index e = elements[std::min(i, count - 1)];
    write_constants(material.law, material.lame[e], i < count ? volumes[e] : 0,
                    constants.data() + i / kBlock * per_block + i % kBlock, kBlock);
  }
  return constants;
}

}  // namespace descant
