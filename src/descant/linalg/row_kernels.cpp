// linalg/row_kernels.cpp: the loops, compiled once for every instruction set.

#include "descant/linalg/row_kernels.hpp"

#include "descant/core/prefetch.hpp"

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
using Tag = hn::CappedTag<double, rows_of_tile>;
using Lanes = hn::Vec<Tag>;
constexpr Index num_lanes = static_cast<Index>(hn::MaxLanes(Tag()));
constexpr Index tiles_ahead = 4;  // asked for: processors follow streams to the end of a page only

/// Some rows, a register for each right-hand side.
template <int dim>
struct Rows {
  Lanes side[dim];
};

template <int dim>
HWY_INLINE Rows<dim> load(const double* x) {
  Rows<dim> rows;
  if constexpr (dim == 2)
    hn::LoadInterleaved2(Tag(), x, rows.side[0], rows.side[1]);
  else
    hn::LoadInterleaved3(Tag(), x, rows.side[0], rows.side[1], rows.side[2]);
  return rows;
}

template <int dim>
HWY_INLINE void store(const Rows<dim>& rows, double* x) {
  if constexpr (dim == 2)
    hn::StoreInterleaved2(rows.side[0], rows.side[1], Tag(), x);
  else
    hn::StoreInterleaved3(rows.side[0], rows.side[1], rows.side[2], Tag(), x);
}

/// The sums of `count` columns from `first` on, kept in registers.
template <int dim, int count>
HWY_INLINE void add_columns(int k, int first, Index num_tiles, const double* HWY_RESTRICT W,
                            const double* HWY_RESTRICT x, double* HWY_RESTRICT sum) {
  Rows<dim> total[count];
  for (int c = 0; c < count; ++c)
    for (int a = 0; a < dim; ++a) total[c].side[a] = hn::Zero(Tag());
  for (Index tile = 0; tile < num_tiles; ++tile) {
    const double* columns = W + (tile * k + first) * rows_of_tile;
    prefetch<Access::read>(columns + tiles_ahead * k * rows_of_tile,
                           columns + (tiles_ahead * k + count) * rows_of_tile);
    for (Index row = 0; row < rows_of_tile; row += num_lanes) {
      const Rows<dim> rows = load<dim>(x + (tile * rows_of_tile + row) * dim);
      HWY_UNROLL(4)
      for (int c = 0; c < count; ++c) {
        const Lanes column = hn::Load(Tag(), columns + c * rows_of_tile + row);
        for (int a = 0; a < dim; ++a)
          total[c].side[a] = hn::MulAdd(column, rows.side[a], total[c].side[a]);
      }
    }
  }
  for (int c = 0; c < count; ++c)
    for (int a = 0; a < dim; ++a)
      sum[(first + c) * dim + a] += hn::GetLane(hn::SumOfLanes(Tag(), total[c].side[a]));
}

template <int dim>
void add_transposed(int k, Index num_tiles, const double* W, const double* x, double* sum) {
  int c = 0;
  for (; c + 4 <= k; c += 4) add_columns<dim, 4>(k, c, num_tiles, W, x, sum);
  for (; c < k; ++c) add_columns<dim, 1>(k, c, num_tiles, W, x, sum);
}

template <int dim>
void subtract(int k, Index num_tiles, const double* HWY_RESTRICT W, const double* HWY_RESTRICT mu,
              double* HWY_RESTRICT x) {
  for (Index tile = 0; tile < num_tiles; ++tile) {
    prefetch<Access::read>(W + (tile + tiles_ahead) * k * rows_of_tile,
                           W + (tile + tiles_ahead + 1) * k * rows_of_tile);
    for (Index row = 0; row < rows_of_tile; row += num_lanes) {
      double* at = x + (tile * rows_of_tile + row) * dim;
      Rows<dim> rows = load<dim>(at);
      for (int c = 0; c < k; ++c) {
        const Lanes column = hn::Load(Tag(), W + (tile * k + c) * rows_of_tile + row);
        for (int a = 0; a < dim; ++a)
          rows.side[a] = hn::NegMulAdd(column, hn::Set(Tag(), mu[c * dim + a]), rows.side[a]);
      }
      store(rows, at);
    }
  }
}

}  // namespace

void add_transposed_on_target(int k, int dim, Index num_tiles, const double* W, const double* x,
                              double* sum) {
  if (dim == 2) return add_transposed<2>(k, num_tiles, W, x, sum);
  add_transposed<3>(k, num_tiles, W, x, sum);
}

void subtract_on_target(int k, int dim, Index num_tiles, const double* W, const double* mu,
                        double* x) {
  if (dim == 2) return subtract<2>(k, num_tiles, W, mu, x);
  subtract<3>(k, num_tiles, W, mu, x);
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descant {

HWY_EXPORT(add_transposed_on_target);
HWY_EXPORT(subtract_on_target);

void add_transposed_tiles(int k, int dim, Index num_tiles, const double* W, const double* x,
                          double* sum) {
  HWY_DYNAMIC_DISPATCH(add_transposed_on_target)(k, dim, num_tiles, W, x, sum);
}

void subtract_tiles(int k, int dim, Index num_tiles, const double* W, const double* mu, double* x) {
  HWY_DYNAMIC_DISPATCH(subtract_on_target)(k, dim, num_tiles, W, mu, x);
}

}  // namespace descant
#endif
