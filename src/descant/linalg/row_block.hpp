// linalg/row_block.hpp: a few right-hand sides, or what was solved for them, side by side.

#pragma once

#include "descant/core/types.hpp"

namespace descant {

/// `dim` right-hand sides, interleaved in rows of `stride` numbers.
template <class Number>
struct RowBlock {
  Number* data = nullptr;
  int dim = 0;
  Index stride = 0;
};

}  // namespace descant
