// rig/central_differences.hpp: the Jacobian of any function, by looking around.
//
//   ∂f/∂p_j ≈ (8 (f(p+h) − f(p−h)) − (f(p+2h) − f(p−2h))) / 12h
//
// Five-point central differences: the error is O(h⁴ f⁽⁵⁾ + ε f/h), least near h = ε^(1/5).

#pragma once

#include <functional>

#include "descant/core/types.hpp"

namespace descant {

/// ∂f/∂p, one column a parameter. `scales` (m, or empty for ones) is the size of a change in each
/// parameter that matters; the step is 7e-4 max(scale, |p_j|·1e-3).
Matrix central_differences(const std::function<Vector(ConstVec)>& f, ConstVec p,
                           const Vector& scales = {});

}  // namespace descant
