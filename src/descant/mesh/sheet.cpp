// mesh/sheet.cpp: the unit square's triangles, with its vertices carried into space.

#include "descant/mesh/sheet.hpp"

#include "descant/core/error.hpp"
#include "descant/mesh/box.hpp"

namespace descant {

Mesh sheet_mesh(const Vector& corner, const Vector& u, const Vector& v,
                const std::array<int, 2>& counts) {
  expect_equal(u.size(), corner.size(), "coordinates of the sheet's first side");
  expect_equal(v.size(), corner.size(), "coordinates of the sheet's second side");
  Mesh mesh = box_mesh(Vector::Zero(2), Vector::Ones(2), {counts[0], counts[1]});
  const Positions square = mesh.vertices;
  mesh.vertices = (square.col(0) * u.transpose() + square.col(1) * v.transpose()).rowwise() +
                  corner.transpose();
  return mesh;
}

}  // namespace descant
