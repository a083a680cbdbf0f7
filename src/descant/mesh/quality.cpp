// mesh/quality.cpp: angles from the gradients of the shape functions.
//
// ∇φ_k is normal to the face opposite corner k, so two faces meet at π minus the angle between
// their gradients; in a triangle that is the angle at the corner the two edges share.

#include "descant/mesh/quality.hpp"

#include <algorithm>
#include <cmath>

#include "descant/mesh/measures.hpp"

namespace descant {

double smallest_angle(const Mesh& mesh, Index e) {
  expect_solid(mesh, "angles");
  const Matrix G = shape_gradients(mesh, e).rowwise().normalized();
  double largest_cosine = -1;
  for (Index a = 0; a < G.rows(); ++a) {
    for (Index b = 0; b < a; ++b)
      largest_cosine = std::max(largest_cosine, -G.row(a).dot(G.row(b)));
  }
  return std::acos(std::clamp(largest_cosine, -1.0, 1.0)) * 180 / M_PI;
}

double smallest_angle(const Mesh& mesh) {
  double smallest = 180;
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    smallest = std::min(smallest, smallest_angle(mesh, e));
  }
  return smallest;
}

}  // namespace descant
