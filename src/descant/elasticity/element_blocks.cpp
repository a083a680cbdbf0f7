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

}  // namespace

std::vector<Index> compact_order(const Mesh& mesh, Index size) {
  Positions centres = Positions::Zero(mesh.num_elements(), mesh.dim());
  for (Index e = 0; e < mesh.num_elements(); ++e)
    for (Index a = 0; a < mesh.elements.cols(); ++a)
      centres.row(e) += mesh.vertices.row(mesh.elements(e, a));
  std::vector<Index> elements(mesh.num_elements());
  std::iota(elements.begin(), elements.end(), Index{0});
  // runs, then blocks within a run
  const Index num_elements = mesh.num_elements();
  halve(centres, size, 0, num_elements, elements);
  for (Index begin = 0; begin < num_elements; begin += size)
    halve(centres, kBlock, begin, std::min(begin + size, num_elements), elements);

  // nth_element leaves the order within a block to the library: settle it
  for (Index begin = 0; begin < num_elements; begin += kBlock)
    std::sort(elements.begin() + begin, elements.begin() + std::min(begin + kBlock, num_elements));
  return elements;
}

template <int d>
ElementBlocks<d> element_blocks(const Mesh& mesh, const std::vector<Simplex<d>>& simplices,
                                const Material& material) {
  expect_equal(material.lame.size(), simplices.size(), "one material an element");
  ElementBlocks<d> blocks;
  blocks.elements = compact_order(mesh, kBlock * kBlocksPerChunk);
  blocks.numbers_per_block = kBlock * (d * d + num_constants(material.law));
  blocks.dofs.resize(blocks.num_blocks() * kBlock * (d + 1));
  blocks.numbers.resize(blocks.num_blocks() * blocks.numbers_per_block);
  const Index num_elements = static_cast<Index>(simplices.size());
  for (Index i = 0; i < kBlock * blocks.num_blocks(); ++i) {
    const Index e = blocks.elements[std::min(i, num_elements - 1)];
    const Simplex<d>& simplex = simplices[e];
    const Index block = i / kBlock, lane = i % kBlock;
    int* dofs = blocks.dofs.data() + block * kBlock * (d + 1) + lane;
    double* numbers = blocks.numbers.data() + block * blocks.numbers_per_block + lane;
    for (int a = 0; a <= d; ++a) dofs[kBlock * a] = d * simplex.vertices[a];
    for (int k = 0; k < d * d; ++k) numbers[kBlock * k] = simplex.B.data()[k];
    write_constants(material.law, material.lame[e], i < num_elements ? simplex.volume : 0,
                    numbers + kBlock * d * d, kBlock);
  }
  return blocks;
}

template ElementBlocks<2> element_blocks(const Mesh&, const std::vector<Simplex<2>>&,
                                         const Material&);
template ElementBlocks<3> element_blocks(const Mesh&, const std::vector<Simplex<3>>&,
                                         const Material&);

}  // namespace descant
