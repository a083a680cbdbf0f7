// rig/rigid_rig.cpp: the exponential map and its derivative, applied to every vertex.

#include "descant/rig/rigid_rig.hpp"

#include <Eigen/LU>
#include <cmath>

#include "descant/core/error.hpp"
#include "descant/rig/rotation.hpp"

namespace descant {
namespace {

/// exp(ω) − I, d×d, of the rotation in p.
Matrix turn_minus_identity(int dim, ConstVec p) {
  if (dim == 3) return exp_minus_identity(p.head<3>());
  // cos θ − 1 = −2 sin² θ/2 keeps its digits at small angles
  const double half = std::sin(p[0] / 2);
  Matrix turn(2, 2);
  turn << -2 * half * half, -std::sin(p[0]), std::sin(p[0]), -2 * half * half;
  return turn;
}

Positions turned(const Positions& arms, const Matrix& turn_minus_one) {
  return arms + arms * turn_minus_one.transpose();
}

/// Velocities (dn × 3 or dn × 1) of points at `arms` from the axis, for unit turns about each axis.
Matrix turn_columns(const Positions& arms) {
  const Index dim = arms.cols();
  Matrix columns(arms.size(), dim == 3 ? 3 : 1);
  for (Index i = 0; i < arms.rows(); ++i) {
    if (dim == 3) {
      columns.middleRows<3>(3 * i) = -cross_matrix(arms.row(i).transpose());
    } else {
      columns(2 * i, 0) = -arms(i, 1);
      columns(2 * i + 1, 0) = arms(i, 0);
    }
  }
  return columns;
}

/// Turns, then translations.
Matrix with_translations(const Matrix& turns, int dim) {
  Matrix columns(turns.rows(), turns.cols() + dim);
  columns << turns, Matrix::Identity(dim, dim).replicate(turns.rows() / dim, 1);
  return columns;
}

}  // namespace

RigidRig::RigidRig(const Positions& rest, ConstVec pivot) : dim_(static_cast<int>(rest.cols())) {
  if (rest.rows() == 0 || (dim_ != 2 && dim_ != 3))
    throw InputError("rest positions", "a rig needs at least one point in 2D or 3D");
  if (!rest.allFinite()) throw InputError("rest positions", "a coordinate is not finite");
  if (pivot.size() != dim_ || !pivot.allFinite())
    throw InputError("pivot", "a rigid body turns about one finite point of its own dimension");
  from_pivot_ = rest.rowwise() - pivot.transpose();
  from_centroid_ = rest.rowwise() - rest.row(0);
  from_centroid_.rowwise() -= from_centroid_.colwise().mean().eval();
}

Vector RigidRig::displacement(ConstVec p) const {
  expect_equal(p.size(), num_params(), "p of a rigid rig is a turn and a translation");
  Positions u_r = from_pivot_ * turn_minus_identity(dim_, p).transpose();
  u_r.rowwise() += p.tail(dim_).transpose();
  return flat(u_r);
}

RigJacobian RigidRig::jacobian(ConstVec p) const {
  expect_equal(p.size(), num_params(), "p of a rigid rig is a turn and a translation");
  const Matrix turn = turn_minus_identity(dim_, p);

  // d(exp(ω) y) = (L dω) × (exp(ω) y); in 2D L = 1
  Matrix turns = turn_columns(turned(from_pivot_, turn));
  if (dim_ == 3) turns *= left_jacobian(p.head<3>());

  const Matrix twists = turn_columns(turned(from_centroid_, turn));
  return RigJacobian::general(with_translations(turns, dim_), with_translations(twists, dim_),
                              dim_);
}

std::unique_ptr<Rig> make_rigid_rig(const Positions& rest, ConstVec pivot) {
  return std::make_unique<RigidRig>(rest, pivot);
}

Vector rigid_params(const Matrix& transform, ConstVec pivot) {
  const Index dim = transform.rows();
  if ((dim != 2 && dim != 3) || transform.cols() != dim + 1 || pivot.size() != dim)
    throw InputError("rigid transform", "it is no d by d+1 matrix with a pivot of d numbers");
  const Matrix R = transform.leftCols(dim);
  const double distortion = (R.transpose() * R - Matrix::Identity(dim, dim)).norm();
  if (!transform.allFinite() || !(distortion <= 1e-6) || !(R.determinant() > 0))
    throw InputError("rigid transform", "it scales, shears or mirrors",
                     "Use the affine rig, or leave the scale out");

  // the turn, then whatever takes the pivot where the map takes it
  Vector p(dim == 3 ? 6 : 3);
  if (dim == 3)
    p.head<3>() = rotation_vector(R);
  else
    p[0] = std::atan2(R(1, 0) - R(0, 1), R(0, 0) + R(1, 1));
  p.tail(dim) = (R - Matrix::Identity(dim, dim)) * pivot + transform.col(dim);
  return p;
}

}  // namespace descant
