// linalg/panel_products-inl.hpp: a panel times a vector, and its transpose, in SIMD lanes.

#if defined(DESCANT_LINALG_PANEL_PRODUCTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DESCANT_LINALG_PANEL_PRODUCTS_INL
#undef DESCANT_LINALG_PANEL_PRODUCTS_INL
#else
#define DESCANT_LINALG_PANEL_PRODUCTS_INL
#endif

#include <algorithm>
#include <type_traits>

#ifdef DESCANT_WITH_HIGHWAY
#include <hwy/cache_control.h>
#include <hwy/highway.h>
#else
#include "descant/linalg/plain_simd.hpp"
#endif

#include "descant/linalg/panel_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace descant {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, tile_rows>;
using Lanes = hn::Vec<Tag>;
inline constexpr int num_lanes = static_cast<int>(hn::MaxLanes(Tag()));
inline constexpr int parts = tile_rows / num_lanes;  ///< registers in a column of a tile

/// Registers of stored numbers, which may be of single precision.
HWY_INLINE Lanes load_numbers(Tag tag, const double* from) { return hn::Load(tag, from); }
HWY_INLINE Lanes load_numbers(Tag tag, const float* from) {
  return hn::PromoteTo(tag, hn::Load(hn::Rebind<float, Tag>(), from));
}

/// Asks for what comes a little later in the direction of reading, a tile of C columns at a time.
template <int C, class T>
HWY_INLINE void prefetch(const T* tile, int direction) {
  constexpr int ahead = 2048 / sizeof(T), line = 64 / sizeof(T);
  for (int k = 0; k < C * tile_rows; k += line) hwy::Prefetch(tile + direction * ahead + k);
}

/// out (tiles of D columns) = or += the strip of C columns times C rows of `in`.
template <int C, int D, bool first, class T>
void multiply_strip(const T* HWY_RESTRICT strip, int tiles, const double* HWY_RESTRICT in,
                    int stride, double* HWY_RESTRICT out) {
  const Tag tag;
  Lanes factor[C][D];
  for (int c = 0; c < C; ++c)
    for (int a = 0; a < D; ++a) factor[c][a] = hn::Set(tag, in[c * stride + a]);
  for (int t = 0; t < tiles * parts; ++t) {
    const int tile = t / parts, part = t % parts * num_lanes;
    const T* HWY_RESTRICT m = strip + tile * (C * tile_rows) + part;
    double* HWY_RESTRICT to = out + tile * (D * tile_rows) + part;
    prefetch<C>(m, 1);
    Lanes sum[D];
    for (int a = 0; a < D; ++a) sum[a] = first ? hn::Zero(tag) : hn::Load(tag, to + a * tile_rows);
    for (int c = 0; c < C; ++c) {
      const Lanes value = load_numbers(tag, m + c * tile_rows);
      for (int a = 0; a < D; ++a) sum[a] = hn::MulAdd(value, factor[c][a], sum[a]);
    }
    for (int a = 0; a < D; ++a) hn::Store(sum[a], tag, to + a * tile_rows);
  }
}

/// A row of `out` = or += the sums over the lanes of D registers.
template <int D, bool first>
HWY_INLINE void sum_lanes(const Lanes* sum, double* out) {
  for (int a = 0; a < D; ++a) {
    const double total = hn::GetLane(hn::SumOfLanes(Tag(), sum[a]));
    out[a] = first ? total : out[a] + total;
  }
}

#if defined(DESCANT_WITH_HIGHWAY) && HWY_TARGET <= HWY_AVX2
/// The same for three at once: what takes the lanes apart is shared. Its rows are four numbers
/// wide.
template <bool first>
HWY_INLINE void sum_three(const Lanes* sum, double* out) {
  const Tag tag;
  const hn::FixedTag<double, 4> row;
  const Lanes zero = hn::Zero(tag);
  const Lanes xy =
      hn::Add(hn::InterleaveLower(tag, sum[0], sum[1]), hn::InterleaveUpper(tag, sum[0], sum[1]));
  const Lanes z =
      hn::Add(hn::InterleaveLower(tag, sum[2], zero), hn::InterleaveUpper(tag, sum[2], zero));
  const Lanes xyz = hn::Add(hn::OddEvenBlocks(hn::SwapAdjacentBlocks(z), xy),
                            hn::OddEvenBlocks(z, hn::SwapAdjacentBlocks(xy)));
#if HWY_TARGET == HWY_AVX2
  const auto total = xyz;
#else
  const auto total = hn::Add(hn::LowerHalf(row, xyz), hn::UpperHalf(row, xyz));
#endif
  hn::Store(first ? total : hn::Add(total, hn::Load(row, out)), row, out);
}
template <>
HWY_INLINE void sum_lanes<3, true>(const Lanes* sum, double* out) {
  sum_three<true>(sum, out);
}
template <>
HWY_INLINE void sum_lanes<3, false>(const Lanes* sum, double* out) {
  sum_three<false>(sum, out);
}
#endif

