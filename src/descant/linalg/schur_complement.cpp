// linalg/schur_complement.cpp: Eigen's factor, and a look at its pivots.

#include "descant/linalg/schur_complement.hpp"

namespace descant {

bool factor_schur_complement(const Matrix& S, Eigen::LLT<Matrix>& factor) {
  constexpr double least_pivot = 1e-12;  // relative to what stood there before the elimination
  factor.compute(S);
  if (factor.info() != Eigen::Success) return false;
  const Vector pivots = factor.matrixLLT().diagonal().cwiseAbs2();
  return (pivots.array() > least_pivot * S.diagonal().array()).all();
}

}  // namespace descant
