// elasticity/element_pass.hpp: one fused pass over all elements: Φ, and g where it is asked for.
//
//   Φ = Σₑ volₑ Ψₑ(F),   g = ∂Φ/∂u
//
// A chunk of blocks is a task: its forces stay in the nearest cache until they are summed.

#pragma once

#include <cmath>
#include <limits>

#include "descant/elasticity/force_gather.hpp"

namespace descant {

/// Runs kernels of the form double(Index begin, Index end, double* forces) over blocks.
template <int d>
class ElementPass {
 public:
  ElementPass(const Mesh& mesh, const std::vector<Simplex<d>>& simplices, const Material& material,
              const Workers& workers)
      : workers_(mesh.num_elements() < kWorthThreads ? Workers(1) : workers),
        num_vertices_(mesh.num_vertices()),
        blocks_(element_blocks<d>(mesh, simplices, material)),
        gather_(blocks_, mesh.num_vertices()) {}

  const ElementBlocks<d>& blocks() const { return blocks_; }

  template <class Kernel>
  double energy(ElementScratch& scratch, const Kernel& kernel) const {
    scratch.chunk_energies.resize(num_chunks());
    workers_.for_ranges(blocks_.num_blocks(), kBlocksPerChunk, [&](Index begin, Index end) {
      scratch.chunk_energies[begin / kBlocksPerChunk] = kernel(begin, end, nullptr);
    });
    return total(scratch);
  }

  template <class Kernel>
  double energy_and_gradient(ElementScratch& scratch, Vector& g, const Kernel& kernel) const {
    scratch.chunk_energies.resize(num_chunks());
    scratch.parts.resize(d * gather_.num_parts());
    g.resize(d * num_vertices_);
    workers_.for_ranges(blocks_.num_blocks(), kBlocksPerChunk, [&](Index begin, Index end) {
      alignas(64) double forces[kBlocksPerChunk * kBlock * d * (d + 1)];
      const Index chunk = begin / kBlocksPerChunk;
      scratch.chunk_energies[chunk] = kernel(begin, end, forces);
      gather_.sum_chunk(chunk, forces, scratch.parts.data(), g.data());
    });
    workers_.for_ranges(gather_.num_shared(), kVerticesPerChunk, [&](Index begin, Index end) {
      gather_.sum_parts(begin, end, scratch.parts.data(), g.data());
    });
    return total(scratch);
  }

 private:
  static constexpr Index kVerticesPerChunk = 2048;
  static constexpr Index kWorthThreads = 2000;  // elements; waking a thread costs some 10 µs

  Index num_chunks() const {
    return (blocks_.num_blocks() + kBlocksPerChunk - 1) / kBlocksPerChunk;
  }

  static double total(const ElementScratch& scratch) {
    double phi = 0;
    for (double part : scratch.chunk_energies) phi += part;
    return std::isfinite(phi) ? phi : std::numeric_limits<double>::infinity();
  }

  Workers workers_;
  Index num_vertices_;
  ElementBlocks<d> blocks_;
  ForceGather<d> gather_;
};

}  // namespace descant
