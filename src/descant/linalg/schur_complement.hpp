// linalg/schur_complement.hpp: the factor of S = Zᵀ A⁻¹ Z, and whether the columns of Z stand
// apart.

#pragma once

#include <Eigen/Cholesky>

#include "descant/core/types.hpp"

namespace descant {

/// Factors S; false where a column of Z depends on those before it to the last digits.
[[nodiscard]] bool factor_schur_complement(const Matrix& S, Eigen::LLT<Matrix>& factor);

}  // namespace descant
