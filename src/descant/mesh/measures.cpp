// mesh/measures.cpp: volumes, masses and the Laplacian of linear simplices.
//
//   E = [x₁−x₀ … x_k−x₀]                                                         d×k
//   solids    vol = det E / d!,       ∇φ₁ … ∇φ_d = rows of E⁻¹
//   k < d     vol = √det(EᵀE) / k!,   ∇φ₁ … ∇φ_k = rows of E⁺ = (EᵀE)⁻¹Eᵀ
//   ∇φ₀ = −Σ ∇φ_j
//
// √det(EᵀE) is ‖e₁‖ of an edge and ‖e₁ × e₂‖ of a triangle in space, which loses no digits where
// the triangle is thin.

#include "descant/mesh/measures.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <vector>

#include "descant/core/error.hpp"

namespace descant {
namespace {

template <int d, int k>
using Edges = Eigen::Matrix<double, d, k>;

/// An element of dimension k in d-space.
template <int d, int k>
struct Cell {
  /// The edges x_j − x₀ of element e, one per column.
  static Edges<d, k> edges(const Mesh& mesh, Index e) {
    Edges<d, k> E;
    const Vec<d> origin = mesh.vertices.row(mesh.elements(e, 0)).transpose();
    for (int j = 0; j < k; ++j) {
      E.col(j) = mesh.vertices.row(mesh.elements(e, j + 1)).transpose() - origin;
    }
    return E;
  }

  static double volume(const Mesh& mesh, Index e) {
    const Edges<d, k> E = edges(mesh, e);
    if constexpr (k == d) {
      return E.determinant() / (d == 2 ? 2 : 6);
    } else if constexpr (k == 1) {
      return E.norm();
    } else {
      return E.col(0).cross(E.col(1)).norm() / 2;
    }
  }

  static Eigen::Matrix<double, k + 1, d> gradients(const Mesh& mesh, Index e) {
    const Edges<d, k> E = edges(mesh, e);
    Eigen::Matrix<double, k + 1, d> G;
    if constexpr (k == d) {
      G.template bottomRows<k>() = E.inverse();
    } else if constexpr (k == 1) {
      G.row(1) = (E / E.squaredNorm()).transpose();
    } else {
      // across each edge, within the triangle's plane
      const Vec<3> normal = E.col(0).cross(E.col(1));
      G.row(1) = (E.col(1).cross(normal) / normal.squaredNorm()).transpose();
      G.row(2) = (normal.cross(E.col(0)) / normal.squaredNorm()).transpose();
    }
    G.row(0) = -G.template bottomRows<k>().colwise().sum();
    return G;
  }
};

/// What `compute` returns for the kind of cell the mesh has.
template <class Compute>
auto by_kind(const Mesh& mesh, const Compute& compute) {
  const int d = mesh.dim(), k = mesh.cell_dim();
  if (d == 2 && k == 1) return compute(Cell<2, 1>());
  if (d == 2 && k == 2) return compute(Cell<2, 2>());
  if (d == 3 && k == 1) return compute(Cell<3, 1>());
  if (d == 3 && k == 2) return compute(Cell<3, 2>());
  expect_equal(d, 3, "coordinates of a vertex");
  expect_equal(k, 3, "dimension of a cell");
  return compute(Cell<3, 3>());
}

template <int d, int k>
SparseMatrix laplacian_of(Cell<d, k> cell, const Mesh& mesh, const Vector& weight) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(mesh.num_elements() * (k + 1) * (k + 1));
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    const auto G = cell.gradients(mesh, e);
    const double scale = weight[e] * cell.volume(mesh, e);
    for (int a = 0; a <= k; ++a) {
      for (int b = a; b <= k; ++b) {
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
  if (mesh.num_elements() == 0) return {};
  return by_kind(mesh, [&](auto cell) {
    Vector volumes(mesh.num_elements());
    for (Index e = 0; e < mesh.num_elements(); ++e) volumes[e] = cell.volume(mesh, e);
    return volumes;
  });
}

Vector lumped_mass(const Mesh& mesh, const Vector& density) {
  expect_equal(density.size(), mesh.num_elements(), "densities and elements");
  const Vector volumes = element_volumes(mesh);
  const int corners = mesh.cell_dim() + 1;
  Vector mass = Vector::Zero(mesh.num_vertices());
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    for (int k = 0; k < corners; ++k) {
      mass[mesh.elements(e, k)] += density[e] * volumes[e] / corners;
    }
  }
  return mass;
}

Matrix shape_gradients(const Mesh& mesh, Index e) {
  return by_kind(mesh, [&](auto cell) -> Matrix { return cell.gradients(mesh, e); });
}

SparseMatrix laplacian(const Mesh& mesh, const Vector& weight) {
  expect_equal(weight.size(), mesh.num_elements(), "weights and elements");
  return by_kind(mesh, [&](auto cell) { return laplacian_of(cell, mesh, weight); });
}

}  // namespace descant
