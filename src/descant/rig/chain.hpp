// rig/chain.hpp: deformers one after another on the rest shape: the usual rig.
//
//   x₀ = rest,  x_{k+1} = f_k(x_k, p_k),  u_r = x_K − x₀          p = all p_k, laid end to end
//
//   ∂x_K/∂p_k = (∂x_K/∂x_{K−1} … ∂x_{k+2}/∂x_{k+1}) ∂x_{k+1}/∂p_k
//
// Every ∂x_{l+1}/∂x_l is a d×d block per vertex, so J is as sparse as the deformers' own Jacobians.
// A chain of one deformer has exactly that deformer's Jacobian. Where J is constant it is built
// once, and u_r = J p + u_r(0).

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "descant/rig/deformer.hpp"
#include "descant/rig/rig.hpp"

namespace descant {

using Deformers = std::vector<std::shared_ptr<const Deformer>>;

/// A rig made of deformers.
class ChainRig : public Rig {
 public:
  /// @param rest         n×d rest positions
  /// @param deformers    in the order in which they are applied
  /// @param param_order  which deformer's parameters stand first in p, second, and so on; empty
  ///                     for the order in which they are applied
  ChainRig(Positions rest, Deformers deformers, const std::vector<int>& param_order = {});

  int dim() const override { return static_cast<int>(rest_.cols()); }
  Index num_params() const override { return rest_params_.size(); }
  Index num_dofs() const override { return rest_.size(); }
  Vector rest_params() const override { return rest_params_; }
  Vector displacement(ConstVec p) const override;
  void pose(ConstVec p, const Workers& workers, Vector& u_r) const override;
  RigJacobian jacobian(ConstVec p) const override;
  bool has_constant_jacobian() const override { return constant_.has_value(); }

  /// Those of the last deformer that has several handles.
  Matrix influences() const override;

  /// ∂x_K/∂x₀: what the whole chain does to the neighbourhood of each vertex. The d×d blocks of all
  /// vertices side by side (d × dn); of a skin alone, its blended matrices.
  Matrix by_points(ConstVec p) const;

 private:
  void place_params(const std::vector<int>& param_order);
  ConstVec params_of(size_t deformer, ConstVec p) const;
  std::vector<Positions> inputs(ConstVec p) const;
  Positions moved(ConstVec p, const Workers& workers) const;
  RigJacobian product(ConstVec p) const;

  Positions rest_;
  Deformers deformers_;
  std::vector<int> order_;    ///< of the deformers' parameters in p
  std::vector<Index> begin_;  ///< in p, one per deformer
  Vector rest_params_;

  struct Constant {
    RigJacobian J;
    Vector u_0;  ///< u_r(0)
  };
  std::optional<Constant> constant_;
};

}  // namespace descant
