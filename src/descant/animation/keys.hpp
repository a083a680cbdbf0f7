// animation/keys.hpp: one smooth curve through keys, for every channel of an animation.
//
//   v(t) = h₀₀ vᵢ + h₁₀ Δ mᵢ + h₀₁ vᵢ₊₁ + h₁₁ Δ mᵢ₊₁      Δ = tᵢ₊₁ − tᵢ, cubic Hermite basis
//   mᵢ   = (Δᵢ δᵢ₋₁ + Δᵢ₋₁ δᵢ) / (Δᵢ₋₁ + Δᵢ)              δᵢ = (vᵢ₊₁ − vᵢ)/Δᵢ, Catmull-Rom
//
// mᵢ is the slope of the parabola through three neighbours. At the first and the last key m = 0,
// because the curve holds its value beyond them and is to stay C¹ there.
//
// v is linear in the keys, so it comes as (at most) four key numbers and four factors.

#pragma once

#include <array>
#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// v = Σ factor[j] · key[first + j], j < count.
struct KeyBlend {
  Index first = 0;
  int count = 0;
  std::array<double, 4> factor{};
};

/// The blend at `time` of keys at strictly increasing `times` (not empty).
KeyBlend blend_keys(const std::vector<double>& times, double time);

/// The same for keys at 0, 1, 2, … num_keys − 1.
KeyBlend blend_uniform_keys(Index num_keys, double time);

/// The row Σ factor[j] · keys.row(first + j), as a vector.
Vector blended_row(const Matrix& keys, const KeyBlend& blend);

/// The unit quaternion (x, y, z, w) at a blend of unit quaternions. q and −q are the same rotation:
/// neighbours are taken on the same side first.
Eigen::Vector4d blended_quaternion(const Matrix& keys, const KeyBlend& blend);

}  // namespace descant
