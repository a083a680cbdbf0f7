// linalg/panel_kernels.cpp: the way through the panels, compiled once for every instruction set.

#include "descant/linalg/panel_kernels.hpp"

#include <algorithm>
#include <cstring>

#ifdef DESCANT_WITH_HIGHWAY
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "descant/linalg/panel_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
//
#include <hwy/highway.h>
#endif

#include "descant/linalg/panel_products-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace descant {
namespace HWY_NAMESPACE {
namespace {

/// Rows of `stride_of(D)` numbers from tiles of D columns, and back.
template <int D>
void rows_from_tiles(int tiles, const double* HWY_RESTRICT in, double* HWY_RESTRICT out) {
  const Tag tag;
  for (int t = 0; t < tiles * parts; ++t) {
    const double* from = in + t / parts * (D * tile_rows) + t % parts * num_lanes;
    double* to = out + t * num_lanes * stride_of(D);
    const Lanes v0 = hn::Load(tag, from);
    if constexpr (D == 1) hn::Store(v0, tag, to);
    if constexpr (D == 2) hn::StoreInterleaved2(v0, hn::Load(tag, from + tile_rows), tag, to);
    if constexpr (D == 3)
      hn::StoreInterleaved4(v0, hn::Load(tag, from + tile_rows),
                            hn::Load(tag, from + 2 * tile_rows), hn::Zero(tag), tag, to);
  }
}

template <int D>
void tiles_from_rows(int tiles, const double* HWY_RESTRICT in, double* HWY_RESTRICT out) {
  const Tag tag;
  for (int t = 0; t < tiles * parts; ++t) {
    const double* from = in + t * num_lanes * stride_of(D);
    double* to = out + t / parts * (D * tile_rows) + t % parts * num_lanes;
    Lanes v0, v1, v2, v3;
    if constexpr (D == 1) v0 = hn::Load(tag, from);
    if constexpr (D == 2) hn::LoadInterleaved2(tag, from, v0, v1);
    if constexpr (D == 3) hn::LoadInterleaved4(tag, from, v0, v1, v2, v3);
    hn::Store(v0, tag, to);
    if constexpr (D > 1) hn::Store(v1, tag, to + tile_rows);
    if constexpr (D > 2) hn::Store(v2, tag, to + 2 * tile_rows);
  }
}

/// to += from, one row of S numbers.
template <int S>
HWY_INLINE void add_row(const double* HWY_RESTRICT from, double* HWY_RESTRICT to) {
  const hn::CappedTag<double, S> tag;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(decltype(tag)()));
  for (int a = 0; a < S; a += lanes)
    hn::Store(hn::Add(hn::Load(tag, to + a), hn::Load(tag, from + a)), tag, to + a);
}

template <int S>
HWY_INLINE void copy_row(const double* HWY_RESTRICT from, double* HWY_RESTRICT to) {
  const hn::CappedTag<double, S> tag;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(decltype(tag)()));
  for (int a = 0; a < S; a += lanes) hn::Store(hn::Load(tag, from + a), tag, to + a);
}

/// `rows` listed rows of `x`, gathered from row `begin` of `to` on; rows up to a full tile are
/// zero.
template <int S>
void gather_rows(const double* x, const int* rows, int begin, int count, double* to) {
  for (int i = 0; i < count; ++i) copy_row<S>(x + rows[i] * S, to + (begin + i) * S);
  std::fill(to + (begin + count) * S, to + num_tiles(begin + count) * (tile_rows * S), 0.0);
}

template <int D>
void forward_border(const Panel& panel, BorderKind kind, const double* y, double* mu, double* tiled,
                    double* flat) {
  constexpr int S = stride_of(D);
  const int tiles = num_tiles(panel.num_active), width = panel.shape.width;
  if (kind == BorderKind::split) {
    multiply<D, Form::full>(width, tiles, panel.border, y, S, tiled);
    rows_from_tiles<D>(tiles, tiled, flat);
    for (int c = 0; c < panel.num_active; ++c) add_row<S>(flat + c * S, mu + panel.active[c] * S);
    return;
  }
  // one coordinate after the other, all into the same constraints
  for (int a = 0; a < D; ++a) {
    multiply<1, Form::full>(width, tiles, panel.border + Index{a} * tiles * tile_rows * width,
                            y + a, S, tiled);
    for (int c = 0; c < panel.num_active; ++c) mu[panel.active[c]] += tiled[c];
  }
}

