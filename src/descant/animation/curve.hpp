// animation/curve.hpp: one animated quantity, through its keys.
//
//   step         v(t) = vᵢ
//   linear       v(t) = vᵢ + τ (vᵢ₊₁ − vᵢ); quaternions along the shorter great arc
//   cubic spline v(t) = (2τ³−3τ²+1) vᵢ + Δ(τ³−2τ²+τ) bᵢ + (3τ²−2τ³) vᵢ₊₁ + Δ(τ³−τ²) aᵢ₊₁
//   Catmull-Rom  the same with the tangents of animation/keys.hpp
//
// tᵢ ≤ t < tᵢ₊₁, Δ = tᵢ₊₁ − tᵢ, τ = (t − tᵢ)/Δ; a and b are the tangents into and out of a key.
// Before the first key and after the last, the nearest holds.

#pragma once

#include <vector>

#include "descant/core/types.hpp"

namespace descant {

enum class Interpolation { step, linear, cubic_spline, catmull_rom };

/// Keys of one quantity and the way from one to the next.
struct Curve {
  Interpolation interpolation = Interpolation::linear;
  std::vector<double> times;  ///< strictly increasing [s], not empty
  Matrix values;              ///< keys × width
  Matrix in_tangents;         ///< keys × width; only of cubic_spline
  Matrix out_tangents;
};

/// v(t), as many numbers as a key has.
Vector value_at(const Curve& curve, double time);

/// The unit quaternion (x, y, z, w) of a curve whose keys are such.
Eigen::Vector4d rotation_at(const Curve& curve, double time);

}  // namespace descant
