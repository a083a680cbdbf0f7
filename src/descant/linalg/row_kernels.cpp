// linalg/row_kernels.cpp: the sweeps, compiled once for every instruction set.

#include "descant/linalg/row_kernels.hpp"

#ifdef DESCANT_WITH_HIGHWAY
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "descant/linalg/row_kernels.cpp"
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
using Tag = hn::CappedTag<double, row_width>;
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

HWY_INLINE Row load(const double* x, Index i) {
  Row row;
  for (int p = 0; p < parts; ++p) row.part[p] = hn::Load(Tag(), x + i * row_width + p * num_lanes);
  return row;
}

HWY_INLINE void store(const Row& row, double* x, Index i) {
  for (int p = 0; p < parts; ++p) hn::Store(row.part[p], Tag(), x + i * row_width + p * num_lanes);
}

/// sum += factor · x
HWY_INLINE void add(double factor, const Row& x, Row& sum) {
  const hn::Vec<Tag> factors = hn::Set(Tag(), factor);
  for (int p = 0; p < parts; ++p) sum.part[p] = hn::MulAdd(factors, x.part[p], sum.part[p]);
}

/// sum += sign Σ a_ij x_j over entries [k, end), by two chains of additions; x begins at row
/// `first` of the vector.
template <int sign>
HWY_INLINE void add_entries(const AlignedVector<int>& columns, const AlignedVector<float>& values,
                            int k, int end, const double* HWY_RESTRICT x, Index first, Row& sum) {
  const int* HWY_RESTRICT column = columns.data();
  const float* HWY_RESTRICT value = values.data();
  Row other = zero();
  for (; k + 1 < end; k += 2) {
    add(sign * static_cast<double>(value[k]), load(x, column[k] - first), sum);
    add(sign * static_cast<double>(value[k + 1]), load(x, column[k + 1] - first), other);
  }
  if (k < end) add(sign * static_cast<double>(value[k]), load(x, column[k] - first), sum);
  add(1, other, sum);
}

/// sum −= Σ a_ij x_j over runs `from` to `to` of row i
HWY_INLINE void subtract_runs(const SweepRows& A, Index i, int from, int to, const double* x,
                              Index first, Row& sum) {
  add_entries<-1>(A.column, A.value, A.begin[3 * i + from], A.begin[3 * i + to + 1], x, first, sum);
}

constexpr int before = 0, beyond = 1, after = 2;  ///< runs of a row

/// sum_c += Σᵢ W_ic x_i for `count` columns from `first`, kept in registers.
template <int count>
HWY_INLINE void add_columns(int k, int first, Index num_rows, const double* HWY_RESTRICT W,
                            const double* HWY_RESTRICT x, double* sum) {
  Row total[count];
  for (int c = 0; c < count; ++c) total[c] = load(sum, first + c);
  for (Index i = 0; i < num_rows; ++i) {
    const Row row = load(x, i);
    HWY_UNROLL(8)
    for (int c = 0; c < count; ++c) add(W[i * k + first + c], row, total[c]);
  }
  for (int c = 0; c < count; ++c) store(total[c], sum, first + c);
}

}  // namespace

void add_product_on_target(const SparseRows& A, Index begin, Index end, const double* x,
                           double* y) {
  for (Index i = begin; i < end; ++i) {
    Row sum = load(y, i);
    add_entries<1>(A.column, A.value, A.begin[i], A.begin[i + 1], x, 0, sum);
    store(sum, y, i);
  }
}

void forward_sweep_on_target(const SweepRows& A, Index begin, Index end, const double* b,
                             double* x) {
  for (Index i = begin; i < end; ++i) {
    Row rest = load(b, i - begin), scaled = zero();
    subtract_runs(A, i, before, before, x, 0, rest);
    add(A.inverse[i], rest, scaled);
    store(scaled, x, i);
  }
}

