// weights/extension.cpp: one factorization for all columns.
//
// Samples are centred first: L has no other null space than the constants of each component, and
// these then have nothing to do.

#include "descant/weights/extension.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "descant/core/error.hpp"
#include "descant/linalg/sparse_cholesky.hpp"
#include "descant/mesh/measures.hpp"
#include "descant/mesh/topology.hpp"

namespace descant {
namespace {

constexpr double smoothness = 1e-2;       ///< ε
constexpr double least_influence = 1e-3;  ///< smaller skin weights are dropped
constexpr int most_influences = 8;

/// h L M⁻¹ L of the mesh, without units: 1 for a wave of the size of an element.
SparseMatrix bilaplacian(const Mesh& mesh) {
  const Vector ones = Vector::Ones(mesh.num_elements());
  const Vector volumes = element_volumes(mesh);
  const double h = std::pow(volumes.mean(), 1.0 / mesh.cell_dim());
  Mesh scaled = mesh;
  scaled.vertices = (mesh.vertices.rowwise() - mesh.vertices.colwise().mean()) / h;
  const SparseMatrix L = laplacian(scaled, ones);
  const Vector inverse_mass = lumped_mass(scaled, ones).cwiseInverse();
  return L * SparseMatrix(inverse_mass.asDiagonal() * L);
}

/// w (s): a vertex of the mesh is not pulled at by more than one sample's worth.
Vector sample_weights(const SparseMatrix& E) {
  const Vector crowd = E.transpose() * Vector::Ones(E.rows());
  const Vector around = E * crowd;
  return around.cwiseMax(1).cwiseInverse();
}

/// True for the components of the mesh that hold a sample.
std::vector<bool> sampled_components(const SparseMatrix& E, const std::vector<int>& component) {
  std::vector<bool> is_sampled(*std::max_element(component.begin(), component.end()) + 1, false);
  for (int j = 0; j < E.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator it(E, j); it; ++it) {
      if (it.value() != 0) is_sampled[component[it.col()]] = true;
    }
  }
  return is_sampled;
}

/// Gives the components without a sample the values of the sample nearest to their centres.
void fill_unsampled(const Mesh& mesh, const SparseMatrix& E, const Matrix& samples, Matrix& x) {
  const std::vector<int> component = vertex_components(mesh);
  const std::vector<bool> is_sampled = sampled_components(E, component);
  const Matrix places = E * mesh.vertices;
  for (std::size_t c = 0; c < is_sampled.size(); ++c) {
    if (is_sampled[c]) continue;
    Eigen::RowVectorXd centre = Eigen::RowVectorXd::Zero(mesh.dim());
    double count = 0;
    for (Index i = 0; i < mesh.num_vertices(); ++i) {
      if (component[i] != static_cast<int>(c)) continue;
      centre += mesh.vertices.row(i);
      ++count;
    }
    Index nearest = 0;
    (places.rowwise() - centre / count).rowwise().squaredNorm().minCoeff(&nearest);
    for (Index i = 0; i < mesh.num_vertices(); ++i) {
      if (component[i] == static_cast<int>(c)) x.row(i) = samples.row(nearest);
    }
  }
}

/// The largest influences of a vertex, rows summing to one.
void prune(Eigen::Ref<Eigen::RowVectorXd, 0, Eigen::InnerStride<>> row) {
  std::vector<Index> order(row.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return row[a] > row[b]; });
  double sum = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    double& weight = row[order[k]];
    // the largest stays whatever it is
    if (k > 0 && (k >= most_influences || weight < least_influence)) weight = 0;
    sum += weight;
  }
  row /= sum;
}

}  // namespace

Matrix extended_values(const Mesh& mesh, const SparseMatrix& embedding, const Matrix& samples) {
  expect_equal(embedding.rows(), samples.rows(), "embedded points and samples");
  expect_equal(embedding.cols(), mesh.num_vertices(), "columns of the embedding and vertices");
  if (samples.rows() == 0) return Matrix::Zero(mesh.num_vertices(), samples.cols());
  const Eigen::RowVectorXd mean = samples.colwise().mean();

  // E^T W E + ε h L M⁻¹ L, held in place where there is no data at all
  const Vector w = sample_weights(embedding);
  const SparseMatrix weighted = w.asDiagonal() * embedding;
  SparseMatrix A = SparseMatrix(embedding.transpose() * weighted) + smoothness * bilaplacian(mesh);
  const std::vector<int> component = vertex_components(mesh);
  const std::vector<bool> is_sampled = sampled_components(embedding, component);
  for (Index i = 0; i < mesh.num_vertices(); ++i) {
    if (!is_sampled[component[i]]) A.coeffRef(i, i) += 1;
  }
  A.makeCompressed();

  SparseCholesky factor(A);
  if (!factor.factorize(A)) {
    throw InputError("weights", "cannot be carried from the surface into this mesh",
                     "Its elements are too badly shaped; mesh the body again");
  }
  Matrix x(mesh.num_vertices(), samples.cols());
  for (Index k = 0; k < samples.cols(); ++k) {
    const Vector centred = samples.col(k).array() - mean[k];
    x.col(k) = factor.solve(weighted.transpose() * centred).array() + mean[k];
  }
  if (!x.allFinite()) throw InputError("weights", "have values that are not finite");
  fill_unsampled(mesh, embedding, samples, x);
  return x;
}

Matrix extended_weights(const Mesh& mesh, const SparseMatrix& embedding, const Matrix& samples) {
  Matrix weights = extended_values(mesh, embedding, samples).cwiseMax(0);
  for (Index i = 0; i < weights.rows(); ++i) {
    const double sum = weights.row(i).sum();
    if (sum > 0) {
      weights.row(i) /= sum;
      prune(weights.row(i));
    } else if (weights.cols() > 0) {
      weights.row(i).setConstant(1.0 / static_cast<double>(weights.cols()));
    }
  }
  return weights;
}

}  // namespace descant
