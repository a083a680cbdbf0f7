// linalg/rig_jacobian.hpp: J = ∂u_r/∂p, in the cheapest form the rig allows.
//
//   split    J = J_s ⊗ I_d   (affine, skinning, cage): one sparse n×m/d matrix for all coordinates
//   sparse   J, dn×m, few entries a row (morphs and a skin, chains of deformers)
//   dense    J, dn×m, every parameter moves every vertex (rigid bodies, functions of one's own)
//
// Beside J stands its *span*: a matrix with the same column space, each handle's columns centred at
// its weighted centroid, so that a body far from the origin keeps its digits. The contract is built
// from the span; J itself is what differentiates u_r.

#pragma once

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"

namespace descant {

enum class JacobianForm { split, sparse, dense };

class RigJacobian {
 public:
  /// J = J_s ⊗ I_d. `span_s` (n × any) spans the columns of J_s; by default J_s itself.
  static RigJacobian split(const SparseMatrix& J_s, int dim);
  static RigJacobian split(const SparseMatrix& J_s, SparseMatrix span_s, int dim);

  /// J as it is, dn×m and sparse. `span` (dn × any) spans its columns; by default J itself.
  static RigJacobian sparse(const SparseMatrix& J, int dim);
  static RigJacobian sparse(const SparseMatrix& J, SparseMatrix span, int dim);

  /// J as it is, dn×m and dense.
  static RigJacobian general(Matrix J, int dim);
  static RigJacobian general(Matrix J, Matrix span, int dim);

  int dim() const { return dim_; }
  JacobianForm form() const { return form_; }
  bool is_split() const { return form_ == JacobianForm::split; }
  Index num_dofs() const;    ///< dn
  Index num_params() const;  ///< m
  Index non_zeros() const;   ///< numbers that are stored of J

  /// J p (dn), into `product` or as a new vector.
  void apply(ConstVec p, const Workers& workers, Vector& product) const;
  Vector apply(ConstVec p) const;

  /// The same Jacobian in a form that is not split.
  RigJacobian unsplit() const;

  /// J written out, dn×m. Large for many parameters: for tests and for users' own checks.
  Matrix dense() const;

  /// J written out, dn×m, without the zeros that its form leaves out.
  SparseMatrix written_sparse() const;

  /// J_s (n × m/d) of a split Jacobian.
  const SparseRowMatrix& scalar() const { return rows_; }

  /// The span of a split Jacobian, n × k: one scalar column serves d constraint rows.
  const SparseMatrix& scalar_span() const { return sparse_span_; }

  /// The span of a sparse or dense Jacobian, dn × k. No sparse one is written out on the way.
  SparseMatrix general_span() const;

 private:
  RigJacobian() = default;
  int dim_ = 0;
  JacobianForm form_ = JacobianForm::dense;
  SparseRowMatrix rows_;      ///< J_s where split, J where sparse
  SparseMatrix sparse_span_;  ///< of the same
  Matrix J_, span_;           ///< where dense
};

}  // namespace descant