template <int D>
void backward_border(const Panel& panel, BorderKind kind, const double* nu, double* y,
                     double* tiled, double* flat) {
  constexpr int S = stride_of(D);
  const int tiles = num_tiles(panel.num_active), width = panel.shape.width;
  if (kind == BorderKind::split) {
    gather_rows<S>(nu, panel.active, 0, panel.num_active, flat);
    tiles_from_rows<D>(tiles, flat, tiled);
    multiply_transposed<D, Form::full, false>(
        width, tiles, panel.border + Index{tiles} * tile_rows * width, tiled, y, S);
    return;
  }
  gather_rows<1>(nu, panel.active, 0, panel.num_active, tiled);
  for (int a = D; a-- > 0;)
    multiply_transposed<1, Form::full, false>(
        width, tiles, panel.border + Index{a + 1} * tiles * tile_rows * width, tiled, y + a, S);
}

template <int D>
void forward_run(const PanelRun& run) {
  constexpr int S = stride_of(D);
  for (const Panel* panel = run.begin; panel != run.end; ++panel) {
    const int w = panel->shape.width, num_rows = panel->shape.num_rows;
    const int tiles = num_tiles(w + num_rows);
    double* tiled = run.scratch;
    double* flat = tiled + std::max(tiles, num_tiles(panel->num_active)) * (tile_rows * S);
    double* y = run.x + panel->first * S;
    if (panel->single)
      multiply<D, Form::triangle>(w, tiles, panel->single, y, S, tiled);
    else
      multiply<D, Form::triangle>(w, tiles, panel->values, y, S, tiled);
    rows_from_tiles<D>(tiles, tiled, flat);
    std::memcpy(y, flat, sizeof(double) * w * S);
    for (int i = 0; i < num_rows; ++i) add_row<S>(flat + (w + i) * S, run.x + panel->rows[i] * S);
    if (panel->num_active > 0) forward_border<D>(*panel, run.kind, y, run.mu, tiled, flat);
  }
}

template <int D>
void backward_run(const PanelRun& run) {
  constexpr int S = stride_of(D);
  for (const Panel* panel = run.end; panel-- != run.begin;) {
    const int w = panel->shape.width, num_rows = panel->shape.num_rows;
    const int tiles = num_tiles(w + num_rows);
    double* tiled = run.scratch;
    double* flat = tiled + std::max(tiles, num_tiles(panel->num_active)) * (tile_rows * S);
    double* y = run.x + panel->first * S;
    if (panel->num_active > 0) backward_border<D>(*panel, run.kind, run.mu, y, tiled, flat);
    std::memcpy(flat, y, sizeof(double) * w * S);
    gather_rows<S>(run.x, panel->rows, w, num_rows, flat);
    tiles_from_rows<D>(tiles, flat, tiled);
    const Index count = panel->shape.num_values();
    if (panel->single)
      multiply_transposed<D, Form::triangle, true>(w, tiles, panel->single + count, tiled, y, S);
    else
      multiply_transposed<D, Form::triangle, true>(w, tiles, panel->values + count, tiled, y, S);
  }
}

/// Rows begin … begin + 8 of panel · x_J, for the lanes of one register of right-hand sides.
template <class T>
HWY_INLINE void wide_tile(const T* values, int width, int tiles, int tile, const double* x,
                          Lanes* sum) {
  const Tag tag;
  HWY_UNROLL(8)
  for (int r = 0; r < tile_rows; ++r) sum[r] = hn::Zero(tag);
  for (int k = 0; k < width && k / tile_rows <= tile; k += strip_columns) {
    const int columns = std::min(strip_columns, width - k), skipped = k / tile_rows;
    const T* m = values + (tile - skipped) * columns * tile_rows;
    for (int c = 0; c < columns; ++c, m += tile_rows) {
      const Lanes right = hn::Load(tag, x + (k + c) * tile_rows);
      HWY_UNROLL(8)
      for (int r = 0; r < tile_rows; ++r)
        sum[r] = hn::MulAdd(hn::Set(tag, static_cast<double>(m[r])), right, sum[r]);
    }
    values += columns * tile_rows * (tiles - skipped);
  }
}

