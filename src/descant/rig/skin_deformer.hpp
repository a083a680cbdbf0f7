// rig/skin_deformer.hpp: affine maps, blended per vertex.
//
//   x′ᵢ = Σⱼ wᵢⱼ Tⱼ [xᵢ; 1]        p = T₁ … T_k, each d×(d+1) and laid out column by column:
//                                  p[d·c + a] = T(a, c)
//   ∂x′/∂p = J_s ⊗ I_d             J_s = [w₁[x 1] … w_k[x 1]]
//   ∂x′ᵢ/∂xᵢ = Σⱼ wᵢⱼ Aⱼ            Tⱼ = [Aⱼ bⱼ]

#pragma once

#include <memory>

#include "descant/rig/deformer.hpp"

namespace descant {

/// Linear blend skinning; `weights` is n×k, rows sum to one.
std::shared_ptr<const Deformer> make_skin_deformer(const Matrix& weights, int dim);

/// One affine map for all points: x′ = T [x; 1].
std::shared_ptr<const Deformer> make_affine_deformer(int dim);

}  // namespace descant
