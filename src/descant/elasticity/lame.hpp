// elasticity/lame.hpp: the two numbers of an isotropic material.
//
//   μ = E / 2(1+ν),   λ = E ν / ((1+ν)(1−2ν))

#pragma once

namespace descant {

/// Lamé parameters [Pa]. A named type, so μ and λ cannot trade places.
struct Lame {
  double mu, lambda;
};

/// λ and μ of Young's modulus [Pa] and Poisson's ratio. Throws InputError unless E is positive and
/// −1 < ν < ½.
Lame lame_parameters(double young, double poisson);

}  // namespace descant
