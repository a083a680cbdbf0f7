// elasticity/element_kernel-inl.hpp: the loop over blocks of elements that every SIMD law shares.
//
//   F = I + [u₁−u₀ … u_d−u₀] B,   f_a = vol P ∇φ_a = vol P Bᵀ e_a,   f₀ = −Σ f_a
//
// A law is a struct with `pose`, and `respond<wanted>(F, constants, P)` (F and F_r where it holds a
// pose), which returns vol Ψ and, where wanted, overwrites P by vol ∂Ψ/∂F. `constants` points at
// the lane's first constant; the next is eight further.

#if defined(DESCANT_ELASTICITY_ELEMENT_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DESCANT_ELASTICITY_ELEMENT_KERNEL_INL
#undef DESCANT_ELASTICITY_ELEMENT_KERNEL_INL
#else
#define DESCANT_ELASTICITY_ELEMENT_KERNEL_INL
#endif

#include <hwy/highway.h>

#include "descant/elasticity/element_kernels.hpp"
#include "descant/linalg/simd_rotation-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace descant {
namespace HWY_NAMESPACE {

enum class Wanted { energy, forces };

/// The k-th constant of the elements in the lanes.
HWY_INLINE Lanes constant(const double* constants, int k) {
  return hn::Load(Tag(), constants + kBlock * k);
}

template <int d>
HWY_INLINE Matrices<d> identity() {
  Matrices<d> I;
  HWY_UNROLL(16)
  for (int k = 0; k < d * d; ++k) I.at[k] = hn::Set(Tag(), k % (d + 1) == 0 ? 1 : 0);
  return I;
}

/// F of the displacement u.
template <int d>
HWY_INLINE Matrices<d> deformation_gradient(const int* dofs, const Matrices<d>& B,
                                            const double* u) {
  const Tag tag;
  const hn::Rebind<int64_t, Tag> wide;
  const hn::Rebind<int32_t, Tag> narrow;
  const auto corner = [&](int a) HWY_ATTR {
    return hn::PromoteTo(wide, hn::Load(narrow, dofs + kBlock * a));
  };
  const auto origin = corner(0);
  Lanes u_0[d];
  HWY_UNROLL(16)
  for (int r = 0; r < d; ++r) u_0[r] = hn::GatherIndex(tag, u + r, origin);
  Matrices<d> edges;
  HWY_UNROLL(16)
  for (int a = 0; a < d; ++a) {
    const auto vertex = corner(a + 1);
    HWY_UNROLL(16)
    for (int r = 0; r < d; ++r) edges(r, a) = hn::Sub(hn::GatherIndex(tag, u + r, vertex), u_0[r]);
  }
  return product_plus(edges, B, identity<d>());
}

/// Stores the corner forces vol P ∇φ_a.
template <int d>
HWY_INLINE void store_forces(const Matrices<d>& P, const Matrices<d>& B, double* forces) {
  const Tag tag;
  HWY_UNROLL(16)
  for (int r = 0; r < d; ++r) {
    Lanes first = hn::Zero(tag);
    HWY_UNROLL(16)
    for (int a = 0; a < d; ++a) {
      Lanes force = hn::Mul(P(r, 0), B(a, 0));
      HWY_UNROLL(16)
      for (int c = 1; c < d; ++c) force = hn::MulAdd(P(r, c), B(a, c), force);
      hn::Store(force, tag, forces + kBlock * (d * (a + 1) + r));
      first = hn::Sub(first, force);
    }
    hn::Store(first, tag, forces + kBlock * r);
  }
}

/// Σ vol Ψ over the blocks, with the forces where wanted.
template <int d, class Law, Wanted wanted>
HWY_INLINE double over_blocks(const KernelInput& input, double* forces) {
  const Tag tag;
  Lanes sum = hn::Zero(tag);
  for (Index b = 0; b < input.num_blocks; ++b) {
    const int* dofs = input.dofs + kBlock * (d + 1) * b;
    const double* numbers = input.numbers + kBlock * (d * d + Law::num_constants) * b;
    for (size_t lane = 0; lane < kBlock; lane += hn::Lanes(tag)) {
      Matrices<d> B, P;
      HWY_UNROLL(16)
      for (int k = 0; k < d * d; ++k) B.at[k] = hn::Load(tag, numbers + kBlock * k + lane);
      const double* constants = numbers + kBlock * d * d + lane;
      const Matrices<d> F = deformation_gradient<d>(dofs + lane, B, input.u);
      if constexpr (Law::pose == Pose::hold) {
        const Matrices<d> F_r = deformation_gradient<d>(dofs + lane, B, input.u_r);
        sum = hn::Add(sum, Law::template respond<wanted>(F, F_r, constants, P));
      } else {
        sum = hn::Add(sum, Law::template respond<wanted>(F, constants, P));
      }
      if constexpr (wanted == Wanted::forces)
        store_forces<d>(P, B, forces + kBlock * d * (d + 1) * b + lane);
    }
  }
  return hn::GetLane(hn::SumOfLanes(tag, sum));
}

/// The kernel of one law.
template <int d, class Law>
HWY_INLINE double run_law(const KernelInput& input, double* forces) {
  return forces ? over_blocks<d, Law, Wanted::forces>(input, forces)
                : over_blocks<d, Law, Wanted::energy>(input, forces);
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#endif
