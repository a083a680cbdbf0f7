// simulation/damping.hpp: friction inside the complement, never on the rig.
//
//   force = −(αM + βL) u̇_c         L = Σ wₑ volₑ GₑᵀGₑ ⊗ I_d
//   ζ = α/2ω + βω'²/2ω             ω the body's frequency, ω'² = xᵀLx/xᵀMx of its motion x
//
// u̇_c is taken in a frame that turns with the rig: a wobble carried round by a spinning body is
// not a velocity of the flesh.

#pragma once

#include "descant/mesh/mesh.hpp"

namespace descant {

/// The rotation of the rig at each vertex: of the volume-weighted mean of the deformation gradients
/// around it. One d×d matrix a vertex, side by side (d × dn).
Matrix vertex_rotations(const Mesh& mesh, ConstVec u_r);

/// R_now R_thenᵀ u, vertex by vertex.
Vector turned(const Matrix& now, const Matrix& then, ConstVec u);

}  // namespace descant
