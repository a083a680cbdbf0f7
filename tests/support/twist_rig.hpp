// tests/support/twist_rig.hpp: a small nonlinear rig whose J moves, for tests and as an example.
//
//   s = (x_d − lowest) / height                                        0 at the foot, 1 at the top
//   3D  x ↦ c + t + R_y(bend·s) R_z(twist·s) (x − c)                   p = (twist, bend, t₁, t₂,
//   t₃) 2D  x ↦ c + t + R(bend·s) (x − c)                                  p = (bend, t₁, t₂)
//
// Angles are in radians, c is the middle of the foot, p = 0 is rest.

#pragma once

#include <memory>

#include "descant/rig/autodiff_rig.hpp"

namespace descant {

struct Twist {
  Positions arms;    ///< n×d, x − c
  double height{1};  ///< of the body along its last coordinate [m]

  template <class Scalar>
  VectorOf<Scalar> operator()(const VectorOf<Scalar>& p) const {
    const Index dim = arms.cols();
    VectorOf<Scalar> u_r(arms.size());
    for (Index i = 0; i < arms.rows(); ++i) {
      // turn the slice this vertex lies in
      const double s = arms(i, dim - 1) / height;
      VectorOf<Scalar> x = arms.row(i).transpose().template cast<Scalar>();
      if (dim == 3) x = turned(x, 0, 1, p[0] * s);
      x = turned(x, dim - 1, 0, p[dim - 2] * s);

      // carry it along
      for (Index a = 0; a < dim; ++a) u_r[dim * i + a] = x[a] + p[p.size() - dim + a] - arms(i, a);
    }
    return u_r;
  }

  /// x after a turn by `angle` from axis a towards axis b.
  template <class Scalar>
  static VectorOf<Scalar> turned(const VectorOf<Scalar>& x, Index a, Index b, const Scalar& angle) {
    using std::cos, std::sin;
    VectorOf<Scalar> y = x;
    y[a] = cos(angle) * x[a] - sin(angle) * x[b];
    y[b] = sin(angle) * x[a] + cos(angle) * x[b];
    return y;
  }
};

inline std::shared_ptr<const Rig> make_twist_rig(const Positions& rest) {
  const int dim = static_cast<int>(rest.cols());
  const Eigen::RowVectorXd low = rest.colwise().minCoeff(), high = rest.colwise().maxCoeff();
  Eigen::RowVectorXd foot = (low + high) / 2;
  foot[dim - 1] = low[dim - 1];
  return std::make_shared<AutodiffRig<Twist>>(
      Twist{.arms = rest.rowwise() - foot, .height = high[dim - 1] - low[dim - 1]},
      AutodiffShape{.dim = dim, .num_vertices = rest.rows(), .num_params = dim == 3 ? 5 : 3});
}

}  // namespace descant
