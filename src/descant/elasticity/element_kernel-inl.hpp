// elasticity/element_kernel-inl.hpp: the loop over blocks of elements that every SIMD law shares.
//
//   ∇φ = [∇φ₁ … ∇φ_d] = [x₁−x₀ … x_d−x₀]⁻ᵀ,   F = I + [u₁−u₀ … u_d−u₀] ∇φᵀ
//   f_a = vol P ∇φ_a,   f₀ = −Σ f_a
//
// ∇φ is found anew in every pass: positions at rest are in the nearest cache, ∇φ of all elements
// would not be in any.
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

template <int d>
HWY_INLINE Matrices<d> identity() {
  Matrices<d> I;
  HWY_UNROLL(16)
  for (int k = 0; k < d * d; ++k) I.at[k] = hn::Set(Tag(), k % (d + 1) == 0 ? 1 : 0);
  return I;
}

/// A vector at a corner of each element in the lanes.
template <int d>
struct Corners {
  Lanes at[d];
};

/// From rows, coordinate by coordinate.
template <int d>
HWY_INLINE Corners<d> corners(const std::uint16_t* places, const double* rows) {
  const hn::Rebind<int64_t, Tag> wide;
  const hn::Rebind<int32_t, Tag> narrow;
  const hn::Rebind<uint16_t, Tag> stored;
  const auto at = hn::PromoteTo(wide, hn::PromoteTo(narrow, hn::LoadU(stored, places)));
  Corners<d> corner;
  HWY_UNROLL(16)
  for (int r = 0; r < d; ++r) corner.at[r] = hn::GatherIndex(Tag(), rows + r, at);
  return corner;
}

/// Adds to rows, element by element.
template <int d>
HWY_INLINE void add_corners(const Corners<d>& corner, const std::uint16_t* places, double* rows) {
  alignas(64) double at[d][kBlock];
  HWY_UNROLL(16)
  for (int r = 0; r < d; ++r) hn::Store(corner.at[r], Tag(), at[r]);
  for (size_t i = 0; i < hn::Lanes(Tag()); ++i)
    for (int r = 0; r < d; ++r) rows[places[i] + r] += at[r][i];
}

#if HWY_TARGET <= HWY_AVX2
// row by row, then turned about: faster than gathers where vectors are long

template <>
HWY_INLINE Corners<2> corners<2>(const std::uint16_t* places, const double* rows) {
  const Tag tag;
  const hn::FixedTag<double, 2> row;
  const hn::FixedTag<double, 4> two_rows;
  const auto two = [&](int i) HWY_ATTR {
    return hn::Combine(two_rows, hn::Load(row, rows + places[i + 1]),
                       hn::Load(row, rows + places[i]));
  };
#if HWY_TARGET == HWY_AVX2
  const Lanes low = two(0), high = two(2);
#else
  const Lanes low = hn::Combine(tag, two(2), two(0)), high = hn::Combine(tag, two(6), two(4));
#endif
  return {{hn::ConcatEven(tag, high, low), hn::ConcatOdd(tag, high, low)}};
}

template <>
HWY_INLINE void add_corners<2>(const Corners<2>& corner, const std::uint16_t* places,
                               double* rows) {
  const Tag tag;
  const hn::FixedTag<double, 2> row;
  // the lanes of even and of odd numbers
  alignas(64) double even[kBlock], odd[kBlock];
  hn::Store(hn::InterleaveLower(tag, corner.at[0], corner.at[1]), tag, even);
  hn::Store(hn::InterleaveUpper(tag, corner.at[0], corner.at[1]), tag, odd);
  for (size_t i = 0; i < hn::Lanes(tag); ++i) {
    double* place = rows + places[i];
    const double* force = (i % 2 == 0 ? even : odd) + i / 2 * 2;
    hn::Store(hn::Add(hn::Load(row, place), hn::Load(row, force)), row, place);
  }
}

template <>
HWY_INLINE Corners<3> corners<3>(const std::uint16_t* places, const double* rows) {
  const Tag tag;
  const hn::FixedTag<double, 4> row;
  // lane i, and behind it lane i + 4
  const auto pair = [&](int i) HWY_ATTR {
    const auto low = hn::Load(row, rows + places[i]);
#if HWY_TARGET == HWY_AVX2
    return low;
#else
    return hn::Combine(tag, hn::Load(row, rows + places[i + 4]), low);
#endif
  };
  const Lanes r0 = pair(0), r1 = pair(1), r2 = pair(2), r3 = pair(3);
  const Lanes xz01 = hn::InterleaveLower(tag, r0, r1), xz23 = hn::InterleaveLower(tag, r2, r3);
  const Lanes y01 = hn::InterleaveUpper(tag, r0, r1), y23 = hn::InterleaveUpper(tag, r2, r3);
  return {{hn::OddEvenBlocks(hn::SwapAdjacentBlocks(xz23), xz01),
           hn::OddEvenBlocks(hn::SwapAdjacentBlocks(y23), y01),
           hn::OddEvenBlocks(xz23, hn::SwapAdjacentBlocks(xz01))}};
}

