// elasticity/element_kernels.hpp: Ψ and its forces on blocks of eight elements.
//
//   volₑ Ψ(F) summed,   f_a = volₑ P ∇φ_a at the corners a of each element, P = ∂Ψ/∂F
//
// The kernels run on the SIMD instructions of the processor, an element a lane. Only the build with
// Highway has them; the scalar laws do the same one element after the other.

#pragma once

#include <cstdint>

#include "descant/elasticity/elasticity.hpp"

namespace descant {

inline constexpr int kBlock = 8;  ///< elements a block, whatever the width of the processor

/// Numbers a row: the coordinates of a vertex, filled up with zeros.
template <int d>
inline constexpr int kRow = d == 2 ? 2 : 4;

/// What a kernel reads: blocks in a row, each number of a block eight times, one an element.
struct KernelInput {
  Index num_blocks;
  const std::uint16_t* corners;  ///< d+1 a block: where the row of the vertex at each begins
  const double* constants;       ///< num_constants a block
  const double* rest;            ///< rows of the positions at rest
  const double* u;               ///< rows of the displacements
  const double* u_r;             ///< rows of the rig's; read by laws that hold a pose
};

/// How many constants an element has under a law (their meaning is the kernels' own).
int num_constants(LawKind law);

/// Writes the constants of an element of volume `volume`, `stride` apart.
void write_constants(LawKind law, Lame lame, double volume, double* constants, int stride);

/// Which Ψ a kernel evaluates.
struct KernelChoice {
  int dim;
  LawKind law;
  Pose pose;
  VolumeTerm volume;
};

/// Σ volₑ Ψₑ, not finite where the law is not defined. The forces at the corners are added to the
/// rows of `forces`, unless it is null.
double run_kernel(const KernelChoice& choice, const KernelInput& input, double* forces);

// The families behind it, each compiled for d = 2 and 3 and for every instruction set.

/// arap and corotational.
template <int d>
double run_turned_kernel(LawKind law, Pose pose, const KernelInput& input, double* forces);

/// linear and stvk.
template <int d>
double run_strain_kernel(LawKind law, const KernelInput& input, double* forces);

/// neohookean and stable-neohookean.
template <int d>
double run_neohookean_kernel(LawKind law, VolumeTerm volume, const KernelInput& input,
                             double* forces);

}  // namespace descant
