// elasticity/element_blocks.cpp: halves the elements along their longest extent, again and again.

#include "descant/elasticity/element_blocks.hpp"

#include <algorithm>
#include <numeric>

#include "descant/core/error.hpp"

namespace descant {
namespace {

/// Orders elements[begin, end) into compact runs of `size`.
void halve(const Positions& centres, Index size, Index begin, Index end,
           std::vector<Index>& elements) {
  if (end - begin <= size) return;

  // the coordinate along which they extend furthest
  Eigen::RowVectorXd low = centres.row(elements[begin]), high = low;
  for (Index i = begin; i < end; ++i) {
    low = low.cwiseMin(centres.row(elements[i]));
    high = high.cwiseMax(centres.row(elements[i]));
  }
  Index axis = 0;
  (high - low).maxCoeff(&axis);

  // cut near the middle, at a whole number of runs
  const Index num_runs = (end - begin + size - 1) / size;
  const Index middle = begin + num_runs / 2 * size;
  std::nth_element(elements.begin() + begin, elements.begin() + middle, elements.begin() + end,
                   [&](Index a, Index b) {
                     const double x = centres(a, axis), y = centres(b, axis);
                     return x != y ? x < y : a < b;
                   });
  halve(centres, size, begin, middle, elements);
  halve(centres, size, middle, end, elements);
}

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
  const Index num_elements = mesh.num_elements();
  std::vector<Index> elements(num_elements), result;
  std::iota(elements.begin(), elements.end(), Index{0});
  halve(centres, kChunkSize, 0, num_elements, elements);
  for (Index begin = 0; begin < num_elements; begin += kChunkSize) {
    const Index end = std::min(begin + kChunkSize, num_elements);
    halve(centres, kBlock, begin, end, elements);
    // nth_element leaves the order of the last few to the library: settle it
    for (Index i = begin; i < end; i += kBlock)
      std::sort(elements.begin() + i, elements.begin() + std::min(i + kBlock, end));
    const std::vector<Index> chunk = over_lanes({elements.begin() + begin, elements.begin() + end});
    result.insert(result.end(), chunk.begin(), chunk.end());
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
