// tests/support/bend_deformer.hpp: a deformer of one's own takes no more than this.
//
//   x′ = x + b x_a² along the axis after a

#pragma once

#include "descant/rig/deformer.hpp"

namespace descant {

class Bend : public Deformer {
 public:
  explicit Bend(Index axis = 0) : axis_(axis) {}

  Index num_params() const override { return 1; }
  Vector rest_params() const override { return Vec<1>(0); }

  Positions apply(const Positions& x, ConstVec p, const Workers&) const override {
    Positions bent = x;
    bent.col(next(x)) += p[0] * x.col(axis_).cwiseAbs2();
    return bent;
  }

  RigJacobian by_params(const Positions& x, ConstVec) const override {
    Positions change = Positions::Zero(x.rows(), x.cols());
    change.col(next(x)) = x.col(axis_).cwiseAbs2();
    return RigJacobian::general(flat(change), static_cast<int>(x.cols()));
  }

  Matrix by_points(const Positions& x, ConstVec p) const override {
    Matrix blocks = Matrix::Identity(x.cols(), x.cols()).replicate(1, x.rows());
    for (Index i = 0; i < x.rows(); ++i)
      blocks(next(x), x.cols() * i + axis_) = 2 * p[0] * x(i, axis_);
    return blocks;
  }

 private:
  Index next(const Positions& x) const { return (axis_ + 1) % x.cols(); }
  Index axis_;
};

}  // namespace descant
