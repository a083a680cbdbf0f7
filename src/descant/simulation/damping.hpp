// simulation/damping.hpp: friction inside the complement, never on the rig.
//
//   force = −(αM + βL) u̇_c         L = Σ wₑ volₑ GₑᵀGₑ ⊗ I_d
//   ζ = α/2ω + βω'²/2ω             ω the body's frequency, ω'² = xᵀLx/xᵀMx of its motion x
//
// u̇_c is taken in a frame that turns with the rig: a wobble carried round by a spinning body is
// not a velocity of the flesh.

#pragma once

#include <optional>
#include <vector>

#include "descant/core/parallel.hpp"
#include "descant/linalg/aligned.hpp"
#include "descant/mesh/mesh.hpp"

namespace descant {

/// The rotation of the rig at each vertex. In solids of the volume-weighted mean of the deformation
/// gradients around it, F = I + Σ_w u_w c_wᵀ over its neighbours w; in chains and sheets nearest to
/// the mean of how the cells around it turn (simulation/cell_rotation.hpp). Immutable: one instance
/// serves every thread.
class VertexRotations {
 public:
  VertexRotations(const Mesh& mesh, const Workers& workers);

  /// Overwrites `rotations` by one d×d matrix a vertex, side by side (d × dn).
  void at(ConstVec u_r, Matrix& rotations) const;

 private:
  template <int d>
  void collect(const Mesh& mesh);
  template <int d>
  void rotate(const double* u_r, double* rotations) const;

  Workers workers_;
  int dim_;
  Index num_vertices_;
  std::vector<Index> first_term_;  ///< vertices in blocks of eight, as SumBlocks has them
  AlignedVector<int> dofs_;
  AlignedVector<double> c_;
  std::optional<Mesh> thin_;  ///< a chain or a sheet, which has none of the above
};

/// The same for one pose.
Matrix vertex_rotations(const Mesh& mesh, ConstVec u_r);

/// R_now R_thenᵀ u, vertex by vertex, into `result`.
void turn(const Matrix& now, const Matrix& then, ConstVec u, Vector& result);
Vector turned(const Matrix& now, const Matrix& then, ConstVec u);

}  // namespace descant
