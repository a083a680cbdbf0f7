// rig/linear_rig.cpp: affine body and linear blend skinning.
//
//   J_s     columns of handle k:  w_k x₁ … w_k x_d   w_k
//   span_s                        w_k (x₁ − c₁) … w_k (x_d − c_d)   w_k
//
// with c the handle's weighted centroid. Both span the same space, but far from the origin only the
// second still has its digits, because the difference is taken before anything is rounded.

#include "descant/rig/linear_rig.hpp"

#include "descant/core/error.hpp"
#include "descant/rig/blend.hpp"

namespace descant {
namespace {

/// One scalar column w (x_a − c_a) per coordinate, then w itself; for every handle.
SparseMatrix blend_columns(const Positions& rest, const Matrix& weights, const Matrix& centres) {
  const Index dim = rest.cols();
  SparseMatrix columns(rest.rows(), weights.cols() * (dim + 1));
  for (Index k = 0; k < weights.cols(); ++k)
    for (Index a = 0; a <= dim; ++a) {
      columns.startVec(k * (dim + 1) + a);
      for (Index i = 0; i < rest.rows(); ++i) {
        const double w = weights(i, k);
        if (w == 0) continue;
        columns.insertBack(i, k * (dim + 1) + a) = a < dim ? w * (rest(i, a) - centres(a, k)) : w;
      }
    }
  columns.finalize();
  return columns;
}

std::unique_ptr<Rig> make_blend_rig(const Positions& rest, const Matrix& weights) {
  Matrix centroids(rest.cols(), weights.cols());
  for (Index k = 0; k < weights.cols(); ++k)
    centroids.col(k) = weighted_centroid(rest, weights.col(k));
  const Matrix origin = Matrix::Zero(rest.cols(), weights.cols());
  return std::make_unique<LinearRig>(rest, blend_columns(rest, weights, origin),
                                     blend_columns(rest, weights, centroids));
}

}  // namespace

LinearRig::LinearRig(const Positions& rest, const SparseMatrix& J_s, SparseMatrix span_s)
    : rest_(flat(rest)),
      jacobian_(RigJacobian::split(J_s, std::move(span_s), static_cast<int>(rest.cols()))) {
  expect_equal(jacobian_.num_dofs(), rest.size(), "J_s has one row a vertex");
}

std::unique_ptr<Rig> make_affine_rig(const Positions& rest) {
  check_rest(rest);
  return make_blend_rig(rest, Matrix::Ones(rest.rows(), 1));
}

std::unique_ptr<Rig> make_skinning_rig(const Positions& rest, const Matrix& weights) {
  check_rest(rest);
  check_weights(rest, weights);
  return make_blend_rig(rest, weights);
}

Vector affine_params(const std::vector<Matrix>& transforms) {
  Index size = 0;
  for (const Matrix& T : transforms) size += T.size();
  Vector p(size);
  Index at = 0;
  for (const Matrix& T : transforms) {
    expect_equal(T.cols(), T.rows() + 1, "an affine map is d×(d+1)");
    p.segment(at, T.size()) = T.reshaped();
    at += T.size();
  }
  return p;
}

}  // namespace descant
