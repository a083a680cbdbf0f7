// linalg/rig_jacobian.hpp: J = ∂u_r/∂p, in the cheapest form the rig allows.
//
//   split    J = J_s ⊗ I_d   (affine, skinning, cage): one sparse n×m/d matrix for all coordinates
//   general  J dense, dn×m
//
// Beside J stands its *span*: a matrix with the same column space, each handle's columns centred at
// its weighted centroid, so that a body far from the origin keeps its digits. The contract is built
// from the span; J itself is what differentiates u_r.

#pragma once

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"

namespace descant {

class RigJacobian {
 public:
  /// J = J_s ⊗ I_d. `span_s` (n × any) spans the columns of J_s; by default J_s itself.
  static RigJacobian split(const SparseMatrix& J_s, int dim);
  static RigJacobian split(const SparseMatrix& J_s, SparseMatrix span_s, int dim);

  /// J as it is, dn×m. `span` spans its columns; by default J itself.
  static RigJacobian general(Matrix J, int dim);
  static RigJacobian general(Matrix J, Matrix span, int dim);

  int dim() const { return dim_; }
  bool is_split() const { return is_split_; }
  Index num_dofs() const { return is_split_ ? dim_ * J_s_.rows() : J_.rows(); }    ///< dn
  Index num_params() const { return is_split_ ? dim_ * J_s_.cols() : J_.cols(); }  ///< m

  /// J p (dn), into `product` or as a new vector.
  void apply(ConstVec p, const Workers& workers, Vector& product) const;
  Vector apply(ConstVec p) const;

  /// The same Jacobian in a form that is not split.
  RigJacobian unsplit() const;

  /// J written out, dn×m.
  Matrix dense() const;

  /// J_s (n × m/d) of a split Jacobian.
  const SparseRowMatrix& scalar() const { return J_s_; }

  /// The span: n × k of a split Jacobian (one scalar column serves d constraint rows), dn × k else.
  const SparseMatrix& scalar_span() const { return span_s_; }
  const Matrix& general_span() const { return span_; }

 private:
  RigJacobian() = default;
  int dim_ = 0;
  bool is_split_ = false;
  SparseRowMatrix J_s_;
  SparseMatrix span_s_;
  Matrix J_, span_;
};

}  // namespace descant
