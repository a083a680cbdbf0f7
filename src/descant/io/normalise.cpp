// io/normalise.cpp: the published examples' unit box.

#include "descant/io/normalise.hpp"

#include <cmath>

#include "descant/core/error.hpp"

namespace descant {

Normalisation normalisation_of(const Positions& vertices, const std::string& place) {
  if (vertices.size() == 0) throw InputError(place, "the mesh has no vertices");

  // halves first: the sum of two large coordinates may overflow, and halving is exact
  Normalisation box;
  box.center = (vertices.colwise().maxCoeff() / 2 + vertices.colwise().minCoeff() / 2).transpose();
  box.scale = (vertices.rowwise() - box.center.transpose()).cwiseAbs().maxCoeff();
  if (!(box.scale > 0) || !std::isfinite(box.scale) || !std::isfinite(1 / box.scale))
    throw InputError(place, "the mesh has no extent", "Its vertices must not all coincide");
  return box;
}

}  // namespace descant
