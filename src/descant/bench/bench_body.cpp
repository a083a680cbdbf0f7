// bench/bench_body.cpp: materials like the published examples', affine, rigid and point rigs.
//
//   x ↦ c + t + A(x − c)             A a turn, or a turn after a stretch; c the middle
//   w_k ∝ 1/|x − x_k|⁴               weights of point handles

#include "descant/bench/bench_body.hpp"

#include <Eigen/Geometry>
#include <chrono>
#include <cmath>

#include "descant/contract/leak.hpp"
#include "descant/examples/motion.hpp"
#include "descant/rig/linear_rig.hpp"
#include "descant/rig/rigid_rig.hpp"

namespace descant {
namespace {

constexpr double leak_amount = 0.95;
constexpr double plane_young = 300, space_young = 4e5;  // [Pa], amid the published ones
constexpr double plane_density = 1, space_density = 1000;

Vector middle_of(const Mesh& mesh) {
  return (mesh.vertices.colwise().minCoeff() + mesh.vertices.colwise().maxCoeff()).transpose() / 2;
}

/// The material of every element.
Material material_of(const Mesh& mesh, const BenchMaterial& settings) {
  const double young = settings.young > 0 ? settings.young
                       : mesh.dim() == 2  ? plane_young
                                          : space_young;
  const double middle = middle_of(mesh)[1];
  Material material{settings.law, VolumeTerm::log, Pose::relax, {}};
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    double height = 0;
    for (int corner : mesh.elements.row(e)) height += mesh.vertices(corner, 1);
    const bool is_above = height > middle * static_cast<double>(mesh.elements.cols());
    material.lame.push_back(
        lame_parameters(is_above ? settings.contrast * young : young, settings.poisson));
  }
  return material;
}

/// A turn by `degrees` about `axis`, in the plane about z.
Matrix turn(int dim, const Eigen::Vector3d& axis, double degrees) {
  const Eigen::Vector3d about = dim == 2 ? Eigen::Vector3d(0, 0, 1) : axis.normalized();
  const Eigen::Matrix3d R = Eigen::AngleAxisd(degrees * M_PI / 180, about).toRotationMatrix();
  return R.topLeftCorner(dim, dim);
}

/// x ↦ pivot + move + A(x − pivot).
Matrix about(const Vector& pivot, const Matrix& A, const Vector& move) {
  Matrix T(A.rows(), A.rows() + 1);
  T << A, pivot + move - A * pivot;
  return T;
}

/// How a whole body goes about: half its own size to and fro, turning by tens of degrees.
Matrix travel(const Vector& pivot, double time) {
  const int dim = static_cast<int>(pivot.size());
  const Eigen::Vector3d move(0.5 * swing(time, 1), 0.3 * swing(time, 1.6, 0.2),
                             0.3 * swing(time, 1.3, 0.4));
  return about(pivot, turn(dim, {0.3, 0.4, 1}, 30 * swing(time, 1.4, 0.1)), move.head(dim));
}

Vector rest_of_maps(int dim, Index count) {
  return affine_params(std::vector<Matrix>(count, Matrix::Identity(dim, dim + 1)));
}

/// n×k, rows sum to one.
Matrix falling_weights(const Positions& vertices, const Positions& points) {
  constexpr double core = 0.05;  // [m], within which a point has all the weight
  Matrix weights(vertices.rows(), points.rows());
  for (Index i = 0; i < vertices.rows(); ++i) {
    for (Index k = 0; k < points.rows(); ++k) {
      const double squared = (vertices.row(i) - points.row(k)).squaredNorm() + core * core;
      weights(i, k) = 1 / (squared * squared);
    }
    weights.row(i) /= weights.row(i).sum();
  }
  return weights;
}

}  // namespace

double swing(double time, double hertz, double phase) {
  return ease(time, 0, 0.2) * std::sin(2 * M_PI * (hertz * time + phase));
}

BenchProblem bench_problem(const BenchShape& shape, const BenchMaterial& material,
                           const Workers& workers) {
  const auto start = std::chrono::steady_clock::now();
  BodyOptions options;
  options.material = material_of(shape.mesh, material);
  options.density = Vector::Constant(shape.mesh.num_elements(),
                                     shape.mesh.dim() == 2 ? plane_density : space_density);
  options.leak = leak_from_depth(shape.mesh, shape.weights, leak_amount, workers);
  BenchProblem problem;
  problem.built.body = make_body(shape.mesh, shape.rig, options, workers);
  problem.built.drive.params = shape.params;
  problem.prepare_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return problem;
}

BenchShape affine_shape(Mesh mesh) {
  const int dim = mesh.dim();
  BenchShape shape;
  shape.rig = make_affine_rig(mesh.vertices);
  shape.params = [dim, pivot = middle_of(mesh)](double time) {
    Matrix T = travel(pivot, time);
    Vector stretch = Vector::Constant(dim, 1 - 0.15 * swing(time, 1.2));
    stretch[1] = 1 + 0.25 * swing(time, 1.2);
    const Matrix A = T.leftCols(dim);
    const Vector centre = T.col(dim) + A * pivot;
    T.leftCols(dim) = A * stretch.asDiagonal();
    T.col(dim) = centre - T.leftCols(dim) * pivot;
    return affine_params({T});
  };
  shape.rest_params = rest_of_maps(dim, 1);
  shape.weights = Matrix::Ones(mesh.num_vertices(), 1);
  shape.mesh = std::move(mesh);
  return shape;
}

BenchShape rigid_shape(Mesh mesh) {
  const int dim = mesh.dim();
  BenchShape shape;
  shape.rig = make_rigid_rig(mesh.vertices, middle_of(mesh));
  shape.params = [pivot = middle_of(mesh)](double time) {
    return rigid_params(travel(pivot, time), pivot);
  };
  shape.rest_params = Vector::Zero(dim == 3 ? 6 : 3);
  shape.weights = Matrix::Ones(mesh.num_vertices(), 1);
  shape.mesh = std::move(mesh);
  return shape;
}

BenchShape points_shape(Mesh mesh, const Positions& points) {
  const int dim = mesh.dim();
  BenchShape shape;
  shape.weights = falling_weights(mesh.vertices, points);
  shape.rig = make_skinning_rig(mesh.vertices, shape.weights);
  shape.params = [dim, points](double time) {
    // the first goes about, the others are carried by it and swing on top
    const Matrix root = travel(points.row(0).transpose(), time);
    std::vector<Matrix> maps{root};
    for (Index k = 1; k < points.rows(); ++k) {
      const double phase = 0.3 * static_cast<double>(k);
      const Matrix A = turn(dim, {0.2, 1, 0.3}, 35 * swing(time, 1.7, phase));
      const Vector move = Vector::Constant(dim, 0.1 * swing(time, 1.5, phase));
      const Matrix own = about(points.row(k).transpose(), A, move);
      Matrix carried = root.leftCols(dim) * own;
      carried.col(dim) += root.col(dim);
      maps.push_back(carried);
    }
    return affine_params(maps);
  };
  shape.rest_params = rest_of_maps(dim, points.rows());
  shape.mesh = std::move(mesh);
  return shape;
}

}  // namespace descant
