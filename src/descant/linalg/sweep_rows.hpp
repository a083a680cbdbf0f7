// linalg/sweep_rows.hpp: sparse matrices laid out for sweeps with a few right-hand sides.
//
// Entries come in fours, filled up with zeros: a processor guesses how often a loop will run, and
// rows that differ by an entry or two would make it guess wrong at nearly every one.

#pragma once

#include <cstdint>
#include <vector>

#include "descant/core/types.hpp"
#include "descant/linalg/aligned.hpp"

namespace descant {

constexpr Index sweep_block = 2048;  ///< rows swept one after the other

/// Entries in runs, which lie one behind the other.
template <class Column>
struct PaddedRuns {
  void add(Index to, double factor) {
    column.push_back(static_cast<Column>(to));
    value.push_back(static_cast<float>(factor));
  }

  /// Ends a run, with zeros at its beginning: what a sweep has to wait for stands last.
  void end_run();

  std::size_t bytes() const;

  std::vector<int> begin{0};  ///< of each run, and the end
  AlignedVector<Column> column;
  AlignedVector<float> value;
};

/// Any sparse matrix, a run for each row.
/// @param transposed  Aᵀ, whose columns are the rows
PaddedRuns<int> padded_rows(const SparseMatrix& transposed);

/// A symmetric matrix cut into blocks of neighbouring rows, as Gauss–Seidel sweeps see it: within a
/// block one row after the other, between blocks as they were.
struct SweepRows {
  explicit SweepRows(const SparseMatrix& A);

  Index num_rows() const { return static_cast<Index>(diagonal.size()); }
  std::size_t bytes() const;

  PaddedRuns<uint16_t> near;  ///< entries of the own block, numbered in it; two runs for each row:
                              ///< those before it, ascending, and those after it, descending
  PaddedRuns<int> far;        ///< entries of other blocks, a run for each of `edge`
  std::vector<int> edge;      ///< rows that have any
  std::vector<int> edge_begin;    ///< of each block among them, and the end
  AlignedVector<float> diagonal;  ///< D
  AlignedVector<float> inverse;   ///< 1 / d, d as large as sweeps over blocks need it
  AlignedVector<float> excess;    ///< d − D
};

}  // namespace descant
