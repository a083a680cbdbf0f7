// linalg/kronecker.cpp: each column of the scalar matrix, once for every coordinate.

#include "descant/linalg/kronecker.hpp"

namespace descant {

SparseMatrix on_every_coordinate(const SparseMatrix& A, int dim) {
  SparseMatrix result(dim * A.rows(), dim * A.cols());
  result.reserve(dim * A.nonZeros());
  for (Index j = 0; j < A.cols(); ++j)
    for (int a = 0; a < dim; ++a) {
      result.startVec(dim * j + a);
      for (SparseMatrix::InnerIterator it(A, j); it; ++it)
        result.insertBack(dim * it.row() + a, dim * j + a) = it.value();
    }
  result.finalize();
  return result;
}

}  // namespace descant
