// rig/linear_rig.cpp: affine body and linear blend skinning.

#include "descant/rig/linear_rig.hpp"

#include <utility>

#include "descant/core/error.hpp"
#include "descant/rig/blend.hpp"
#include "descant/rig/skin_deformer.hpp"

namespace descant {

LinearRig::LinearRig(const Positions& rest, const SparseMatrix& J_s, SparseMatrix span_s,
                     Vector rest_params)
    : rest_(flat(rest)),
      jacobian_(RigJacobian::split(J_s, std::move(span_s), static_cast<int>(rest.cols()))),
      rest_params_(std::move(rest_params)) {
  expect_equal(jacobian_.num_dofs(), rest.size(), "J_s has one row a vertex");
  expect_equal(rest_params_.size(), num_params(), "a rest value for every parameter");
}

std::unique_ptr<ChainRig> make_affine_rig(const Positions& rest) {
  check_rest(rest);
  const int dim = static_cast<int>(rest.cols());
  return std::make_unique<ChainRig>(rest, Deformers{make_affine_deformer(dim)});
}

std::unique_ptr<ChainRig> make_skinning_rig(const Positions& rest, const Matrix& weights) {
  check_rest(rest);
  check_weights(rest, weights);
  const int dim = static_cast<int>(rest.cols());
  return std::make_unique<ChainRig>(rest, Deformers{make_skin_deformer(weights, dim)});
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
