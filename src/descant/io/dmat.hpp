// io/dmat.hpp: `.dmat` matrices.
//
//   columns rows, then the values column by column; or
//   0 0, columns rows, then raw little-endian doubles column by column

#pragma once

#include <string>
#include <string_view>

#include "descant/core/types.hpp"

namespace descant {

/// The matrix (rows × columns). Throws InputError at `place:line`.
Matrix parse_dmat(std::string_view text, const std::string& place);

Matrix read_dmat_file(const std::string& path);

/// Text that `parse_dmat` reads back to the same bits.
std::string dmat_text(const Matrix& matrix);

}  // namespace descant
