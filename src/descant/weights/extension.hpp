// weights/extension.hpp: what is known on a surface, carried into the mesh around it.
//
//   x = argmin Σ_s w_s (E_s·x − y_s)² + ε h xᵀ L M⁻¹ L x
//
// E embeds the surface's vertices in the mesh, y are the samples there: a biharmonic extension with
// soft data. w_s keeps crowded samples from counting more than lonely ones, h is the size of an
// element.

#pragma once

#include "descant/mesh/mesh.hpp"

namespace descant {

/// The extension (n×k) of samples (s×k), a column at a time. Constants are reproduced exactly.
/// A component of the mesh that holds no sample takes on the values of the sample nearest to it.
/// @param embedding  s×n, rows sum to one
Matrix extended_values(const Mesh& mesh, const SparseMatrix& embedding, const Matrix& samples);

/// The same for skin weights: none negative, rows sum to one; at most 8 a vertex are kept, and none
/// below 1e-3.
Matrix extended_weights(const Mesh& mesh, const SparseMatrix& embedding, const Matrix& samples);

}  // namespace descant
