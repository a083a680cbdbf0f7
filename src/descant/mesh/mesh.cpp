// mesh/mesh.cpp: the size of a mesh.

#include "descant/mesh/mesh.hpp"

namespace descant {

double diagonal(const Mesh& mesh) {
  if (mesh.num_vertices() == 0) return 0;
  return (mesh.vertices.colwise().maxCoeff() - mesh.vertices.colwise().minCoeff()).norm();
}

}  // namespace descant
