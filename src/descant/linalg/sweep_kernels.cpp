// linalg/sweep_kernels.cpp: the sweeps, compiled once for every instruction set.

#include "descant/linalg/sweep_kernels.hpp"

#include <algorithm>

#include "descant/core/prefetch.hpp"

#ifdef DESCANT_WITH_HIGHWAY
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "descant/linalg/sweep_kernels.cpp"
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
using Tag = hn::CappedTag<float, row_width>;
constexpr int num_lanes = static_cast<int>(hn::MaxLanes(Tag()));
constexpr int parts = row_width / num_lanes;

/// Four numbers, in as many registers as they take.
struct Row {
  hn::Vec<Tag> part[parts];
};

HWY_INLINE Row zero() {
  Row row;
  for (int p = 0; p < parts; ++p) row.part[p] = hn::Zero(Tag());
  return row;
}

HWY_INLINE Row load(const float* x, Index i) {
  Row row;
  for (int p = 0; p < parts; ++p) row.part[p] = hn::Load(Tag(), x + i * row_width + p * num_lanes);
  return row;
}

HWY_INLINE void store(const Row& row, float* x, Index i) {
  for (int p = 0; p < parts; ++p) hn::Store(row.part[p], Tag(), x + i * row_width + p * num_lanes);
}

/// sum += sign · factor · x
template <int sign = 1>
HWY_INLINE void add(float factor, const Row& x, Row& sum) {
  const hn::Vec<Tag> factors = hn::Set(Tag(), factor);
  for (int p = 0; p < parts; ++p)
    sum.part[p] = sign > 0 ? hn::MulAdd(factors, x.part[p], sum.part[p])
                           : hn::NegMulAdd(factors, x.part[p], sum.part[p]);
}

/// sum += sign Σ a_j x_j over entries [k, end), four at a time by two chains of additions.
template <int sign, class Column>
HWY_INLINE void add_entries(const PaddedRuns<Column>& A, int k, int end,
                            const float* HWY_RESTRICT x, Row& sum) {
  const Column* HWY_RESTRICT column = A.column.data();
  const float* HWY_RESTRICT value = A.value.data();
  Row other = zero();
  for (; k < end; k += 4) {
    add<sign>(value[k], load(x, column[k]), sum);
    add<sign>(value[k + 1], load(x, column[k + 1]), other);
    add<sign>(value[k + 2], load(x, column[k + 2]), sum);
    add<sign>(value[k + 3], load(x, column[k + 3]), other);
  }
  add(1, other, sum);
}

/// Asks for the entries of a row some way ahead: processors follow streams to the end of a page
/// only.
/// @param step  1 where rows are swept forward, −1 backward
HWY_INLINE void prefetch_row(const SweepRows& A, Index row, int step) {
  constexpr int ahead = 512;  // entries
  const int k = std::clamp(A.near.begin[2 * row] + step * ahead, 0, A.near.begin.back());
  prefetch<Access::read>(A.near.value.data() + k);
  prefetch<Access::read>(A.near.column.data() + k);
}

HWY_INLINE Index last_row(const SweepRows& A, Index first) {
  return std::min(first + sweep_block, A.num_rows());
}

}  // namespace

void set_product_on_target(const PaddedRuns<int>& A, Index begin, Index end, const float* x,
                           float* y) {
  for (Index i = begin; i < end; ++i) {
    Row sum = zero();
    add_entries<1>(A, A.begin[i], A.begin[i + 1], x, sum);
    store(sum, y, i);
  }
}

void add_product_on_target(const PaddedRuns<int>& A, Index begin, Index end, const float* x,
                           float* y) {
  for (Index i = begin; i < end; ++i) {
    Row sum = load(y, i);
    add_entries<1>(A, A.begin[i], A.begin[i + 1], x, sum);
    store(sum, y, i);
  }
}

void forward_sweep_on_target(const SweepRows& A, Index first, const float* b, float* x, float* r) {
  const Index end = last_row(A, first);
  for (Index i = first; i < end; ++i) {
    prefetch_row(A, i, 1);
    Row rest = load(b, i - first), scaled = zero();
    add_entries<-1>(A.near, A.near.begin[2 * i], A.near.begin[2 * i + 1], x, rest);
    add(A.inverse[i], rest, scaled);
    store(scaled, x, i - first);
  }
  // (d − D − Lᵀ) x
  for (Index i = first; i < end; ++i) {
    Row rest = zero();
    add(A.excess[i], load(x, i - first), rest);
    add_entries<-1>(A.near, A.near.begin[2 * i + 1], A.near.begin[2 * i + 2], x, rest);
    store(rest, r, i - first);
  }
}

void subtract_far_on_target(const SweepRows& A, Index first, const float* x, float* r) {
  const Index block = first / sweep_block;
  for (int k = A.edge_begin[block]; k < A.edge_begin[block + 1]; ++k) {
    Row rest = load(r, A.edge[k] - first);
    add_entries<-1>(A.far, A.far.begin[k], A.far.begin[k + 1], x, rest);
    store(rest, r, A.edge[k] - first);
  }
}

void backward_sweep_on_target(const SweepRows& A, Index first, const float* b, float* x) {
  for (Index i = last_row(A, first); i-- > first;) {
    prefetch_row(A, i, -1);
    Row rest = load(b, i - first), sum = load(x, i - first);
    add<-1>(A.diagonal[i], sum, rest);
    add_entries<-1>(A.near, A.near.begin[2 * i], A.near.begin[2 * i + 2], x, rest);
    add(A.inverse[i], rest, sum);
    store(sum, x, i - first);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descant {

HWY_EXPORT(set_product_on_target);
HWY_EXPORT(add_product_on_target);
HWY_EXPORT(forward_sweep_on_target);
HWY_EXPORT(subtract_far_on_target);
HWY_EXPORT(backward_sweep_on_target);

void set_product(const PaddedRuns<int>& A, Index begin, Index end, const float* x, float* y) {
  HWY_DYNAMIC_DISPATCH(set_product_on_target)(A, begin, end, x, y);
}

void add_product(const PaddedRuns<int>& A, Index begin, Index end, const float* x, float* y) {
  HWY_DYNAMIC_DISPATCH(add_product_on_target)(A, begin, end, x, y);
}

void sweep_forward(const SweepRows& A, Index first, const float* b, float* x, float* r) {
  HWY_DYNAMIC_DISPATCH(forward_sweep_on_target)(A, first, b, x, r);
}

void subtract_far(const SweepRows& A, Index first, const float* x, float* r) {
  HWY_DYNAMIC_DISPATCH(subtract_far_on_target)(A, first, x, r);
}

void sweep_backward(const SweepRows& A, Index first, const float* b, float* x) {
  HWY_DYNAMIC_DISPATCH(backward_sweep_on_target)(A, first, b, x);
}

}  // namespace descant
#endif
