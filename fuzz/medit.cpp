// fuzz/medit.cpp: any bytes as a Medit mesh; what is read is written and read back the same.

#include "descant/io/medit.hpp"

#include "fuzz.hpp"

namespace descant::fuzz {

void medit(std::string_view text) {
  const Mesh mesh = parse_medit(text, "fuzz.mesh");
  require(mesh.num_elements() > 0 && mesh.vertices.allFinite());
  require(mesh.elements.minCoeff() >= 0 && mesh.elements.maxCoeff() < mesh.num_vertices());
  const Mesh back = parse_medit(medit_text(mesh), "back.mesh");
  require(back.vertices == mesh.vertices && back.elements == mesh.elements);
}

}  // namespace descant::fuzz

DESCANT_FUZZ(descant::fuzz::medit)
