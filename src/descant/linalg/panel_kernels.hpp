// linalg/panel_kernels.hpp: products with the dense blocks of a sparse factor, on SIMD lanes.
//
//   A panel is [inv; low] with inv = L_JJ⁻¹ (lower triangular) and low = −L_RJ L_JJ⁻¹, so that
//
//     forward    y_J = inv b_J,  b_R += low b_J        one product with the panel
//     backward   x_J = invᵀ y_J + lowᵀ x_R             one product with its transpose
//
// Its rows are cut into tiles of 8, its columns into strips of 4: a strip holds its tiles one after
// the other, a tile its columns one after the other, so that both products read memory in order. A
// strip begins at the tile of its first column: above that, inv is zero.
//
// Border panels hold Y_Jᵀ, the constraints' rows, in the same way but full:
//
//     forward    μ_K += Y_Jᵀ y_J                       backward   y_J += Y_J ν_K
//
// Vectors hold one vertex a row: `dim` numbers padded to `stride`.

#pragma once

#include <algorithm>

#include "descant/core/types.hpp"

namespace descant {

constexpr int tile_rows = 8;
constexpr int strip_columns = 4;

/// Numbers kept for each vertex: a power of two, so that a row is one SIMD register.
constexpr int stride_of(int dim) { return dim == 3 ? 4 : dim; }

constexpr int num_tiles(int rows) { return (rows + tile_rows - 1) / tile_rows; }

/// The size of a panel: w columns, w + num_rows rows.
struct PanelShape {
  int width = 0, num_rows = 0;
  Index num_values() const {
    // two strips a tile; the tiles above them are left out
    const Index tiles = num_tiles(width + num_rows), full = width / tile_rows;
    return tile_rows *
           (width * tiles - tile_rows * full * (full - 1) / 2 - (width - tile_rows * full) * full);
  }
};

/// One supernode as the kernels see it. Rows are numbered within a workspace.
struct Panel {
  int first = 0;  ///< row of its first column
  PanelShape shape;
  const int* rows = nullptr;       ///< R
  const double* values = nullptr;  ///< the panel, aligned to a cache line
  const float* single = nullptr;   ///< the same in single precision: then `values` is not looked at

  // the border: none where num_active is 0
  int num_active = 0;              ///< |K|
  const int* active = nullptr;     ///< K, as rows of μ
  const double* border = nullptr;  ///< Y_Jᵀ; `dim` panels in turn where the border is general
};

enum class BorderKind { split, general };  ///< μ has `dim` columns, or one for all coordinates

/// What a run over panels works on.
struct PanelRun {
  const Panel* begin = nullptr;
  const Panel* end = nullptr;
  int dim = 0;  ///< 1, 2 or 3
  BorderKind kind = BorderKind::split;
  double* x = nullptr;        ///< the workspace
  double* mu = nullptr;       ///< μ on the way up, ν = −λ on the way down
  double* scratch = nullptr;  ///< scratch_size() numbers, aligned to a cache line
};

/// Numbers of scratch memory that panels of at most so many rows (or active constraints) need.
constexpr Index scratch_size(Index most_rows) { return 8 * (most_rows + 2 * tile_rows); }

/// L⁻¹, panel by panel; and L⁻ᵀ, from the last panel to the first.
void forward_panels(const PanelRun& run);
void backward_panels(const PanelRun& run);

/// L⁻¹ through one panel for 8 right-hand sides, which are the rows of x.
void forward_wide(const Panel& panel, double* x, double* scratch);

/// G (rows × rows, column-major with leading dimension 8·num_tiles) += M Mᵀ of a full panel M; only
/// the tiles on and below the diagonal are computed.
void panel_gram(int num_rows, int width, const double* M, double* G);

}  // namespace descant
