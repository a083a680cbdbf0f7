// bench/bench_curve.cpp: rigs that carry a shape along a curve, or under a grid of points.
//
//   s, y   place of a vertex along x (0 … 1), and its other coordinates
//   c(s) = Σ B_j(s) q_j      t = c'/|c'|        Bernstein polynomials B_j of control points q_j
//   2D   x ↦ c + y t⊥                           p = (q₁, q₂, q₃)
//   3D   x ↦ c + R(e_x → t) R_x(θ) y            θ = Σ B_j τ_j,  p = (q₁, τ₁, … q₄, τ₄)
//   grid x ↦ x + Σ N_j(x) (q_j − q_j at rest)   N_j products of Bernstein polynomials
//
// e_x → t turns the shorter way: R v = v + w×v + w×(w×v)/(1 + t₁) with w = e_x × t.

#include <cmath>

#include "descant/bench/bench_body.hpp"
#include "descant/rig/autodiff_rig.hpp"
#include "descant/rig/linear_rig.hpp"

namespace descant {
namespace {

/// B_j of degree `degree` at s.
double bernstein(int degree, int j, double s) {
  double binomial = 1;
  for (int i = 0; i < j; ++i) binomial *= static_cast<double>(degree - i) / (i + 1);
  return binomial * std::pow(s, j) * std::pow(1 - s, degree - j);
}

/// dB_j/ds.
double bernstein_slope(int degree, int j, double s) {
  const double left = j > 0 ? bernstein(degree - 1, j - 1, s) : 0;
  const double right = j < degree ? bernstein(degree - 1, j, s) : 0;
  return degree * (left - right);
}

/// Where each vertex stands along the curve and beside it.
struct AlongCurve {
  AlongCurve(const Mesh& mesh, int degree)
      : rest(mesh.vertices),
        low(rest.col(0).minCoeff()),
        length(rest.col(0).maxCoeff() - low),
        B(rest.rows(), degree + 1),
        slope(rest.rows(), degree + 1) {
    for (Index i = 0; i < rest.rows(); ++i) {
      const double s = (rest(i, 0) - low) / length;
      for (int j = 0; j <= degree; ++j) {
        B(i, j) = bernstein(degree, j, s);
        slope(i, j) = bernstein_slope(degree, j, s);
      }
    }
  }

  Positions rest;      ///< n×d
  double low, length;  ///< of the shape along x [m]
  Matrix B, slope;     ///< n × control points, B_j and dB_j/ds
};

struct PlaneCurve {
  AlongCurve along;

  template <class Scalar>
  VectorOf<Scalar> operator()(const VectorOf<Scalar>& p) const {
    using std::sqrt;
    VectorOf<Scalar> u_r(along.rest.size());
    for (Index i = 0; i < along.rest.rows(); ++i) {
      Scalar c[2] = {Scalar(0.0), Scalar(0.0)}, t[2] = {Scalar(0.0), Scalar(0.0)};
      for (int j = 0; j < 3; ++j) {
        for (int a = 0; a < 2; ++a) {
          c[a] = c[a] + p[2 * j + a] * along.B(i, j);
          t[a] = t[a] + p[2 * j + a] * along.slope(i, j);
        }
      }
      const Scalar length = sqrt(t[0] * t[0] + t[1] * t[1]);
      const double y = along.rest(i, 1);
      u_r[2 * i] = c[0] - t[1] / length * y - along.rest(i, 0);
      u_r[2 * i + 1] = c[1] + t[0] / length * y - along.rest(i, 1);
    }
    return u_r;
  }
};

struct SpaceCurve {
  AlongCurve along;

  template <class Scalar>
  VectorOf<Scalar> operator()(const VectorOf<Scalar>& p) const {
    using std::cos, std::sin, std::sqrt;
    using Three = Eigen::Matrix<Scalar, 3, 1>;
    VectorOf<Scalar> u_r(along.rest.size());
    for (Index i = 0; i < along.rest.rows(); ++i) {
      Three c = Three::Constant(Scalar(0.0)), t = c;
      Scalar theta(0.0);
      for (int j = 0; j < 4; ++j) {
        for (int a = 0; a < 3; ++a) {
          c[a] = c[a] + p[4 * j + a] * along.B(i, j);
          t[a] = t[a] + p[4 * j + a] * along.slope(i, j);
        }
        theta = theta + p[4 * j + 3] * along.B(i, j);
      }
      const Scalar length = sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
      for (int a = 0; a < 3; ++a) t[a] = t[a] / length;

      // twist the slice, then turn it to face along the curve
      const double y = along.rest(i, 1), z = along.rest(i, 2);
      const Three v(Scalar(0.0), cos(theta) * y - sin(theta) * z, sin(theta) * y + cos(theta) * z);
      const Three w(Scalar(0.0), -t[2], t[1]);
      const Three once = cross(w, v), twice = cross(w, once);
      for (int a = 0; a < 3; ++a)
        u_r[3 * i + a] = c[a] + v[a] + once[a] + twice[a] / (1.0 + t[0]) - along.rest(i, a);
    }
    return u_r;
  }

