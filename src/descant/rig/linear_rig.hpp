// rig/linear_rig.hpp: rigs that are linear in p, the same for every coordinate.
//
//   u_r(p) = (J_s ⊗ I_d) p − X          X the rest positions, interleaved
//
//   affine body     J_s = [X 1]                          p = T,  one d×(d+1) affine map
//   skinning (LBS)  J_s = [w₁[X 1] … w_k[X 1]]           p = T₁ … T_k
//
// An affine map T (d×(d+1)) is laid out in p column by column: p[d·c + a] = T(a, c).

#pragma once

#include <memory>
#include <vector>

#include "descant/rig/rig.hpp"

namespace descant {

/// u_r(p) = (J_s ⊗ I_d) p − X.
class LinearRig : public Rig {
 public:
  /// @param rest    n×d rest positions
  /// @param J_s     n × m/d
  /// @param span_s  the same column space as J_s, well conditioned (see RigJacobian)
  LinearRig(const Positions& rest, const SparseMatrix& J_s, SparseMatrix span_s);

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
};

/// One affine map moves the whole body.
std::unique_ptr<Rig> make_affine_rig(const Positions& rest);

/// Linear blend skinning; `weights` is n×k, rows sum to one.
std::unique_ptr<Rig> make_skinning_rig(const Positions& rest, const Matrix& weights);

/// p (m) of affine maps, one a handle, each d×(d+1).
Vector affine_params(const std::vector<Matrix>& transforms);

}  // namespace descant
