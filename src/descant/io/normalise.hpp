// io/normalise.hpp: the published examples' unit box.
//
//   c = (max + min)/2 per axis,  s = max |V − c|,  x ← (x − c)/s

#pragma once

#include <string>

#include "descant/core/types.hpp"

namespace descant {

struct Normalisation {
  Vector center;     ///< c (d)
  double scale = 1;  ///< s

  Vector operator()(const Vector& point) const { return (point - center) / scale; }
  Positions operator()(const Positions& points) const {
    return (points.rowwise() - center.transpose()) / scale;
  }
};

/// Of the vertices (n×d). Throws InputError at `place` where there are none, or all coincide.
Normalisation normalisation_of(const Positions& vertices, const std::string& place);

}  // namespace descant
