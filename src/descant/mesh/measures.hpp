// mesh/measures.hpp: what is integrated over a mesh.
//
//   vol(e)              element volume [m³], area [m²] of triangles, length [m] of edges
//   mᵢ = Σₑ∋ᵢ ρₑ vol(e)/(k+1)                 lumped mass
//   L_ij = Σₑ wₑ vol(e) ∇φᵢ·∇φⱼ               FEM Laplacian (positive semi-definite), n×n

#pragma once

#include "descant/mesh/mesh.hpp"

namespace descant {

/// Volumes, areas or lengths (num_elements): signed in solids, never negative in chains and sheets.
Vector element_volumes(const Mesh& mesh);

/// Lumped mass of each vertex (n) [kg]; `density` has one entry per element [kg/m³], [kg/m²]
/// of triangles, [kg/m] of edges.
Vector lumped_mass(const Mesh& mesh, const Vector& density);

/// ∇φ of the k+1 linear shape functions of element e, one per row ((k+1)×d): within the element's
/// line or plane in chains and sheets.
Matrix shape_gradients(const Mesh& mesh, Index e);

/// Σₑ wₑ volₑ Gₑᵀ Gₑ, both triangles; `weight` has one entry per element.
SparseMatrix laplacian(const Mesh& mesh, const Vector& weight);

}  // namespace descant
