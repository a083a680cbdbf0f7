// rig/rigid_rig.cpp: a chain of one deformer, and its parameters from a matrix.

#include "descant/rig/rigid_rig.hpp"

#include <Eigen/LU>
#include <cmath>

#include "descant/core/error.hpp"
#include "descant/rig/blend.hpp"
#include "descant/rig/rigid_deformer.hpp"
#include "descant/rig/rotation.hpp"

namespace descant {

std::unique_ptr<ChainRig> make_rigid_rig(const Positions& rest, ConstVec pivot) {
  check_rest(rest);
  if (pivot.size() != rest.cols())
    throw InputError("pivot", "a rigid body turns about one finite point of its own dimension");
  return std::make_unique<ChainRig>(rest, Deformers{make_rigid_deformer(pivot)});
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