/// C rows of `out` = or += the strip's transpose times `in` (tiles of D columns).
template <int C, int D, bool first, class T>
void multiply_transposed_strip(const T* HWY_RESTRICT strip, int tiles,
                               const double* HWY_RESTRICT in, double* HWY_RESTRICT out,
                               int stride) {
  const Tag tag;
  Lanes sum[C][D];  // unrolled, or the compiler would not keep it in registers
  HWY_UNROLL(4)
  for (int c = 0; c < C; ++c) HWY_UNROLL(3)
  for (int a = 0; a < D; ++a) sum[c][a] = hn::Zero(tag);
  for (int t = tiles * parts; t-- > 0;) {
    const int tile = t / parts, part = t % parts * num_lanes;
    const T* HWY_RESTRICT m = strip + tile * (C * tile_rows) + part;
    const double* HWY_RESTRICT from = in + tile * (D * tile_rows) + part;
    prefetch<C>(m, -1);
    Lanes v[D];
    HWY_UNROLL(3)
    for (int a = 0; a < D; ++a) v[a] = hn::Load(tag, from + a * tile_rows);
    HWY_UNROLL(4)
    for (int c = 0; c < C; ++c) {
      const Lanes value = load_numbers(tag, m + c * tile_rows);
      HWY_UNROLL(3)
      for (int a = 0; a < D; ++a) sum[c][a] = hn::MulAdd(value, v[a], sum[c][a]);
    }
  }
  HWY_UNROLL(4)
  for (int c = 0; c < C; ++c) sum_lanes<D, first>(sum[c], out + c * stride);
}

/// Calls f with C, the number of columns of a strip, as a constant.
template <class F>
HWY_INLINE void with_columns(int columns, const F& f) {
  switch (columns) {
    case 1:
      return f(std::integral_constant<int, 1>());
    case 2:
      return f(std::integral_constant<int, 2>());
    case 3:
      return f(std::integral_constant<int, 3>());
    default:
      return f(std::integral_constant<int, 4>());
  }
}

enum class Form { triangle, full };  ///< whether strips begin at their own tile, or all at the top

/// out (tiles) = panel · in (rows).
template <int D, Form form, class T>
void multiply(int width, int tiles, const T* values, const double* in, int stride, double* out) {
  for (int k = 0; k < width; k += strip_columns) {
    const int skipped = form == Form::triangle ? k / tile_rows : 0;
    const int columns = std::min(strip_columns, width - k);
    double* to = out + skipped * (D * tile_rows);
    with_columns(columns, [&](auto C) {
      if (k == 0)
        multiply_strip<C(), D, true>(values, tiles, in, stride, to);
      else
        multiply_strip<C(), D, false>(values, tiles - skipped, in + k * stride, stride, to);
    });
    values += columns * tile_rows * (tiles - skipped);
  }
}

/// out (rows) = or += panelᵀ · in (tiles), read from its end: on the way back panels come in
/// reverse, and memory is then read in one direction.
template <int D, Form form, bool first, class T>
void multiply_transposed(int width, int tiles, const T* values_end, const double* in, double* out,
                         int stride) {
  for (int k = (width - 1) / strip_columns * strip_columns; k >= 0; k -= strip_columns) {
    const int skipped = form == Form::triangle ? k / tile_rows : 0;
    const int columns = std::min(strip_columns, width - k);
    values_end -= columns * tile_rows * (tiles - skipped);
    with_columns(columns, [&](auto C) {
      multiply_transposed_strip<C(), D, first>(
          values_end, tiles - skipped, in + skipped * (D * tile_rows), out + k * stride, stride);
    });
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#endif
