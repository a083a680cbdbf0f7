// linalg/vector_kernels.cpp: the loops, compiled once for every instruction set.

#include "descant/linalg/vector_kernels.hpp"

#include <algorithm>
#include <type_traits>

#ifdef DESCANT_WITH_HIGHWAY
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "descant/linalg/vector_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
//
#include <hwy/highway.h>
#else
#include "descant/linalg/plain_simd.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace descant {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, 8>;
using Lanes = hn::Vec<Tag>;
constexpr Index num_lanes = static_cast<Index>(hn::MaxLanes(Tag()));

/// Calls body with 1, 2, 3 or 4 as a constant.
template <class Body>
HWY_INLINE void with_count(int count, const Body& body) {
  if (count == 1) return body(std::integral_constant<int, 1>{});
  if (count == 2) return body(std::integral_constant<int, 2>{});
  if (count == 3) return body(std::integral_constant<int, 3>{});
  body(std::integral_constant<int, 4>{});
}

/// out = Σ_k factors[k] x[k], added to what is there unless `first`.
template <int K, bool first>
void combine_some(Index count, const double* factors, const double* const* x, double* out) {
  const Tag tag;
  Lanes factor[K];
  const double* from[K];
  for (int k = 0; k < K; ++k) {
    factor[k] = hn::Set(tag, factors[k]);
    from[k] = x[k];
  }
  Index i = 0;
  for (; i + num_lanes <= count; i += num_lanes) {
    Lanes sum = first ? hn::Zero(tag) : hn::LoadU(tag, out + i);
    for (int k = 0; k < K; ++k) sum = hn::MulAdd(factor[k], hn::LoadU(tag, from[k] + i), sum);
    hn::StoreU(sum, tag, out + i);
  }
  for (; i < count; ++i) {
    double sum = first ? 0 : out[i];
    for (int k = 0; k < K; ++k) sum += factors[k] * x[k][i];
    out[i] = sum;
  }
}

template <int K>
void multiply_some(Index count, const double* const* x, const double* y, double* sums) {
  const Tag tag;
  Lanes even[K], odd[K];
  for (int k = 0; k < K; ++k) even[k] = odd[k] = hn::Zero(tag);
  Index i = 0;
  for (; i + 2 * num_lanes <= count; i += 2 * num_lanes) {
    const Lanes y_even = hn::LoadU(tag, y + i), y_odd = hn::LoadU(tag, y + i + num_lanes);
    for (int k = 0; k < K; ++k) {
      even[k] = hn::MulAdd(hn::LoadU(tag, x[k] + i), y_even, even[k]);
      odd[k] = hn::MulAdd(hn::LoadU(tag, x[k] + i + num_lanes), y_odd, odd[k]);
    }
  }
  for (int k = 0; k < K; ++k) {
    double sum = hn::GetLane(hn::SumOfLanes(tag, hn::Add(even[k], odd[k])));
    for (Index j = i; j < count; ++j) sum += x[k][j] * y[j];
    sums[k] = sum;
  }
}

}  // namespace

void combine_on_target(Index count, int num_vectors, const double* factors, const double* const* x,
                       double* out) {
  bool is_first = true;
  for (int k = 0; k < num_vectors; k += 4) {
    with_count(std::min(4, num_vectors - k), [&](auto K) {
      if (is_first) return combine_some<K(), true>(count, factors + k, x + k, out);
      combine_some<K(), false>(count, factors + k, x + k, out);
    });
    is_first = false;
  }
}

void multiply_on_target(Index count, int num_vectors, const double* const* x, const double* y,
                        double* sums) {
  for (int k = 0; k < num_vectors; k += 4)
    with_count(std::min(4, num_vectors - k),
               [&](auto K) { multiply_some<K()>(count, x + k, y, sums + k); });
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descant {

HWY_EXPORT(combine_on_target);
HWY_EXPORT(multiply_on_target);

void combine(Index count, int num_vectors, const double* factors, const double* const* x,
             double* out) {
  HWY_DYNAMIC_DISPATCH(combine_on_target)(count, num_vectors, factors, x, out);
}

void inner_products(Index count, int num_vectors, const double* const* x, const double* y,
                    double* sums) {
  HWY_DYNAMIC_DISPATCH(multiply_on_target)(count, num_vectors, x, y, sums);
}

}  // namespace descant
#endif
