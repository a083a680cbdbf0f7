// mesh/measures.cpp: volumes, masses and the Laplacian of linear simplices.
//
//   E = [x₁−x₀ … x_d−x₀],   vol = det E / d!,   ∇φ₁ … ∇φ_d = rows of E⁻¹,   ∇φ₀ = −Σ ∇φ_k

#include "descant/mesh/measures.hpp"

#include <Eigen/LU>
#include <vector>

#include "descant/core/error.hpp"

namespace descant {
namespace {

/// The edges x_k − x₀ of element e, one a column (d×d).
template <int d>
Mat<d> edges(const Mesh& mesh, Index e) {
  Mat<d> E;
  const Vec<d> origin = mesh.vertices.row(mesh.elements(e, 0)).transpose();
  for (int k = 0; k < d; ++k) {
    E.col(k) = mesh.vertices.row(mesh.elements(e, k + 1)).transpose() - origin;
  }
  return E;
}

template <int d>
double signed_volume(const Mesh& mesh, Index e) {
  return edges<d>(mesh, e).determinant() / (d == 2 ? 2 : 6);
}

template <int d>
Eigen::Matrix<double, d + 1, d> gradients(const Mesh& mesh, Index e) {
  Eigen::Matrix<double, d + 1, d> G;
  G.template bottomRows<d>() = edges<d>(mesh, e).inverse();
  G.row(0) = -G.template bottomRows<d>().colwise().sum();
  return G;
}

template <int d>
SparseMatrix laplacian_of(const Mesh& mesh, const Vector& weight) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(mesh.num_elements() * (d + 1) * (d + 1));
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    const auto G = gradients<d>(mesh, e);
    const double scale = weight[e] * signed_volume<d>(mesh, e);
    for (int a = 0; a <= d; ++a) {
      for (int b = a; b <= d; ++b) {
        const int i = mesh.elements(e, a), j = mesh.elements(e, b);
        const double value = scale * G.row(a).dot(G.row(b));
        entries.emplace_back(i, j, value);
        if (a != b) entries.emplace_back(j, i, value);
      }
    }
  }
  SparseMatrix L(mesh.num_vertices(), mesh.num_vertices());
  L.setFromTriplets(entries.begin(), entries.end());
  return L;
}

}  // namespace

Vector element_volumes(const Mesh& mesh) {
  Vector volumes(mesh.num_elements());
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    volumes[e] = mesh.dim() == 2 ? signed_volume<2>(mesh, e) : signed_volume<3>(mesh, e);
  }
  return volumes;
}

Vector lumped_mass(const Mesh& mesh, const Vector& density) {
  expect_equal(density.size(), mesh.num_elements(), "densities and elements");
  const Vector volumes = element_volumes(mesh);
  const int corners = mesh.dim() + 1;
  Vector mass = Vector::Zero(mesh.num_vertices());
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    for (int k = 0; k < corners; ++k) {
      mass[mesh.elements(e, k)] += density[e] * volumes[e] / corners;
    }
  }
  return mass;
}

Matrix shape_gradients(const Mesh& mesh, Index e) {
  if (mesh.dim() == 2) return gradients<2>(mesh, e);
  return gradients<3>(mesh, e);
}

SparseMatrix laplacian(const Mesh& mesh, const Vector& weight) {
  expect_equal(weight.size(), mesh.num_elements(), "weights and elements");
  return mesh.dim() == 2 ? laplacian_of<2>(mesh, weight) : laplacian_of<3>(mesh, weight);
}

}  // namespace descant
