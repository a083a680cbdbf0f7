// prepare/shown_surface.cpp: boundary vertices renumbered, and their positions.

#include "descant/prepare/shown_surface.hpp"

#include <numeric>

#include "descant/mesh/topology.hpp"

namespace descant {

Positions ShownSurface::positions(const Mesh& mesh, ConstVec u) const {
  const auto displacement = rows_of(u, mesh.dim());
  Positions points(static_cast<Index>(vertices.size()), mesh.dim());
  for (Index row = 0; row < points.rows(); ++row) {
    points.row(row) = mesh.vertices.row(vertices[row]) + displacement.row(vertices[row]);
  }
  return points;
}

ShownSurface shown_surface(const Mesh& mesh) {
  ShownSurface surface;
  if (mesh.dim() == 2) {
    surface.vertices.resize(mesh.num_vertices());
    std::iota(surface.vertices.begin(), surface.vertices.end(), 0);
    surface.triangles = mesh.elements;
    return surface;
  }
  const std::vector<bool> is_shown = boundary_vertices(mesh);
  std::vector<int> shown_number(is_shown.size(), -1);
  for (size_t i = 0; i < is_shown.size(); ++i) {
    if (!is_shown[i]) continue;
    shown_number[i] = static_cast<int>(surface.vertices.size());
    surface.vertices.push_back(static_cast<int>(i));
  }
  surface.triangles = boundary_faces(mesh);
  for (Index t = 0; t < surface.triangles.rows(); ++t) {
    for (int corner = 0; corner < 3; ++corner) {
      surface.triangles(t, corner) = shown_number[surface.triangles(t, corner)];
    }
  }
  return surface;
}

}  // namespace descant