  template <class Three>
  static Three cross(const Three& a, const Three& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  }
};

/// The control points of a grid over the box of a mesh, and what each weighs at every vertex.
struct Grid {
  Positions points;  ///< k×d
  Matrix weights;    ///< n×k
};

/// `counts` points along each coordinate; a coordinate with one is not carried.
Grid grid_over(const Mesh& mesh, const std::vector<int>& counts) {
  const int dim = mesh.dim();
  const Eigen::RowVectorXd low = mesh.vertices.colwise().minCoeff();
  const Eigen::RowVectorXd size = mesh.vertices.colwise().maxCoeff() - low;
  int total = 1;
  for (int count : counts) total *= count;
  Grid grid{Positions(total, dim), Matrix::Ones(mesh.num_vertices(), total)};
  for (int k = 0; k < total; ++k) {
    int rest = k;
    for (int a = 0; a < dim; ++a) {
      const int j = rest % counts[a], degree = counts[a] - 1;
      rest /= counts[a];
      grid.points(k, a) = low[a] + (degree > 0 ? size[a] * j / degree : size[a] / 2);
      for (Index i = 0; i < mesh.num_vertices(); ++i)
        grid.weights(i, k) *= bernstein(degree, j, (mesh.vertices(i, a) - low[a]) / size[a]);
    }
  }
  return grid;
}

}  // namespace

BenchShape lattice_shape(Mesh mesh) {
  const int dim = mesh.dim();
  const Grid grid = dim == 2 ? grid_over(mesh, {3, 3}) : grid_over(mesh, {2, 1, 3});
  const SparseMatrix J_s = grid.weights.sparseView();
  const Positions carried = grid.weights * grid.points;
  BenchShape shape;
  shape.rest_params = flat(grid.points);
  shape.rig = std::make_shared<LinearRig>(carried, J_s, J_s, shape.rest_params);
  shape.params = [dim, rest = shape.rest_params](double time) {
    // each point goes its own way, all of them to and fro
    Vector p = rest;
    for (Index k = 0; k < p.size() / dim; ++k) {
      const double phase = 0.23 * static_cast<double>(k);
      p[dim * k] += 0.4 * swing(time, 1) + 0.15 * swing(time, 1.6, phase);
      p[dim * k + 1] += 0.25 * swing(time, 1.4, phase);
    }
    return p;
  };
  shape.weights = Matrix::Ones(mesh.num_vertices(), 1);
  shape.mesh = std::move(mesh);
  return shape;
}

BenchShape curve_shape(Mesh mesh) {
  const int dim = mesh.dim();
  const int num_points = dim == 2 ? 3 : 4, width = dim == 2 ? 2 : 4;
  const AlongCurve along(mesh, num_points - 1);
  BenchShape shape;
  shape.rest_params = Vector::Zero(num_points * width);
  for (int j = 0; j < num_points; ++j)
    shape.rest_params[width * j] = along.low + along.length * j / (num_points - 1);
  const AutodiffShape size{.dim = dim,
                           .num_vertices = mesh.num_vertices(),
                           .num_params = num_points * width,
                           .rest_params = shape.rest_params};
  if (dim == 2) {
    shape.rig = std::make_shared<AutodiffRig<PlaneCurve>>(PlaneCurve{along}, size);
  } else {
    shape.rig = std::make_shared<AutodiffRig<SpaceCurve>>(SpaceCurve{along}, size);
  }
  shape.params = [=, rest = shape.rest_params](double time) {
    // a wave runs along the curve, and the far end is wrung
    Vector p = rest;
    for (int j = 0; j < num_points; ++j) {
      p[width * j] += 0.2 * swing(time, 1);
      for (int a = 1; a < dim; ++a)
        p[width * j + a] += 0.2 * j * swing(time, 1.2, 0.15 * j + 0.25 * a);
      if (dim == 3) p[width * j + 3] = 0.35 * j * swing(time, 1.5, 0.1);
    }
    return p;
  };
  shape.weights = Matrix::Ones(mesh.num_vertices(), 1);
  shape.mesh = std::move(mesh);
  return shape;
}

}  // namespace descant
