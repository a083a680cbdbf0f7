// elasticity/strain_kernels-inl.hpp: linear and stvk in SIMD lanes; see linear.hpp and stvk.hpp.
//
//   Ψ = μ‖E‖² + λ/2 (tr E)²,   S = 2μE + λ tr(E) I
//
//   linear  E = sym(F) − I,  ∂Ψ/∂F = S        stvk  E = ½(FᵀF − I),  ∂Ψ/∂F = F S

#if defined(DESCANT_ELASTICITY_STRAIN_KERNELS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DESCANT_ELASTICITY_STRAIN_KERNELS_INL
#undef DESCANT_ELASTICITY_STRAIN_KERNELS_INL
#else
#define DESCANT_ELASTICITY_STRAIN_KERNELS_INL
#endif

#include "descant/elasticity/element_kernel-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace descant {
namespace HWY_NAMESPACE {

/// Constants vol μ and vol λ.
template <int d, LawKind law>
struct StrainLaw : RelaxedLaw<d> {
  static constexpr int num_constants = 2;

  static HWY_INLINE Matrices<d> strain(const Matrices<d>& F) {
    const Lanes half = hn::Set(Tag(), 0.5), one = hn::Set(Tag(), 1);
    Matrices<d> E;
    HWY_UNROLL(16)
    for (int j = 0; j < d; ++j) {
      HWY_UNROLL(16)
      for (int i = 0; i <= j; ++i) {
        Lanes twice;
        if constexpr (law == LawKind::linear) {
          twice = hn::Add(F(i, j), F(j, i));
          E(i, j) = i == j ? hn::MulSub(half, twice, one) : hn::Mul(half, twice);
        } else {
          twice = hn::Mul(F(0, i), F(0, j));
          HWY_UNROLL(16)
          for (int k = 1; k < d; ++k) twice = hn::MulAdd(F(k, i), F(k, j), twice);
          E(i, j) = hn::Mul(half, i == j ? hn::Sub(twice, one) : twice);
        }
        E(j, i) = E(i, j);
      }
    }
    return E;
  }

  template <Wanted wanted>
  static HWY_INLINE Lanes respond(const typename RelaxedLaw<d>::Shapes& shapes, int nth,
                                  const double* constants, Matrices<d>& P) {
    const Matrices<d>& F = shapes.F[nth];
    const Matrices<d> E = strain(F);
    Lanes trace = E(0, 0);
    HWY_UNROLL(16)
    for (int i = 1; i < d; ++i) trace = hn::Add(trace, E(i, i));
    const Lanes mu = constant(constants, 0), pressure = hn::Mul(constant(constants, 1), trace);
    if constexpr (wanted == Wanted::forces) {
      const Lanes two_mu = hn::Add(mu, mu);
      Matrices<d> S;
      HWY_UNROLL(16)
      for (int k = 0; k < d * d; ++k) S.at[k] = hn::Mul(two_mu, E.at[k]);
      HWY_UNROLL(16)
      for (int i = 0; i < d; ++i) S(i, i) = hn::Add(S(i, i), pressure);
      P = law == LawKind::linear ? S : product(F, S);
    }
    return hn::MulAdd(mu, dot(E, E), hn::Mul(hn::Mul(hn::Set(Tag(), 0.5), pressure), trace));
  }
};

template <int d>
HWY_INLINE double strain_energy(LawKind law, const KernelInput& input, double* forces) {
  return law == LawKind::linear ? run_law<d, StrainLaw<d, LawKind::linear>>(input, forces)
                                : run_law<d, StrainLaw<d, LawKind::stvk>>(input, forces);
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#endif
