// rig/vertex_blocks.cpp: products vertex by vertex.

#include "descant/rig/vertex_blocks.hpp"

#include <algorithm>

#include "descant/core/error.hpp"

namespace descant {
namespace {

/// diag(B) A of a dense A.
Matrix times_dense(const Matrix& B, const Matrix& A) {
  const Index d = B.rows();
  Matrix product(A.rows(), A.cols());
  for (Index i = 0; i < A.rows(); i += d)
    product.middleRows(i, d).noalias() = B.middleCols(i, d) * A.middleRows(i, d);
  return product;
}

/// diag(B) A, d entries wherever A has one of them.
SparseMatrix times_sparse(const Matrix& B, const SparseMatrix& A) {
  const Index d = B.rows();
  SparseMatrix product(A.rows(), A.cols());
  product.reserve(d * A.nonZeros());
  Vector sum(d);
  for (Index j = 0; j < A.cols(); ++j) {
    product.startVec(j);
    for (SparseMatrix::InnerIterator it(A, j); it;) {
      const Index first = it.row() / d * d;
      sum.setZero();
      for (; it && it.row() < first + d; ++it) sum += it.value() * B.col(it.row());
      for (Index a = 0; a < d; ++a) product.insertBack(first + a, j) = sum[a];
    }
  }
  product.finalize();
  return product;
}

/// [A₁ A₂ …]
SparseMatrix joined(const std::vector<SparseMatrix>& parts) {
  Index width = 0, size = 0;
  for (const SparseMatrix& part : parts) {
    expect_equal(part.rows(), parts[0].rows(), "parts of a Jacobian have the same rows");
    width += part.cols();
    size += part.nonZeros();
  }
  SparseMatrix result(parts[0].rows(), width);
  result.reserve(size);
  Index column = 0;
  for (const SparseMatrix& part : parts)
    for (Index j = 0; j < part.cols(); ++j, ++column) {
      result.startVec(column);
      for (SparseMatrix::InnerIterator it(part, j); it; ++it)
        result.insertBack(it.row(), column) = it.value();
    }
  result.finalize();
  return result;
}

/// The span on dofs, whatever the form.
SparseMatrix written_span(const RigJacobian& J) {
  if (!J.is_split()) return J.general_span();
  return RigJacobian::split(J.scalar_span(), J.dim()).written_sparse();
}

}  // namespace

Matrix equal_blocks(const Matrix& block, Index num_vertices) {
  return block.replicate(1, num_vertices);
}

Matrix blocks_times(const Matrix& B, const Matrix& A) {
  expect_equal(A.cols(), B.cols(), "a block for every vertex");
  const Index d = B.rows();
  Matrix product(d, A.cols());
  for (Index i = 0; i < A.cols(); i += d)
    product.middleCols(i, d).noalias() = B.middleCols(i, d) * A.middleCols(i, d);
  return product;
}

RigJacobian blocks_times(const Matrix& B, const RigJacobian& J) {
  expect_equal(J.num_dofs(), B.cols(), "a block for every vertex");
  if (J.form() == JacobianForm::dense)
    return RigJacobian::general(times_dense(B, J.dense()), times_dense(B, Matrix(J.general_span())),
                                J.dim());
  return RigJacobian::sparse(times_sparse(B, J.written_sparse()), times_sparse(B, written_span(J)),
                             J.dim());
}

RigJacobian side_by_side(const std::vector<RigJacobian>& parts) {
  if (parts.size() == 1) return parts[0];
  std::vector<SparseMatrix> J, spans;
  for (const RigJacobian& part : parts) {
    J.push_back(part.written_sparse());
    spans.push_back(written_span(part));
  }
  const int dim = parts[0].dim();
  const auto is_dense = [](const RigJacobian& part) { return part.form() == JacobianForm::dense; };
  if (std::all_of(parts.begin(), parts.end(), is_dense))
    return RigJacobian::general(Matrix(joined(J)), Matrix(joined(spans)), dim);
  return RigJacobian::sparse(joined(J), joined(spans), dim);
}

}  // namespace descant
