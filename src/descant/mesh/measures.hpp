// mesh/measures.hpp: what is integrated over a mesh.
//
//   vol(e)              element volume [m³] (area [m²] in 2D)
//   mᵢ = Σₑ∋ᵢ ρₑ vol(e)/(d+1)                 lumped mass
//   L_ij = Σₑ wₑ vol(e) ∇φᵢ·∇φⱼ               FEM Laplacian (positive semi-definite), n×n

#pragma once

#include "descant/mesh/mesh.hpp"

namespace descant {

/// Signed volumes (num_elements).
Vector element_volumes(const Mesh& mesh);

/// Lumped mass of each vertex (n) [kg]; `density` has one entry an element [kg/m³].
Vector lumped_mass(const Mesh& mesh, const Vector& density);

/// ∇φ of the d+1 linear shape functions of element e, one a row ((d+1)×d).
Matrix shape_gradients(const Mesh& mesh, Index e);

/// Σₑ wₑ volₑ Gₑᵀ Gₑ, both triangles; `weight` has one entry an element.
SparseMatrix laplacian(const Mesh& mesh, const Vector& weight);

}  // namespace descant
