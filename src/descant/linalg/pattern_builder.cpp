// linalg/pattern_builder.cpp: from neighbours of vertices to the sparsity of a matrix of blocks.

#include "descant/linalg/pattern_builder.hpp"

#include <algorithm>
#include <limits>

#include "descant/core/error.hpp"

namespace descant {

PatternBuilder::PatternBuilder(Index num_vertices) : columns_(num_vertices) {}

void PatternBuilder::enter(std::span<const Index> first) {
  first_.assign(first.begin(), first.end());
}

void PatternBuilder::connect(int a, Index i, int b, Index j) {
  const Index row = first_[a] + i, column = first_[b] + j;
  columns_[column].push_back(static_cast<int>(row));
  columns_[row].push_back(static_cast<int>(column));
}

void PatternBuilder::connect_column(int body, Index j, std::span<const int> rows) {
  std::vector<int>& column = columns_[first_[body] + j];
  for (const int row : rows) column.push_back(static_cast<int>(first_[body] + row));
}

SparseMatrix PatternBuilder::matrix(int dim) {
  Index num_blocks = 0;
  for (size_t v = 0; v < columns_.size(); ++v) {
    std::vector<int>& column = columns_[v];
    column.push_back(static_cast<int>(v));
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
    num_blocks += static_cast<Index>(column.size());
  }
  if (num_blocks > std::numeric_limits<int>::max() / (dim * dim))
    throw InputError("mesh", "too many elements for one stiffness matrix",
                     "Use a coarser simulation mesh");

  const Index size = dim * static_cast<Index>(columns_.size());
  SparseMatrix pattern(size, size);
  pattern.resizeNonZeros(num_blocks * dim * dim);
  int* outer = pattern.outerIndexPtr();
  int* inner = pattern.innerIndexPtr();
  int count = 0;
  for (const std::vector<int>& column : columns_)
    for (int c = 0; c < dim; ++c) {
      *outer++ = count;
      for (const int row : column)
        for (int r = 0; r < dim; ++r) inner[count++] = dim * row + r;
    }
  *outer = count;
  std::fill_n(pattern.valuePtr(), count, 0.0);
  return pattern;
}

}  // namespace descant
