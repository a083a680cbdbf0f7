// linalg/rig_jacobian.cpp: J split by coordinate, sparse, or dense.

#include "descant/linalg/rig_jacobian.hpp"

#include "descant/core/error.hpp"
#include "descant/linalg/kronecker.hpp"

namespace descant {
namespace {

/// (A ⊗ I_d) p
template <int d>
void split_product(const SparseRowMatrix& A, const ConstVec& p, const Workers& workers,
                   Vector& product) {
  constexpr Index chunk = 1024;
  product.resize(d * A.rows());
  workers.for_ranges(A.rows(), chunk, [&](Index i, Index end) {
    for (; i < end; ++i) {
      Vec<d> sum = Vec<d>::Zero();
      for (SparseRowMatrix::InnerIterator it(A, i); it; ++it)
        sum += it.value() * p.segment<d>(d * it.col());
      product.segment<d>(d * i) = sum;
    }
  });
}

}  // namespace

RigJacobian RigJacobian::split(const SparseMatrix& J_s, int dim) { return split(J_s, J_s, dim); }

RigJacobian RigJacobian::split(const SparseMatrix& J_s, SparseMatrix span_s, int dim) {
  RigJacobian result = sparse(J_s, std::move(span_s), dim);
  result.form_ = JacobianForm::split;
  return result;
}

RigJacobian RigJacobian::sparse(const SparseMatrix& J, int dim) { return sparse(J, J, dim); }

RigJacobian RigJacobian::sparse(const SparseMatrix& J, SparseMatrix span, int dim) {
  expect_equal(J.rows(), span.rows(), "a Jacobian and its span have the same rows");
  RigJacobian result;
  result.dim_ = dim;
  result.form_ = JacobianForm::sparse;
  result.rows_ = J;
  result.sparse_span_ = std::move(span);
  return result;
}

RigJacobian RigJacobian::general(Matrix J, int dim) { return general(J, J, dim); }

RigJacobian RigJacobian::general(Matrix J, Matrix span, int dim) {
  expect_equal(J.rows(), span.rows(), "a Jacobian and its span have the same rows");
  RigJacobian result;
  result.dim_ = dim;
  result.J_ = std::move(J);
  result.span_ = std::move(span);
  return result;
}

Index RigJacobian::num_dofs() const {
  if (form_ == JacobianForm::dense) return J_.rows();
  return is_split() ? dim_ * rows_.rows() : rows_.rows();
}

Index RigJacobian::num_params() const {
  if (form_ == JacobianForm::dense) return J_.cols();
  return is_split() ? dim_ * rows_.cols() : rows_.cols();
}

Index RigJacobian::non_zeros() const {
  return form_ == JacobianForm::dense ? J_.size() : rows_.nonZeros();
}

void RigJacobian::apply(ConstVec p, const Workers& workers, Vector& product) const {
  expect_equal(p.size(), num_params(), "p has one entry a column of J");
  if (form_ == JacobianForm::dense)
    product.noalias() = J_ * p;
  else if (form_ == JacobianForm::sparse)
    split_product<1>(rows_, p, workers, product);
  else if (dim_ == 2)
    split_product<2>(rows_, p, workers, product);
  else
    split_product<3>(rows_, p, workers, product);
}

Vector RigJacobian::apply(ConstVec p) const {
  Vector product;
  apply(p, Workers(1), product);
  return product;
}

RigJacobian RigJacobian::unsplit() const {
  if (!is_split()) return *this;
  return sparse(written_sparse(), on_every_coordinate(sparse_span_, dim_), dim_);
}

Matrix RigJacobian::dense() const {
  return form_ == JacobianForm::dense ? J_ : Matrix(written_sparse());
}

SparseMatrix RigJacobian::written_sparse() const {
  if (form_ == JacobianForm::dense) return J_.sparseView(0, 0);
  return is_split() ? on_every_coordinate(rows_, dim_) : SparseMatrix(rows_);
}

SparseMatrix RigJacobian::general_span() const {
  return form_ == JacobianForm::dense ? SparseMatrix(span_.sparseView(0, 0)) : sparse_span_;
}

}  // namespace descant
