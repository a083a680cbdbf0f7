// examples/shapes.hpp: distance functions to make bodies from: negative inside.

#pragma once

#include "descant/core/types.hpp"

namespace descant {

/// To the ball around `centre`.
double ball(ConstVec x, ConstVec centre, double radius);

/// To the axis-aligned ellipsoid around `centre`, nearly: exact on the surface, and to first order.
double ellipsoid(ConstVec x, ConstVec centre, ConstVec radii);

/// To the segment from `a` to `b`, thickened: the radius goes linearly from `radius_a` to
/// `radius_b`.
double cone(ConstVec x, ConstVec a, ConstVec b, double radius_a, double radius_b);

inline double capsule(ConstVec x, ConstVec a, ConstVec b, double radius) {
  return cone(x, a, b, radius, radius);
}

/// Both bodies, the crease between them filled over a width `blend` [m].
double smooth_union(double a, double b, double blend);

/// What they have in common, the crease rounded over a width `blend` [m].
inline double smooth_intersection(double a, double b, double blend) {
  return -smooth_union(-a, -b, blend);
}

}  // namespace descant
