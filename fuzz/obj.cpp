// fuzz/obj.cpp: any bytes as an OBJ surface; what is read is written and read back the same.

#include "descant/io/obj.hpp"

#include "fuzz.hpp"

namespace descant::fuzz {

void obj(std::string_view text) {
  const Surface surface = parse_obj(text, "fuzz.obj");
  require(surface.vertices.allFinite() && surface.triangles.rows() > 0);
  require(surface.triangles.minCoeff() >= 0 &&
          surface.triangles.maxCoeff() < surface.vertices.rows());
  const Surface back = parse_obj(obj_text(surface.vertices, surface.triangles), "back.obj");
  require(back.vertices == surface.vertices && back.triangles == surface.triangles);
  require(planar_mesh(surface, "fuzz.obj").dim() == 2);
}

}  // namespace descant::fuzz

DESCANT_FUZZ(descant::fuzz::obj)
