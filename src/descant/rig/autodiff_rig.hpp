// rig/autodiff_rig.hpp: any scalar-templated function of p is a rig, with an exact Jacobian.
//
//   struct Stretch {
//     Positions rest;
//     template <class Scalar>
//     VectorOf<Scalar> operator()(const VectorOf<Scalar>& p) const;   // u_r (dn), interleaved
//   };
//   AutodiffRig rig(Stretch{rest}, {.dim = 3, .num_vertices = rest.rows(), .num_params = 1});
//
// J comes from forward differentiation: the same code runs on dual numbers, eight parameters a
// pass.

#pragma once

#include <algorithm>
#include <utility>

#include "descant/core/error.hpp"
#include "descant/rig/dual.hpp"
#include "descant/rig/fill_shape.hpp"
#include "descant/rig/rig.hpp"

namespace descant {

template <class Scalar>
using VectorOf = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

/// What an AutodiffRig must be told about its function.
struct AutodiffShape {
  int dim = 3;             ///< d
  Index num_vertices = 0;  ///< n
  Index num_params = 0;    ///< m
  Vector rest_params{};    ///< m, where u_r = 0; empty for zeros
  Matrix influences{};     ///< n×k, how much each handle moves each vertex; empty for one handle
};

/// u_r(p) from a function templated on its scalar. The function must be pure.
template <class Function>
class AutodiffRig : public Rig {
 public:
  AutodiffRig(Function function, AutodiffShape shape)
      : function_(std::move(function)), shape_(std::move(shape)) {
    if ((shape_.dim != 2 && shape_.dim != 3) || shape_.num_vertices <= 0 || shape_.num_params < 0)
      throw InputError("autodiff rig", "it needs a dimension of 2 or 3 and at least one vertex");
    fill_shape("autodiff rig", shape_);
  }

  int dim() const override { return shape_.dim; }
  Vector rest_params() const override { return shape_.rest_params; }
  Matrix influences() const override { return shape_.influences; }

  Index num_params() const override { return shape_.num_params; }
  Index num_dofs() const override { return shape_.dim * shape_.num_vertices; }
  bool has_constant_jacobian() const override { return false; }

  Vector displacement(ConstVec p) const override { return evaluate<double>(p); }

  RigJacobian jacobian(ConstVec p) const override {
    Matrix J(num_dofs(), num_params());
    for (Index first = 0; first < num_params(); first += width) {
      // a block of parameters varies, the others are constants
      const Index count = std::min<Index>(width, num_params() - first);
      VectorOf<Dual<width>> dual_p = p.template cast<Dual<width>>();
      for (Index k = 0; k < count; ++k)
        dual_p[first + k] = Dual<width>::variable(p[first + k], static_cast<int>(k));

      const VectorOf<Dual<width>> u_r = evaluate<Dual<width>>(dual_p);
      for (Index i = 0; i < u_r.size(); ++i)
        for (Index k = 0; k < count; ++k) J(i, first + k) = u_r[i].slope[k];
    }
    return RigJacobian::general(std::move(J), shape_.dim);
  }

 private:
  static constexpr int width = 8;

  template <class Scalar>
  VectorOf<Scalar> evaluate(const VectorOf<Scalar>& p) const {
    expect_equal(p.size(), num_params(), "p has one entry a parameter of the rig");
    VectorOf<Scalar> u_r = function_(p);
    if (u_r.size() != num_dofs())
      throw InputError("autodiff rig",
                       "its function gave " + std::to_string(u_r.size()) + " numbers instead of " +
                           std::to_string(num_dofs()),
                       "Return d numbers a vertex");
    return u_r;
  }

  Function function_;
  AutodiffShape shape_;
};

}  // namespace descant
