// contract/leak.hpp: D, how much momentum may pass between rig and physics at each vertex.
//
//   −Δz = 1 inside, z = 0 on the boundary            depth, on the body's own cells: chains are
//                                                    bounded by their ends, sheets by their border
//   ẑᵢ = Σ_k w_ik min(1, zᵢ / max_j(w_jk z_j))       normalised per handle: thin limbs leak too
//   dᵢ = 1 − a (1 − ẑᵢ)                              amount a: 0 is strict, 1 frees the surface

#pragma once

#include <string>

#include "descant/core/parallel.hpp"
#include "descant/mesh/mesh.hpp"

namespace descant {

/// D (n) of an amount a ∈ [0,1]; 1 on closed chains and surfaces, which have no boundary. `weights`
/// is n×k, rows summing to one: a single column of ones where the rig has no handles.
Vector leak_from_depth(const Mesh& mesh, const Matrix& weights, double amount,
                       const Workers& workers = Workers(1));

/// The same with z as given (n): how deep each vertex lies; below zero counts as zero.
Vector leak_from_depth(const Vector& z, const Matrix& weights, double amount);

/// D (n) as painted: scaled by its entry of largest magnitude, sign included. Throws InputError at
/// `place` for a wrong number of values, values that are not finite, mixed signs, or all zero.
Vector leak_from_values(const Vector& values, Index num_vertices, const std::string& place);

}  // namespace descant
