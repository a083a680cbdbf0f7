// linalg/rig_jacobian.cpp: J split by coordinate, or dense.

#include "descant/linalg/rig_jacobian.hpp"

#include "descant/core/error.hpp"

namespace descant {
namespace {

/// (J_s ⊗ I_d) p
template <int d>
void split_product(const SparseMatrix& J_s, const ConstVec& p, Vector& product) {
  product.setZero(d * J_s.rows());
  for (Index k = 0; k < J_s.outerSize(); ++k) {
    const Vec<d> p_k = p.segment<d>(d * k);
    for (SparseMatrix::InnerIterator it(J_s, k); it; ++it)
      Eigen::Map<Vec<d>>(product.data() + d * it.row()) += it.value() * p_k;
  }
}

}  // namespace

RigJacobian RigJacobian::split(SparseMatrix J_s, int dim) { return split(J_s, J_s, dim); }

RigJacobian RigJacobian::split(SparseMatrix J_s, SparseMatrix span_s, int dim) {
  expect_equal(J_s.rows(), span_s.rows(), "a Jacobian and its span have the same rows");
  RigJacobian result;
  result.dim_ = dim;
  result.is_split_ = true;
  result.J_s_ = std::move(J_s);
  result.span_s_ = std::move(span_s);
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

void RigJacobian::apply(ConstVec p, Vector& product) const {
  expect_equal(p.size(), num_params(), "p has one entry a column of J");
  if (!is_split_)
    product.noalias() = J_ * p;
  else if (dim_ == 2)
    split_product<2>(J_s_, p, product);
  else
    split_product<3>(J_s_, p, product);
}

Vector RigJacobian::apply(ConstVec p) const {
  Vector product;
  apply(p, product);
  return product;
}

Matrix RigJacobian::dense() const {
  if (!is_split_) return J_;
  Matrix J = Matrix::Zero(num_dofs(), num_params());
  for (Index k = 0; k < J_s_.outerSize(); ++k)
    for (SparseMatrix::InnerIterator it(J_s_, k); it; ++it)
      for (int a = 0; a < dim_; ++a) J(dim_ * it.row() + a, dim_ * k + a) = it.value();
  return J;
}

}  // namespace descant