template <class T>
void forward_wide_panel(const Panel& panel, const T* values, double* x, double* scratch) {
  const Tag tag;
  const int w = panel.shape.width, num_rows = w + panel.shape.num_rows;
  const int tiles = num_tiles(num_rows);
  double* right = x + Index{panel.first} * tile_rows;
  for (int part = 0; part < tile_rows; part += num_lanes) {
    for (int tile = 0; tile < tiles; ++tile) {
      Lanes sum[tile_rows];
      wide_tile(values, w, tiles, tile, right + part, sum);
      for (int r = 0; r < tile_rows; ++r) {
        const int row = tile * tile_rows + r;
        if (row >= num_rows) break;
        if (row < w) {
          hn::Store(sum[r], tag, scratch + row * tile_rows + part);
        } else {
          double* to = x + Index{panel.rows[row - w]} * tile_rows + part;
          hn::Store(hn::Add(hn::Load(tag, to), sum[r]), tag, to);
        }
      }
    }
  }
  std::memcpy(right, scratch, sizeof(double) * w * tile_rows);
}

}  // namespace

void forward_wide_on_target(const Panel& panel, double* x, double* scratch) {
  if (panel.single) return forward_wide_panel(panel, panel.single, x, scratch);
  forward_wide_panel(panel, panel.values, x, scratch);
}

void forward_on_target(const PanelRun& run) {
  if (run.dim == 3) return forward_run<3>(run);
  if (run.dim == 2) return forward_run<2>(run);
  return forward_run<1>(run);
}

void backward_on_target(const PanelRun& run) {
  if (run.dim == 3) return backward_run<3>(run);
  if (run.dim == 2) return backward_run<2>(run);
  return backward_run<1>(run);
}

void gram_on_target(int num_rows, int width, const double* M, double* G) {
  const Tag tag;
  const int tiles = num_tiles(num_rows), leading = tiles * tile_rows;
  for (int k = 0; k < width; k += strip_columns) {
    const int columns = std::min(strip_columns, width - k);
    with_columns(columns, [&](auto C) {
      for (int r = 0; r < num_rows; ++r) {
        // row r of the strip against the rows of its own tile and of those below
        const double* row = M + r / tile_rows * (C() * tile_rows) + r % tile_rows;
        Lanes factor[C()];
        for (int c = 0; c < C(); ++c) factor[c] = hn::Set(tag, row[c * tile_rows]);
        for (int t = r / tile_rows * parts; t < tiles * parts; ++t) {
          const double* m = M + t / parts * (C() * tile_rows) + t % parts * num_lanes;
          double* to = G + Index{r} * leading + t * num_lanes;
          Lanes sum = hn::Load(tag, to);
          for (int c = 0; c < C(); ++c)
            sum = hn::MulAdd(hn::Load(tag, m + c * tile_rows), factor[c], sum);
          hn::Store(sum, tag, to);
        }
      }
    });
    M += columns * tile_rows * tiles;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descant {

HWY_EXPORT(forward_on_target);
HWY_EXPORT(backward_on_target);
HWY_EXPORT(forward_wide_on_target);
HWY_EXPORT(gram_on_target);

void forward_panels(const PanelRun& run) { HWY_DYNAMIC_DISPATCH(forward_on_target)(run); }

void backward_panels(const PanelRun& run) { HWY_DYNAMIC_DISPATCH(backward_on_target)(run); }

void forward_wide(const Panel& panel, double* x, double* scratch) {
  HWY_DYNAMIC_DISPATCH(forward_wide_on_target)(panel, x, scratch);
}

void panel_gram(int num_rows, int width, const double* M, double* G) {
  HWY_DYNAMIC_DISPATCH(gram_on_target)(num_rows, width, M, G);
}

}  // namespace descant
#endif