template <>
HWY_INLINE void add_corners<3>(const Corners<3>& corner, const std::uint16_t* places,
                               double* rows) {
  const Tag tag;
  const hn::FixedTag<double, 4> row;
  const Lanes xy02 = hn::InterleaveLower(tag, corner.at[0], corner.at[1]);
  const Lanes xy13 = hn::InterleaveUpper(tag, corner.at[0], corner.at[1]);
  const Lanes z02 = hn::InterleaveLower(tag, corner.at[2], hn::Zero(tag));
  const Lanes z13 = hn::InterleaveUpper(tag, corner.at[2], hn::Zero(tag));
  // lane i, and behind it lane i + 4
  const Lanes pairs[4] = {hn::OddEvenBlocks(hn::SwapAdjacentBlocks(z02), xy02),
                          hn::OddEvenBlocks(hn::SwapAdjacentBlocks(z13), xy13),
                          hn::OddEvenBlocks(z02, hn::SwapAdjacentBlocks(xy02)),
                          hn::OddEvenBlocks(z13, hn::SwapAdjacentBlocks(xy13))};
  const auto add = [&](auto force, int i) HWY_ATTR {
    double* place = rows + places[i];
    hn::Store(hn::Add(hn::Load(row, place), force), row, place);
  };
#if HWY_TARGET == HWY_AVX2
  for (int i = 0; i < 4; ++i) add(pairs[i], i);
#else
  for (int i = 0; i < 4; ++i) add(hn::LowerHalf(row, pairs[i]), i);
  for (int i = 0; i < 4; ++i) add(hn::UpperHalf(row, pairs[i]), i + 4);
#endif
}
#endif

/// [x₁−x₀ … x_d−x₀] of what the rows hold.
template <int d>
HWY_INLINE Matrices<d> edges(const std::uint16_t* places, const double* rows) {
  const Corners<d> origin = corners<d>(places, rows);
  Matrices<d> result;
  HWY_UNROLL(16)
  for (int a = 0; a < d; ++a) {
    const Corners<d> corner = corners<d>(places + kBlock * (a + 1), rows);
    HWY_UNROLL(16)
    for (int r = 0; r < d; ++r) result(r, a) = hn::Sub(corner.at[r], origin.at[r]);
  }
  return result;
}

/// [∇φ₁ … ∇φ_d], from the edges at rest.
template <int d>
HWY_INLINE Matrices<d> shape_gradients(const Matrices<d>& edges_at_rest) {
  Matrices<d> gradients = cofactors(edges_at_rest);
  const Lanes scale = hn::Div(hn::Set(Tag(), 1), determinant(edges_at_rest, gradients));
  HWY_UNROLL(16)
  for (int k = 0; k < d * d; ++k) gradients.at[k] = hn::Mul(scale, gradients.at[k]);
  return gradients;
}

/// I + A Bᵀ
template <int d>
HWY_INLINE Matrices<d> identity_plus_transposed(const Matrices<d>& A, const Matrices<d>& B) {
  Matrices<d> C = identity<d>();
  HWY_UNROLL(16)
  for (int k = 0; k < d * d; ++k) {
    HWY_UNROLL(16)
    for (int i = 0; i < d; ++i) C.at[k] = hn::MulAdd(A(k % d, i), B(k / d, i), C.at[k]);
  }
  return C;
}

/// Adds the corner forces vol P ∇φ_a.
template <int d>
HWY_INLINE void add_forces(const Matrices<d>& P, const Matrices<d>& gradients,
                           const std::uint16_t* places, double* forces) {
  Corners<d> first;
  HWY_UNROLL(16)
  for (int r = 0; r < d; ++r) first.at[r] = hn::Zero(Tag());
  HWY_UNROLL(16)
  for (int a = 0; a < d; ++a) {
    Corners<d> force;
    HWY_UNROLL(16)
    for (int r = 0; r < d; ++r) {
      force.at[r] = hn::Mul(P(r, 0), gradients(0, a));
      HWY_UNROLL(16)
      for (int c = 1; c < d; ++c) force.at[r] = hn::MulAdd(P(r, c), gradients(c, a), force.at[r]);
      first.at[r] = hn::Sub(first.at[r], force.at[r]);
    }
    add_corners<d>(force, places + kBlock * (a + 1), forces);
  }
  add_corners<d>(first, places, forces);
}

/// Σ vol Ψ over the blocks, with the forces where wanted. A few sets of lanes at a time, as many as
/// the law likes to see together.
template <int d, class Law, Wanted wanted>
HWY_INLINE double over_blocks(const KernelInput& input, double* forces) {
  const Tag tag;
  const Index sets_per_block = static_cast<Index>(kBlock / hn::Lanes(tag));
  const Index num_sets = sets_per_block * input.num_blocks;
  Lanes sum = hn::Zero(tag);
  for (Index first = 0; first < num_sets; first += Law::group) {
    const int count = static_cast<int>(HWY_MIN(Index{Law::group}, num_sets - first));
    const auto block_of = [&](int i) HWY_ATTR { return (first + i) / sets_per_block; };
    const auto lane_of = [&](int i) HWY_ATTR {
      return (first + i) % sets_per_block * static_cast<Index>(hn::Lanes(tag));
    };
    const auto places_of = [&](int i) HWY_ATTR {
      return input.corners + kBlock * (d + 1) * block_of(i) + lane_of(i);
    };
    typename Law::Shapes shapes;
    Matrices<d> gradients[Law::group];
    HWY_UNROLL(1)
    for (int i = 0; i < count; ++i) {
      gradients[i] = shape_gradients(edges<d>(places_of(i), input.rest));
      shapes.F[i] = identity_plus_transposed(edges<d>(places_of(i), input.u), gradients[i]);
      if constexpr (Law::pose == Pose::hold)
        shapes.F_r[i] = identity_plus_transposed(edges<d>(places_of(i), input.u_r), gradients[i]);
    }
    Law::prepare(count, shapes);
    HWY_UNROLL(1)
    for (int i = 0; i < count; ++i) {
      const double* constants =
          input.constants + kBlock * Law::num_constants * block_of(i) + lane_of(i);
      Matrices<d> P;
      sum = hn::Add(sum, Law::template respond<wanted>(shapes, i, constants, P));
      if constexpr (wanted == Wanted::forces) add_forces<d>(P, gradients[i], places_of(i), forces);
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
