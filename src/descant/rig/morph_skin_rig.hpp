// rig/morph_skin_rig.hpp: blendshapes, then skinning, as glTF and most engines have it.
//
//   u_r(p)ᵢ = Σⱼ wᵢⱼ Tⱼ [yᵢ; 1] − xᵢ          yᵢ = xᵢ + Σₖ aₖ δₖᵢ      the morphed shape
//
//   p = T₁ … T_k, each d×(d+1) and laid out column by column, then a₁ … a_q
//
//   ∂/∂Tⱼ   wᵢⱼ [yᵢ 1] ⊗ I_d                  moves with a
//   ∂/∂aₖ   Bᵢ δₖᵢ,  Bᵢ = Σⱼ wᵢⱼ Aⱼ           moves with T = [A b]
//
// The affine motions of every pose are in the span of J, whatever the weights, because G and g
// applied after the rig are those applied after each Tⱼ. So a character of blendshapes alone takes
// one handle of weight one, and does not drift.

#pragma once

#include <memory>
#include <vector>

#include "descant/rig/chain.hpp"

namespace descant {

/// A chain of morph targets and a skin; J is sparse.
/// @param rest     n×d rest positions x
/// @param weights  n×k, rows sum to one
/// @param deltas   q morph targets δ, each n×d; without any this is make_skinning_rig
std::unique_ptr<ChainRig> make_morph_skin_rig(const Positions& rest, const Matrix& weights,
                                              const std::vector<Positions>& deltas);

/// p of affine maps, one a handle, each d×(d+1), and one weight a morph target.
Vector morph_skin_params(const std::vector<Matrix>& transforms, const Vector& morph_weights);

}  // namespace descant