void residual_on_target(const SweepRows& A, Index begin, Index end, const double* x, double* r) {
  for (Index i = begin; i < end; ++i) {
    Row rest = zero();
    add(1 / A.inverse[i] - A.diagonal[i], load(x, i), rest);
    subtract_runs(A, i, beyond, after, x, 0, rest);
    store(rest, r, i);
  }
}

void backward_sweep_on_target(const SweepRows& A, Index begin, Index end, const double* b,
                              const double* x, double* y) {
  for (Index i = end; i-- > begin;) {
    Row rest = load(b, i - begin), sum = load(x, i);
    add(-A.diagonal[i], sum, rest);
    subtract_runs(A, i, before, beyond, x, 0, rest);
    subtract_runs(A, i, after, after, y, begin, rest);
    add(A.inverse[i], rest, sum);
    store(sum, y, i - begin);
  }
}

void add_transposed_on_target(int k, Index num_rows, const double* W, const double* x,
                              double* sum) {
  int c = 0;
  for (; c + 8 <= k; c += 8) add_columns<8>(k, c, num_rows, W, x, sum);
  for (; c + 4 <= k; c += 4) add_columns<4>(k, c, num_rows, W, x, sum);
  for (; c < k; ++c) add_columns<1>(k, c, num_rows, W, x, sum);
}

void subtract_on_target(int k, Index num_rows, const double* W, const double* mu, const double* x,
                        double* y) {
  for (Index i = 0; i < num_rows; ++i) {
    Row row = load(x, i);
    for (int c = 0; c < k; ++c) add(-W[i * k + c], load(mu, c), row);
    store(row, y, i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descant {

HWY_EXPORT(add_product_on_target);
HWY_EXPORT(forward_sweep_on_target);
HWY_EXPORT(residual_on_target);
HWY_EXPORT(backward_sweep_on_target);
HWY_EXPORT(add_transposed_on_target);
HWY_EXPORT(subtract_on_target);

void add_product(const SparseRows& A, Index begin, Index end, const double* x, double* y) {
  HWY_DYNAMIC_DISPATCH(add_product_on_target)(A, begin, end, x, y);
}

void sweep_forward(const SweepRows& A, Index begin, Index end, const double* b, double* x) {
  HWY_DYNAMIC_DISPATCH(forward_sweep_on_target)(A, begin, end, b, x);
}

void residual_after_sweep(const SweepRows& A, Index begin, Index end, const double* x, double* r) {
  HWY_DYNAMIC_DISPATCH(residual_on_target)(A, begin, end, x, r);
}

void sweep_backward(const SweepRows& A, Index begin, Index end, const double* b, const double* x,
                    double* y) {
  HWY_DYNAMIC_DISPATCH(backward_sweep_on_target)(A, begin, end, b, x, y);
}

void add_transposed_rows(int k, Index num_rows, const double* W, const double* x, double* sum) {
  HWY_DYNAMIC_DISPATCH(add_transposed_on_target)(k, num_rows, W, x, sum);
}

void subtract_rows(int k, Index num_rows, const double* W, const double* mu, const double* x,
                   double* y) {
  HWY_DYNAMIC_DISPATCH(subtract_on_target)(k, num_rows, W, mu, x, y);
}

SparseRows::SparseRows(const SparseMatrix& transposed) : begin(1, 0) {
  for (Index i = 0; i < transposed.cols(); ++i) {
    for (SparseMatrix::InnerIterator it(transposed, i); it; ++it) {
      column.push_back(static_cast<int>(it.row()));
      value.push_back(static_cast<float>(it.value()));
    }
    begin.push_back(static_cast<int>(column.size()));
  }
}

Index SparseRows::bytes() const {
  return static_cast<Index>((begin.size() + column.size()) * sizeof(int) +
                            value.size() * sizeof(float));
}

Index SweepRows::bytes() const {
  return static_cast<Index>(begin.size() * sizeof(int) +
                            column.size() * (sizeof(int) + sizeof(float)) +
                            diagonal.size() * 2 * sizeof(double));
}

}  // namespace descant
#endif
