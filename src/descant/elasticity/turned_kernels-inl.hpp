// elasticity/turned_kernels-inl.hpp: arap and corotational in SIMD lanes; see corotational.hpp.
//
//   Ψ = μ‖F − G‖² + λ/2 ⟨G, F − G⟩²,   ∂Ψ/∂F = 2μ(F − G) + λ⟨G, F − G⟩ G,   G = Q F_r

#if defined(DESCANT_ELASTICITY_TURNED_KERNELS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DESCANT_ELASTICITY_TURNED_KERNELS_INL
#undef DESCANT_ELASTICITY_TURNED_KERNELS_INL
#else
#define DESCANT_ELASTICITY_TURNED_KERNELS_INL
#endif

#include "descant/elasticity/element_kernel-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace descant {
namespace HWY_NAMESPACE {

/// A Bᵀ
template <int d>
HWY_INLINE Matrices<d> product_transposed(const Matrices<d>& A, const Matrices<d>& B) {
  Matrices<d> C;
  HWY_UNROLL(16)
  for (int k = 0; k < d * d; ++k) {
    C.at[k] = hn::Mul(A(k % d, 0), B(k / d, 0));
    HWY_UNROLL(16)
    for (int i = 1; i < d; ++i) C.at[k] = hn::MulAdd(A(k % d, i), B(k / d, i), C.at[k]);
  }
  return C;
}

/// G, exactly F_r in the lanes where F is: a held pose is free of force to the last bit.
template <int d>
HWY_INLINE Matrices<d> exact_where_equal(const Matrices<d>& F, const Matrices<d>& F_r,
                                         Matrices<d> G) {
  LaneMask equal = hn::Eq(F.at[0], F_r.at[0]);
  HWY_UNROLL(16)
  for (int k = 1; k < d * d; ++k) equal = hn::And(equal, hn::Eq(F.at[k], F_r.at[k]));
  HWY_UNROLL(16)
  for (int k = 0; k < d * d; ++k) G.at[k] = hn::IfThenElse(equal, F_r.at[k], G.at[k]);
  return G;
}

template <int d, Pose pose>
struct TurnedShapes {
  Matrices<d> F[kRotationGroup];
  Matrices<d> Q[kRotationGroup];  ///< nearest to F
};

template <int d>
struct TurnedShapes<d, Pose::hold> {
  Matrices<d> F[kRotationGroup], F_r[kRotationGroup];
  Matrices<d> Q[kRotationGroup];  ///< nearest to F F_rᵀ
};

/// Constants vol μ and, for corotational, vol λ.
template <int d, LawKind law, Pose law_pose>
struct TurnedLaw {
  static constexpr Pose pose = law_pose;
  static constexpr int num_constants = law == LawKind::arap ? 1 : 2;
  static constexpr int group = kRotationGroup;
  using Shapes = TurnedShapes<d, pose>;

  static HWY_INLINE void prepare(int count, Shapes& shapes) {
    if constexpr (pose == Pose::hold) {
      HWY_UNROLL(1)
      for (int i = 0; i < count; ++i) shapes.Q[i] = product_transposed(shapes.F[i], shapes.F_r[i]);
      nearest_rotations(count, shapes.Q, shapes.Q);
    } else {
      nearest_rotations(count, shapes.F, shapes.Q);
    }
  }

  /// G, the turned shape nearest to F.
  static HWY_INLINE Matrices<d> turned(const Shapes& shapes, int nth) {
    if constexpr (pose == Pose::hold) {
      return exact_where_equal<d>(shapes.F[nth], shapes.F_r[nth],
                                  product(shapes.Q[nth], shapes.F_r[nth]));
    } else {
      return shapes.Q[nth];  // the identity is its own nearest rotation to the last bit
    }
  }

  template <Wanted wanted>
  static HWY_INLINE Lanes respond(const Shapes& shapes, int nth, const double* constants,
                                  Matrices<d>& P) {
    const Matrices<d>& F = shapes.F[nth];
    const Matrices<d> G = turned(shapes, nth);
    Matrices<d> stretch;
    HWY_UNROLL(16)
    for (int k = 0; k < d * d; ++k) stretch.at[k] = hn::Sub(F.at[k], G.at[k]);
    const Lanes mu = constant(constants, 0), two_mu = hn::Add(mu, mu);
    Lanes energy = hn::Mul(mu, dot(stretch, stretch));
    if constexpr (wanted == Wanted::forces) {
      HWY_UNROLL(16)
      for (int k = 0; k < d * d; ++k) P.at[k] = hn::Mul(two_mu, stretch.at[k]);
    }
    if constexpr (law == LawKind::corotational) {
      const Lanes volume = dot(G, stretch);  // t − r, without their cancellation
      const Lanes pressure = hn::Mul(constant(constants, 1), volume);
      energy = hn::MulAdd(hn::Mul(hn::Set(Tag(), 0.5), pressure), volume, energy);
      if constexpr (wanted == Wanted::forces) {
        HWY_UNROLL(16)
        for (int k = 0; k < d * d; ++k) P.at[k] = hn::MulAdd(pressure, G.at[k], P.at[k]);
      }
    }
    return energy;
  }
};

template <int d>
HWY_INLINE double turned_energy(LawKind law, Pose pose, const KernelInput& input, double* forces) {
  constexpr LawKind arap = LawKind::arap, corotational = LawKind::corotational;
  if (pose == Pose::hold)
    return law == arap ? run_law<d, TurnedLaw<d, arap, Pose::hold>>(input, forces)
                       : run_law<d, TurnedLaw<d, corotational, Pose::hold>>(input, forces);
  return law == arap ? run_law<d, TurnedLaw<d, arap, Pose::relax>>(input, forces)
                     : run_law<d, TurnedLaw<d, corotational, Pose::relax>>(input, forces);
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#endif
