// linalg/row_block.hpp: a few right-hand sides, or what was solved for them, side by side.

#pragma once

#include "descant/core/types.hpp"

namespace descant {

constexpr int row_width = 4;  ///< numbers in a row where lanes hold all right-hand sides

/// `dim` right-hand sides, interleaved in rows of `stride` numbers.
template <class Number>
struct RowBlock {
  Number* data = nullptr;
  int dim = 0;
  Index stride = 0;
};

}  // namespace descant
