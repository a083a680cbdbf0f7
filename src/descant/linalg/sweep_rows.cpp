// linalg/sweep_rows.cpp: sorts the entries of a matrix into runs.

#include "descant/linalg/sweep_rows.hpp"

#include <algorithm>
#include <cmath>

namespace descant {

template <class Column>
void PaddedRuns<Column>::end_run() {
  const int first = begin.back(), count = static_cast<int>(column.size()) - first;
  const int missing = (4 - count % 4) % 4;
  if (missing > 0) {
    // the first entry again and again: a place that is read anyway
    const Column place = column[first];
    column.insert(column.begin() + first, missing, place);
    value.insert(value.begin() + first, missing, 0.0F);
  }
  begin.push_back(static_cast<int>(column.size()));
}

template <class Column>
std::size_t PaddedRuns<Column>::bytes() const {
  return begin.size() * sizeof(int) + column.size() * (sizeof(Column) + sizeof(float));
}

template struct PaddedRuns<int>;
template struct PaddedRuns<uint16_t>;

PaddedRuns<int> padded_rows(const SparseMatrix& transposed) {
  PaddedRuns<int> rows;
  for (Index i = 0; i < transposed.cols(); ++i) {
    for (SparseMatrix::InnerIterator it(transposed, i); it; ++it) rows.add(it.row(), it.value());
    rows.end_run();
  }
  return rows;
}

SweepRows::SweepRows(const SparseMatrix& A) : edge_begin{0} {
  const auto block_of = [](Index i) { return i / sweep_block; };
  std::vector<std::pair<Index, double>> after;
  for (Index i = 0; i < A.cols(); ++i) {
    double own = 0, away = 0;
    after.clear();
    for (SparseMatrix::InnerIterator it(A, i); it; ++it) {
      const Index j = it.row();
      if (j == i)
        own = it.value();
      else if (block_of(j) != block_of(i))
        away += std::abs(it.value());
      else if (j < i)
        near.add(j % sweep_block, it.value());
      else
        after.emplace_back(j % sweep_block, it.value());
    }
    near.end_run();
    for (auto entry = after.rbegin(); entry != after.rend(); ++entry)
      near.add(entry->first, entry->second);
    near.end_run();
    if (away > 0) {
      for (SparseMatrix::InnerIterator it(A, i); it; ++it)
        if (block_of(it.row()) != block_of(i)) far.add(it.row(), it.value());
      far.end_run();
      edge.push_back(static_cast<int>(i));
    }
    if ((i + 1) % sweep_block == 0 || i + 1 == A.cols())
      edge_begin.push_back(static_cast<int>(edge.size()));

    // 2d − a_ii ≥ Σ|a_ij| over other blocks: then sweeps side by side shrink every error
    const double d = std::max(own, (own + away) / 2);
    diagonal.push_back(static_cast<float>(own));
    inverse.push_back(static_cast<float>(1 / d));
    excess.push_back(static_cast<float>(d - own));
  }
}

std::size_t SweepRows::bytes() const {
  return near.bytes() + far.bytes() + (edge.size() + edge_begin.size()) * sizeof(int) +
         diagonal.size() * 3 * sizeof(float);
}

}  // namespace descant
