// elasticity/neohookean_kernels-inl.hpp: the neo-Hookean laws in SIMD lanes; see neohookean.hpp.
//
//   Ψ = w(I) + v(J),   ∂Ψ/∂F = 2w' F + v' cof F

#if defined(DESCANT_ELASTICITY_NEOHOOKEAN_KERNELS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DESCANT_ELASTICITY_NEOHOOKEAN_KERNELS_INL
#undef DESCANT_ELASTICITY_NEOHOOKEAN_KERNELS_INL
#else
#define DESCANT_ELASTICITY_NEOHOOKEAN_KERNELS_INL
#endif

#include <hwy/contrib/math/math-inl.h>

#include <limits>

#include "descant/elasticity/element_kernel-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace descant {
namespace HWY_NAMESPACE {

/// vol times Ψ and its derivatives by I and J.
struct InvariantResponse {
  Lanes energy;
  Lanes twice_dw;  ///< 2w'
  Lanes dv;        ///< v'
};

/// Constants vol μ and vol λ. Infinite and without force for J ≤ 0.
template <VolumeTerm volume>
struct NeoHookeanLanes {
  static constexpr int num_constants = 2;

  static HWY_INLINE InvariantResponse respond(Lanes I, Lanes J, const double* constants) {
    const Tag tag;
    const Lanes half = hn::Set(tag, 0.5), one = hn::Set(tag, 1);
    const LaneMask defined = hn::Gt(J, hn::Zero(tag));
    const Lanes safe_J = hn::IfThenElse(defined, J, one);
    const Lanes mu = constant(constants, 0), lambda = constant(constants, 1);
    const Lanes log_J = hn::Log(tag, safe_J);

    // μ/2 (I − 3) − μ ln J, and the volume term
    Lanes energy =
        hn::Mul(mu, hn::NegMulAdd(one, log_J, hn::Mul(half, hn::Sub(I, hn::Set(tag, 3)))));
    Lanes dv;
    if constexpr (volume == VolumeTerm::log) {
      energy = hn::MulAdd(hn::Mul(half, lambda), hn::Mul(log_J, log_J), energy);
      dv = hn::Div(hn::MulSub(lambda, log_J, mu), safe_J);
    } else {
      const Lanes growth = hn::Sub(J, one);
      energy = hn::MulAdd(hn::Mul(half, lambda), hn::Mul(growth, growth), energy);
      dv = hn::MulSub(lambda, growth, hn::Div(mu, safe_J));
    }
    const Lanes infinity = hn::Set(tag, std::numeric_limits<double>::infinity());
    return {hn::IfThenElse(defined, energy, infinity), hn::IfThenElseZero(defined, mu),
            hn::IfThenElseZero(defined, dv)};
  }
};

/// Constants vol μ̂, vol λ̂ and α.
struct StableNeoHookeanLanes {
  static constexpr int num_constants = 3;

  static HWY_INLINE InvariantResponse respond(Lanes I, Lanes J, const double* constants) {
    const Tag tag;
    const Lanes half = hn::Set(tag, 0.5), one = hn::Set(tag, 1);
    const Lanes mu = constant(constants, 0), lambda = constant(constants, 1),
                alpha = constant(constants, 2);

    // differences from rest term by term, so that Ψ there is 0 and not round-off
    const Lanes growth = hn::Sub(I, hn::Set(tag, 3));
    const Lanes logarithm = hn::Log1p(tag, hn::Mul(hn::Set(tag, 0.25), growth));
    const Lanes shape = hn::Mul(mu, hn::Sub(growth, logarithm));
    const Lanes volume =
        hn::Mul(hn::Mul(lambda, hn::Sub(J, one)), hn::Sub(hn::Add(J, one), hn::Add(alpha, alpha)));
    return {hn::Mul(half, hn::Add(shape, volume)),
            hn::NegMulAdd(mu, hn::Div(one, hn::Add(I, one)), mu),
            hn::Mul(lambda, hn::Sub(J, alpha))};
  }
};

/// A law of I = ‖F‖² (F₃₃ = 1 counted in the plane) and J = det F.
template <int d, class Terms>
struct InvariantLanes : RelaxedLaw<d> {
  static constexpr int num_constants = Terms::num_constants;

  template <Wanted wanted>
  static HWY_INLINE Lanes respond(const typename RelaxedLaw<d>::Shapes& shapes, int nth,
                                  const double* constants, Matrices<d>& P) {
    const Matrices<d>& F = shapes.F[nth];
    const Matrices<d> C = cofactors(F);
    const Lanes I = hn::Add(dot(F, F), hn::Set(Tag(), 3 - d));
    const InvariantResponse r = Terms::respond(I, determinant(F, C), constants);
    if constexpr (wanted == Wanted::forces) {
      HWY_UNROLL(16)
      for (int k = 0; k < d * d; ++k)
        P.at[k] = hn::MulAdd(r.twice_dw, F.at[k], hn::Mul(r.dv, C.at[k]));
    }
    return r.energy;
  }
};

template <int d>
HWY_INLINE double neohookean_energy(LawKind law, VolumeTerm volume, const KernelInput& input,
                                    double* forces) {
  if (law == LawKind::stable_neohookean)
    return run_law<d, InvariantLanes<d, StableNeoHookeanLanes>>(input, forces);
  return volume == VolumeTerm::log
             ? run_law<d, InvariantLanes<d, NeoHookeanLanes<VolumeTerm::log>>>(input, forces)
             : run_law<d, InvariantLanes<d, NeoHookeanLanes<VolumeTerm::quadratic>>>(input, forces);
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#endif
