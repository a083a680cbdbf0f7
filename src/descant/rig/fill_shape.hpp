// rig/fill_shape.hpp: what a rig of one's own need not say, filled in; what it says, checked.

#pragma once

#include <string>

#include "descant/core/error.hpp"
#include "descant/core/types.hpp"

namespace descant {

/// Zeros for missing rest parameters, one handle for missing influences. Throws InputError, naming
/// `place`, where either is of the wrong size.
/// @param shape  a FunctionShape or an AutodiffShape
template <class Shape>
void fill_shape(const std::string& place, Shape& shape) {
  if (shape.rest_params.size() == 0) shape.rest_params = Vector::Zero(shape.num_params);
  if (shape.influences.size() == 0) shape.influences = Matrix::Ones(shape.num_vertices, 1);
  if (shape.rest_params.size() != shape.num_params || !shape.rest_params.allFinite())
    throw InputError(place, "its rest parameters are not one finite number per parameter",
                     "Give all of them, or none where they are zeros");
  if (shape.influences.rows() != shape.num_vertices)
    throw InputError(place, "its influences are not one row per vertex",
                     "Give a row for each, or none where one handle moves all");
}

}  // namespace descant
