// linalg/rig_jacobian.cpp: J split by coordinate, or dense.

#include "descant/linalg/rig_jacobian.hpp"

#include "descant/core/error.hpp"

namespace descant {
namespace {

/// (J_s ⊗ I_d) p
template <int d>
void split_product(const SparseRowMatrix& J_s, const ConstVec& p, const Workers& workers,
                   Vector& product) {
  constexpr Index chunk = 1024;
  product.resize(d * J_s.rows());
  workers.for_ranges(J_s.rows(), chunk, [&](Index i, Index end) {
    for (; i < end; ++i) {
      Vec<d> sum = Vec<d>::Zero();
      for (SparseRowMatrix::InnerIterator it(J_s, i); it; ++it)
        sum += it.value() * p.segment<d>(d * it.col());
      product.segment<d>(d * i) = sum;
    }
  });
}

}  // namespace

RigJacobian RigJacobian::split(const SparseMatrix& J_s, int dim) { return split(J_s, J_s, dim); }

RigJacobian RigJacobian::split(const SparseMatrix& J_s, SparseMatrix span_s, int dim) {
  expect_equal(J_s.rows(), span_s.rows(), "a Jacobian and its span have the same rows");
  RigJacobian result;
  result.dim_ = dim;
  result.is_split_ = true;
  result.J_s_ = J_s;
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

void RigJacobian::apply(ConstVec p, const Workers& workers, Vector& product) const {
  expect_equal(p.size(), num_params(), "p has one entry a column of J");
  if (!is_split_)
    product.noalias() = J_ * p;
  else if (dim_ == 2)
    split_product<2>(J_s_, p, workers, product);
  else
    split_product<3>(J_s_, p, workers, product);
}

Vector RigJacobian::apply(ConstVec p) const {
  Vector product;
  apply(p, Workers(1), product);
  return product;
}

RigJacobian RigJacobian::unsplit() const {
  if (!is_split_) return *this;
  return general(dense(), split(span_s_, dim_).dense(), dim_);
}

Matrix RigJacobian::dense() const {
  if (!is_split_) return J_;
  Matrix J = Matrix::Zero(num_dofs(), num_params());
  for (Index i = 0; i < J_s_.outerSize(); ++i)
    for (SparseRowMatrix::InnerIterator it(J_s_, i); it; ++it)
      for (int a = 0; a < dim_; ++a) J(dim_ * i + a, dim_ * it.col() + a) = it.value();
  return J;
}

}  // namespace descant
