// fuzz/gmsh.cpp: any bytes as a Gmsh mesh; what is read can be numbered.

#include "descant/io/gmsh.hpp"

#include "fuzz.hpp"

namespace descant::fuzz {

void gmsh(std::string_view bytes) {
  const Mesh mesh = parse_gmsh(bytes, "fuzz.msh");
  require(mesh.num_elements() > 0 && mesh.vertices.allFinite());
  require(mesh.elements.minCoeff() >= 0 && mesh.elements.maxCoeff() < mesh.num_vertices());
}

}  // namespace descant::fuzz

DESCANT_FUZZ(descant::fuzz::gmsh)
