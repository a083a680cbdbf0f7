// elasticity/simplex.hpp: one element of a mesh, ready to be deformed.
//
//   F = I + [u₁−u₀ … u_d−u₀] B,   B = [x₁−x₀ … x_d−x₀]⁻¹ = [∇φ₁ … ∇φ_d]ᵀ

#pragma once

#include <Eigen/LU>
#include <array>
#include <vector>

#include "descant/core/error.hpp"
#include "descant/mesh/mesh.hpp"

namespace descant {

/// A triangle or tetrahedron with linear shape functions φ.
template <int d>
struct Simplex {
  std::array<int, d + 1> vertices;
  Mat<d> B;       ///< rows ∇φ₁ … ∇φ_d [1/m]; ∇φ₀ is minus their sum
  double volume;  ///< [m³], [m²] in the plane

  /// The deformation gradient of the displacement with dofs u.
  Mat<d> deformation_gradient(const double* u) const {
    Mat<d> edges;
    const Eigen::Map<const Vec<d>> u_0(u + Index{d} * vertices[0]);
    for (int i = 0; i < d; ++i) {
      edges.col(i) = Eigen::Map<const Vec<d>>(u + Index{d} * vertices[i + 1]) - u_0;
    }
    Mat<d> F = edges * B;
    F.diagonal().array() += 1;
    return F;
  }

  /// ∇φ_a as columns.
  Eigen::Matrix<double, d, d + 1> shape_gradients() const {
    Eigen::Matrix<double, d, d + 1> gradients;
    gradients.template rightCols<d>() = B.transpose();
    gradients.col(0) = -B.colwise().sum().transpose();
    return gradients;
  }
};

/// The elements of a mesh that has been `checked`.
template <int d>
std::vector<Simplex<d>> simplices(const Mesh& mesh) {
  expect_equal(mesh.dim(), d, "dimension of the mesh");
  expect_solid(mesh, "elasticity");
  std::vector<Simplex<d>> result(mesh.num_elements());
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    Simplex<d>& simplex = result[e];
    for (int a = 0; a <= d; ++a) simplex.vertices[a] = mesh.elements(e, a);
    Mat<d> edges;
    for (int i = 0; i < d; ++i) {
      edges.col(i) =
          (mesh.vertices.row(simplex.vertices[i + 1]) - mesh.vertices.row(simplex.vertices[0]))
              .transpose();
    }
    simplex.volume = edges.determinant() / (d == 2 ? 2 : 6);
    expect_equal(simplex.volume > 0, true, "elements have a positive volume");
    simplex.B = edges.inverse();
  }
  return result;
}

}  // namespace descant
