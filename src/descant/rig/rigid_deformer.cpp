// rig/rigid_deformer.cpp: the exponential map and its derivative, applied to every vertex.

#include "descant/rig/rigid_deformer.hpp"

#include <cmath>
#include <utility>

#include "descant/core/error.hpp"
#include "descant/rig/rotation.hpp"
#include "descant/rig/vertex_blocks.hpp"

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

/// Points from their centroid, the difference taken before anything is summed.
Positions from_centroid(const Positions& x) {
  Positions arms = x.rowwise() - x.row(0);
  arms.rowwise() -= arms.colwise().mean().eval();
  return arms;
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

class RigidDeformer : public Deformer {
 public:
  explicit RigidDeformer(Vector pivot)
      : dim_(static_cast<int>(pivot.size())), pivot_(std::move(pivot)) {}

  Index num_params() const override { return dim_ == 3 ? 6 : 3; }
  Vector rest_params() const override { return Vector::Zero(num_params()); }

  Positions apply(const Positions& x, ConstVec p, const Workers& workers) const override {
    return x + displacement(x, p, workers);
  }

  Positions displacement(const Positions& x, ConstVec p, const Workers&) const override {
    Positions change = from_pivot(x, p) * turn_minus_identity(dim_, p).transpose();
    change.rowwise() += p.tail(dim_).transpose();
    return change;
  }

  RigJacobian by_params(const Positions& x, ConstVec p) const override {
    const Positions arms = from_pivot(x, p);
    const Matrix turn = turn_minus_identity(dim_, p);

    // d(exp(ω) y) = (L dω) × (exp(ω) y); in 2D L = 1
    Matrix turns = turn_columns(turned(arms, turn));
    if (dim_ == 3) turns *= left_jacobian(p.head<3>());

    const Matrix twists = turn_columns(turned(from_centroid(x), turn));
    return RigJacobian::general(with_translations(turns, dim_), with_translations(twists, dim_),
                                dim_);
  }

  Matrix by_points(const Positions& x, ConstVec p) const override {
    expect_sizes(x, p);
    return equal_blocks(Matrix::Identity(dim_, dim_) + turn_minus_identity(dim_, p), x.rows());
  }

 private:
  void expect_sizes(const Positions& x, const ConstVec& p) const {
    expect_equal(p.size(), num_params(), "p of a rigid body is a turn and a translation");
    expect_equal(x.cols(), dim_, "points and pivot have the same dimension");
  }

  Positions from_pivot(const Positions& x, const ConstVec& p) const {
    expect_sizes(x, p);
    return x.rowwise() - pivot_.transpose();
  }

  int dim_;
  Vector pivot_;
};

}  // namespace

std::shared_ptr<const Deformer> make_rigid_deformer(ConstVec pivot) {
  if ((pivot.size() != 2 && pivot.size() != 3) || !pivot.allFinite())
    throw InputError("pivot", "a rigid body turns about one finite point in 2D or 3D");
  return std::make_shared<RigidDeformer>(pivot);
}

}  // namespace descant
