// elasticity/element_kernel-inl.hpp: the loop over blocks of elements that every SIMD law shares.
//
//   F = I + [u₁−u₀ … u_d−u₀] B,   f_a = vol P ∇φ_a = vol P Bᵀ e_a,   f₀ = −Σ f_a
//
// A law is a struct with its `pose`; `Shapes` of a `group` of F (and F_r where it holds a pose);
// `prepare(count, shapes)` for what is better done for a group together; and
// `respond<wanted>(shapes, nth, constants, P)`, which returns vol Ψ of the nth shape and, where
// wanted, overwrites P by vol ∂Ψ/∂F. `constants` points at the lanes' first constant; the next is
// eight further.

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

/// A matrix of each element in the lanes.
template <int d>
HWY_INLINE Matrices<d> load(const double* numbers) {
  Matrices<d> M;
  HWY_UNROLL(16)
  for (int k = 0; k < d * d; ++k) M.at[k] = hn::Load(Tag(), numbers + kBlock * k);
  return M;
}

template <int d>
HWY_INLINE Matrices<d> identity() {
  Matrices<d> I;
  HWY_UNROLL(16)
  for (int k = 0; k < d * d; ++k) I.at[k] = hn::Set(Tag(), k % (d + 1) == 0 ? 1 : 0);
  return I;
}

/// The displacement of a vertex of each element in the lanes.
template <int d>
struct Corners {
  Lanes at[d];
};

/// From u, coordinate by coordinate.
template <int d>
HWY_INLINE Corners<d> corners(const int* dofs, const double* u) {
  const Tag tag;
  const hn::Rebind<int64_t, Tag> wide;
  const hn::Rebind<int32_t, Tag> narrow;
  const auto places = hn::PromoteTo(wide, hn::Load(narrow, dofs));
  Corners<d> corner;
  HWY_UNROLL(16)
  for (int r = 0; r < d; ++r) corner.at[r] = hn::GatherIndex(tag, u + r, places);
  return corner;
}

#if HWY_TARGET <= HWY_AVX2
/// In space, vertex by vertex, then turned about: faster than gathers where vectors are long.
template <>
HWY_INLINE Corners<3> corners<3>(const int* dofs, const double* u) {
  const Tag tag;
  const hn::FixedTag<double, 4> row;
  const auto xyz = hn::FirstN(row, 3);
  // lane i, and behind it lane i + 4
  const auto rows = [&](int i) HWY_ATTR {
    const auto low = hn::MaskedLoad(xyz, row, u + dofs[i]);
#if HWY_TARGET == HWY_AVX2
    return low;
#else
    return hn::Combine(tag, hn::MaskedLoad(xyz, row, u + dofs[i + 4]), low);
#endif
  };
  const Lanes r0 = rows(0), r1 = rows(1), r2 = rows(2), r3 = rows(3);
  const Lanes xz01 = hn::InterleaveLower(tag, r0, r1), xz23 = hn::InterleaveLower(tag, r2, r3);
  const Lanes y01 = hn::InterleaveUpper(tag, r0, r1), y23 = hn::InterleaveUpper(tag, r2, r3);
  return {{hn::OddEvenBlocks(hn::SwapAdjacentBlocks(xz23), xz01),
           hn::OddEvenBlocks(hn::SwapAdjacentBlocks(y23), y01),
           hn::OddEvenBlocks(xz23, hn::SwapAdjacentBlocks(xz01))}};
}
#endif

/// F of the displacement u.
template <int d>
HWY_INLINE Matrices<d> deformation_gradient(const int* dofs, const Matrices<d>& B,
                                            const double* u) {
  const Corners<d> origin = corners<d>(dofs, u);
  Matrices<d> edges;
  HWY_UNROLL(16)
  for (int a = 0; a < d; ++a) {
    const Corners<d> corner = corners<d>(dofs + kBlock * (a + 1), u);
    HWY_UNROLL(16)
    for (int r = 0; r < d; ++r) edges(r, a) = hn::Sub(corner.at[r], origin.at[r]);
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

/// Σ vol Ψ over the blocks, with the forces where wanted. A few sets of lanes at a time, as many as
/// the law likes to see together.
template <int d, class Law, Wanted wanted>
HWY_INLINE double over_blocks(const KernelInput& input, double* forces) {
  const Tag tag;
  const Index sets_per_block = static_cast<Index>(kBlock / hn::Lanes(tag));
  const Index num_sets = sets_per_block * input.num_blocks;
  constexpr int stride = kBlock * (d * d + Law::num_constants);
  Lanes sum = hn::Zero(tag);
  for (Index first = 0; first < num_sets; first += Law::group) {
    const int count = static_cast<int>(HWY_MIN(Index{Law::group}, num_sets - first));
    const auto block_of = [&](int i) HWY_ATTR { return (first + i) / sets_per_block; };
    const auto lane_of = [&](int i) HWY_ATTR {
      return (first + i) % sets_per_block * static_cast<Index>(hn::Lanes(tag));
    };
    typename Law::Shapes shapes;
    HWY_UNROLL(1)
    for (int i = 0; i < count; ++i) {
      const int* dofs = input.dofs + kBlock * (d + 1) * block_of(i) + lane_of(i);
      const Matrices<d> B = load<d>(input.numbers + stride * block_of(i) + lane_of(i));
      shapes.F[i] = deformation_gradient<d>(dofs, B, input.u);
      if constexpr (Law::pose == Pose::hold)
        shapes.F_r[i] = deformation_gradient<d>(dofs, B, input.u_r);
    }
    Law::prepare(count, shapes);
    HWY_UNROLL(1)
    for (int i = 0; i < count; ++i) {
      const double* numbers = input.numbers + stride * block_of(i) + lane_of(i);
      Matrices<d> P;
      sum = hn::Add(sum, Law::template respond<wanted>(shapes, i, numbers + kBlock * d * d, P));
      if constexpr (wanted == Wanted::forces)
        store_forces<d>(P, load<d>(numbers),
                        forces + kBlock * d * (d + 1) * block_of(i) + lane_of(i));
    }
  }
  return hn::GetLane(hn::SumOfLanes(tag, sum));
}

/// What laws without preparations share.
template <int d>
struct RelaxedLaw {
  static constexpr Pose pose = Pose::relax;
  static constexpr int group = 1;
  struct Shapes {
    Matrices<d> F[group];
  };
  static HWY_INLINE void prepare(int, Shapes&) {}
};

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
