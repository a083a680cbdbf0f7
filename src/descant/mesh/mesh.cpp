// mesh/mesh.cpp: the size of a mesh, and whether it fills space.

#include "descant/mesh/mesh.hpp"

#include "descant/core/error.hpp"

namespace descant {

double diagonal(const Mesh& mesh) {
  if (mesh.num_vertices() == 0) return 0;
  return (mesh.vertices.colwise().maxCoeff() - mesh.vertices.colwise().minCoeff()).norm();
}

void expect_solid(const Mesh& mesh, const std::string& place) {
  if (mesh.is_solid()) return;
  throw InputError(place,
                   "elements have " + std::to_string(mesh.elements.cols()) + " vertices in " +
                       std::to_string(mesh.dim()) + "D",
                   "Give triangles in 2D and tetrahedra in 3D");
}

}  // namespace descant
