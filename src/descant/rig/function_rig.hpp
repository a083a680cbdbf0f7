// rig/function_rig.hpp: any function of p is a rig; its Jacobian comes from central differences.
//
// For an exact Jacobian without writing one, see rig/autodiff_rig.hpp.

#pragma once

#include <functional>

#include "descant/rig/rig.hpp"

namespace descant {

/// What a FunctionRig must be told about its function.
struct FunctionShape {
  int dim = 3;             ///< d
  Index num_vertices = 0;  ///< n
  Index num_params = 0;    ///< m
  Vector param_scales{};   ///< m, a change of each parameter that matters; empty for ones
  Vector rest_params{};    ///< m, where u_r = 0; empty for zeros
  Matrix influences{};     ///< n×k, how much each handle moves each vertex; empty for one handle
};

/// u_r(p) as the user computes it. The function must be pure and, if threads share the rig, safe to
/// call from several at once. One Jacobian costs 4m calls.
class FunctionRig : public Rig {
 public:
  using Function = std::function<Vector(ConstVec p)>;  ///< p (m) to u_r (dn), interleaved

  FunctionRig(Function displacement, FunctionShape shape);

  int dim() const override { return shape_.dim; }
  Vector rest_params() const override { return shape_.rest_params; }
  Matrix influences() const override { return shape_.influences; }
  Index num_params() const override { return shape_.num_params; }
  Index num_dofs() const override { return shape_.dim * shape_.num_vertices; }
  Vector displacement(ConstVec p) const override;
  RigJacobian jacobian(ConstVec p) const override;
  bool has_constant_jacobian() const override { return false; }

 private:
  Function displacement_;
  FunctionShape shape_;
};

}  // namespace descant
