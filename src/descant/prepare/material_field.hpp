// prepare/material_field.hpp: what each element is made of, from the scene's settings and regions.

#pragma once

#include "descant/elasticity/elasticity.hpp"
#include "descant/scene/scene.hpp"

namespace descant {

struct MaterialField {
  Material material;                ///< law and Lamé parameters, one an element [Pa]
  Vector density;                   ///< one an element [kg/m³]
  std::optional<double> frequency;  ///< [Hz] to scale the moduli to; nothing: they stand as given
};

/// @param weights  n×k of the body's k handles, for `stiff`
/// Throws InputError for a handle that is not there, or a modulus beside a frequency.
MaterialField material_field(const BodySpec& body, const Matrix& weights);

/// The number of the handle called `name`. Throws InputError at `place` that says which was meant.
Index handle_number(const BodySpec& body, const std::string& name, const std::string& place);

}  // namespace descant
