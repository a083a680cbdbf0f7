// rig/linear_rig.hpp: rigs that are linear in p, the same for every coordinate.
//
//   u_r(p) = (J_s ⊗ I_d) p − X          X the rest positions, interleaved
//
//   given by J_s    LinearRig
//   affine body     J_s = [X 1]                          p = T,  one d×(d+1) affine map
//   skinning (LBS)  J_s = [w₁[X 1] … w_k[X 1]]           p = T₁ … T_k
//
// An affine map T (d×(d+1)) is laid out in p column by column: p[d·c + a] = T(a, c).

#pragma once

#include <memory>
#include <vector>

#include "descant/rig/chain.hpp"

namespace descant {

/// u_r(p) = (J_s ⊗ I_d) p − X, for a J_s of one's own: coordinates of a cage or a lattice.
class LinearRig : public Rig {
 public:
  /// @param rest         n×d rest positions
  /// @param J_s          n × m/d
  /// @param span_s       the same column space as J_s, well conditioned (see RigJacobian)
  /// @param rest_params  m, (J_s ⊗ I_d) p = X there
  LinearRig(const Positions& rest, const SparseMatrix& J_s, SparseMatrix span_s,
            Vector rest_params);

  int dim() const override { return jacobian_.dim(); }
  Vector rest_params() const override { return rest_params_; }
  Index num_params() const override { return jacobian_.num_params(); }
  Index num_dofs() const override { return rest_.size(); }
  Vector displacement(ConstVec p) const override { return jacobian_.apply(p) - rest_; }
  void pose(ConstVec p, const Workers& workers, Vector& u_r) const override {
    jacobian_.apply(p, workers, u_r);
    u_r -= rest_;
  }
  RigJacobian jacobian(ConstVec) const override { return jacobian_; }
  bool has_constant_jacobian() const override { return true; }

 private:
  Vector rest_;
  RigJacobian jacobian_;
  Vector rest_params_;
};

/// One affine map moves the whole body.
std::unique_ptr<ChainRig> make_affine_rig(const Positions& rest);

/// Linear blend skinning; `weights` is n×k, rows sum to one.
std::unique_ptr<ChainRig> make_skinning_rig(const Positions& rest, const Matrix& weights);

/// p (m) of affine maps, one a handle, each d×(d+1).
Vector affine_params(const std::vector<Matrix>& transforms);

}  // namespace descant
