// mesh/topology.hpp: boundary, connected components, Euler characteristic.

#pragma once

#include <utility>
#include <vector>

#include "descant/mesh/mesh.hpp"

namespace descant {

/// Faces that belong to one element only (num×k): triangles of tetrahedra, edges of triangles, end
/// vertices of chains. Outward oriented where elements are positive; each edge of a triangle has it
/// on its left. Closed chains and surfaces have none.
Elements boundary_faces(const Mesh& mesh);

/// The element across each face (num_elements×(k+1)), face k being the one without corner k; −1 on
/// the boundary, and where more than two elements share a face.
Elements face_neighbours(const Mesh& mesh);

/// True for vertices on a boundary face (n).
std::vector<bool> boundary_vertices(const Mesh& mesh);

/// The connected component each vertex belongs to (n), numbered from 0 in vertex order. Elements
/// connect their vertices.
std::vector<int> vertex_components(const Mesh& mesh);

/// Pairs of positive elements that share a face and lie on the same side of it, in face order;
/// of solids only.
std::vector<std::pair<Index, Index>> folded_pairs(const Mesh& mesh);

/// Vertices − edges (+ triangles (− tetrahedra)).
Index euler_characteristic(const Mesh& mesh);

}  // namespace descant
