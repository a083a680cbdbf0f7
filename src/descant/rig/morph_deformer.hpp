// rig/morph_deformer.hpp: blendshapes.
//
//   x′ᵢ = xᵢ + Σₖ aₖ δₖᵢ        p = a₁ … a_q
//   ∂x′/∂a = [δ₁ … δ_q]         sparse: a target usually moves few vertices
//   ∂x′/∂x = I

#pragma once

#include <memory>
#include <vector>

#include "descant/rig/deformer.hpp"

namespace descant {

/// @param deltas  at least one morph target δ, each n×d
std::shared_ptr<const Deformer> make_morph_deformer(const std::vector<Positions>& deltas);

}  // namespace descant
