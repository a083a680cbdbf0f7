// elasticity/neohookean.hpp: the two neo-Hookean laws.
//
//   neohookean         Ψ = μ/2 (I − 3) − μ ln J + λ/2 (ln J)²   or λ/2 (J − 1)²,  +∞ for J ≤ 0
//   stable-neohookean  Ψ = μ̂/2 (I − 3) + λ̂/2 (J − α)² − μ̂/2 ln(I + 1) − its value at rest
//                      μ̂ = 4μ/3,  λ̂ = λ + 5μ/6,  α = 1 + μ̂/λ̂ − μ̂/4λ̂   (Smith, de Goes, Kim 2018)
//
// with I = ‖F‖² (F₃₃ = 1 counted in the plane) and J = det F.

#pragma once

#include <cmath>
#include <limits>

#include "descant/elasticity/elasticity.hpp"
#include "descant/elasticity/invariant_law.hpp"

namespace descant {

struct NeoHookeanTerms {
  Lame lame;
  VolumeTerm volume;

  InvariantTerms terms(double I, double J) const {
    if (!(J > 0)) return {.psi = std::numeric_limits<double>::infinity()};
    const auto [mu, lambda] = lame;
    const double log_J = std::log(J);
    InvariantTerms t{.psi = mu / 2 * (I - 3) - mu * log_J,
                     .dw = mu / 2,
                     .dv = -mu / J,
                     .ddw = 0,
                     .ddv = mu / (J * J)};
    switch (volume) {
      case VolumeTerm::log:
        t.psi += lambda / 2 * log_J * log_J;
        t.dv += lambda * log_J / J;
        t.ddv += lambda * (1 - log_J) / (J * J);
        break;
      case VolumeTerm::quadratic:
        t.psi += lambda / 2 * (J - 1) * (J - 1);
        t.dv += lambda * (J - 1);
        t.ddv += lambda;
        break;
    }
    return t;
  }
};

struct StableNeoHookeanTerms {
  explicit StableNeoHookeanTerms(Lame lame)
      : mu(4 * lame.mu / 3),
        lambda(lame.lambda + 5 * lame.mu / 6),
        alpha(1 + mu / lambda - mu / (4 * lambda)) {}

  double mu, lambda, alpha;  ///< μ̂, λ̂ [Pa], α

  InvariantTerms terms(double I, double J) const {
    // differences from rest (I = 3, J = 1) term by term, so that Ψ there is 0 and not round-off
    return {.psi = mu / 2 * (I - 3) + lambda / 2 * (J - 1) * (J + 1 - 2 * alpha) -
                   mu / 2 * std::log1p((I - 3) / 4),
            .dw = mu / 2 * (1 - 1 / (I + 1)),
            .dv = lambda * (J - alpha),
            .ddw = mu / 2 / ((I + 1) * (I + 1)),
            .ddv = lambda};
  }
};

template <int d>
struct NeoHookean : InvariantLaw<d, NeoHookeanTerms> {
  NeoHookean(Lame lame, VolumeTerm volume)
      : InvariantLaw<d, NeoHookeanTerms>(NeoHookeanTerms{lame, volume}) {}
};

template <int d>
struct StableNeoHookean : InvariantLaw<d, StableNeoHookeanTerms> {
  explicit StableNeoHookean(Lame lame)
      : InvariantLaw<d, StableNeoHookeanTerms>(StableNeoHookeanTerms(lame)) {}
};

}  // namespace descant
