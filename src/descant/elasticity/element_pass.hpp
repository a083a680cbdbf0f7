// elasticity/element_pass.hpp: one fused pass over all elements: Φ, and g where it is asked for.
//
//   Φ = Σₑ volₑ Ψₑ(F),   g += ∂Φ/∂u
//
// A chunk of blocks is a task: what it reads and adds up of vertices stays in the nearest cache.

#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "descant/core/prefetch.hpp"
#include "descant/elasticity/chunk_vertices.hpp"
#include "descant/elasticity/element_blocks.hpp"
#include "descant/energy/energy.hpp"
#include "descant/mesh/measures.hpp"

namespace descant {

/// Runs kernels of the form double(const Chunk&, double* forces) over the elements.
template <int d>
class ElementPass {
 public:
  /// Elements that one task works on.
  struct Chunk {
    Index number;
    Index begin, end;  ///< blocks
  };

  ElementPass(const Mesh& mesh, const Material& material, const Workers& workers)
      : workers_(mesh.num_elements() < kWorthThreads ? Workers(1) : workers),
        elements_(chunked_order(mesh)),
        constants_(block_constants(elements_, material, element_volumes(mesh))),
        constants_per_block_(kBlock * num_constants(material.law)),
        vertices_(mesh, elements_),
        rest_(vertices_.all_rows(mesh.vertices.data())) {}

  /// Which element stands at 8·block + lane.
  const std::vector<Index>& elements() const { return elements_; }

  const ChunkVertices<d>& vertices() const { return vertices_; }

  /// `run_kernel` on a chunk at the displacement u (dn).
  double run(const KernelChoice& choice, const Chunk& chunk, const double* u, const double* u_r,
             double* forces) const {
    prefetch_after(chunk, u, choice.pose == Pose::hold ? u_r : nullptr);
    ChunkRows<d> now, posed;
    vertices_.load(chunk.number, u, now.at);
    if (choice.pose == Pose::hold) vertices_.load(chunk.number, u_r, posed.at);
    return run_kernel(choice,
                      {.num_blocks = chunk.end - chunk.begin,
                       .corners = vertices_.corners(chunk.begin),
                       .constants = constants(chunk.begin),
                       .rest = rest_.data() + vertices_.first_of_rows(chunk.number),
                       .u = now.at,
                       .u_r = posed.at},
                      forces);
  }

  template <class Kernel>
  double energy(EnergyScratch& scratch, const Kernel& kernel) const {
    for_chunks(scratch, [&](const Chunk& chunk) { return kernel(chunk, nullptr); });
    return total(scratch);
  }

  template <class Kernel>
  double energy_and_add_gradient(EnergyScratch& scratch, double* g, const Kernel& kernel) const {
    scratch.parts.resize(d * vertices_.num_parts());
    for_chunks(scratch, [&](const Chunk& chunk) {
      ChunkRows<d> forces;
      vertices_.clear(chunk.number, forces.at);
      vertices_.prefetch_store(chunk.number, scratch.parts.data(), g);
      const double phi = kernel(chunk, forces.at);
      vertices_.store(chunk.number, forces.at, scratch.parts.data(), g);
      return phi;
    });
    workers_.for_ranges(vertices_.num_shared(), kVerticesPerTask, [&](Index begin, Index end) {
      vertices_.sum_parts(begin, end, scratch.parts.data(), g);
    });
    return total(scratch);
  }

 private:
  static constexpr Index kVerticesPerTask = 2048;
  static constexpr Index kWorthThreads = 2000;  // elements; waking a thread costs some 10 µs

  Index num_blocks() const { return (static_cast<Index>(elements_.size()) + kBlock - 1) / kBlock; }

  const double* constants(Index block) const {
    return constants_.data() + block * constants_per_block_;
  }

  /// Asks for what the chunk after this one reads, while this one is worked on.
  void prefetch_after(const Chunk& chunk, const double* u, const double* u_r) const {
    const Index next = chunk.number + 1, end = std::min(chunk.end + kBlocksPerChunk, num_blocks());
    if (chunk.end == end) return;
    prefetch<Access::read>(vertices_.corners(chunk.end), vertices_.corners(end));
    prefetch<Access::read>(constants(chunk.end), constants(end));
    const double* rest = rest_.data() + vertices_.first_of_rows(next);
    prefetch<Access::read>(rest, rest + vertices_.size_of_rows(next));
    vertices_.prefetch_load(next, u);
    if (u_r) vertices_.prefetch_load(next, u_r);
  }

  /// Keeps what `energy_of` says of each chunk.
  template <class EnergyOf>
  void for_chunks(EnergyScratch& scratch, const EnergyOf& energy_of) const {
    scratch.energies.resize((num_blocks() + kBlocksPerChunk - 1) / kBlocksPerChunk);
    workers_.for_ranges(num_blocks(), kBlocksPerChunk, [&](Index begin, Index end) {
      const Index number = begin / kBlocksPerChunk;
      scratch.energies[number] = energy_of(Chunk{number, begin, end});
    });
  }

  static double total(const EnergyScratch& scratch) {
    double phi = 0;
    for (double part : scratch.energies) phi += part;
    return std::isfinite(phi) ? phi : std::numeric_limits<double>::infinity();
  }

  Workers workers_;
  std::vector<Index> elements_;
  AlignedVector<double> constants_;
  Index constants_per_block_;
  ChunkVertices<d> vertices_;
  AlignedVector<double> rest_;  ///< rows of the positions, chunk by chunk
};

}  // namespace descant
