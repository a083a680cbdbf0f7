// weights/bounded_biharmonic.cpp: a convex quadratic program in a box, a handle at a time.
//
//   q(w) = ½ wᵀQw + bᵀw,  Q = L M⁻¹ L on the vertices nobody holds, b from those that are held
//
// Projected Newton (Bertsekas 1982): vertices at a bound that q pushes outward are active; Newton
// on the others; the step is bent along the box and shortened until q falls enough. q never rises.

#include "descant/weights/bounded_biharmonic.hpp"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"
#include "descant/mesh/measures.hpp"

namespace descant {
namespace {

using Factor = Eigen::SimplicialLLT<SparseMatrix, Eigen::Lower, Eigen::AMDOrdering<int>>;

constexpr int max_newton_iterations = 60;
constexpr double weight_tolerance = 1e-7;  ///< largest change of a weight in the last iteration

/// The rows and columns of Q where `is_kept`, in order.
SparseMatrix submatrix(const SparseMatrix& Q, const std::vector<bool>& is_kept) {
  std::vector<int> renumbered(Q.rows(), -1);
  int count = 0;
  for (Index i = 0; i < Q.rows(); ++i) {
    if (is_kept[i]) renumbered[i] = count++;
  }
  std::vector<Eigen::Triplet<double>> entries;
  for (int j = 0; j < Q.outerSize(); ++j) {
    if (renumbered[j] < 0) continue;
    for (SparseMatrix::InnerIterator it(Q, j); it; ++it) {
      if (renumbered[it.row()] >= 0) {
        entries.emplace_back(renumbered[it.row()], renumbered[j], it.value());
      }
    }
  }
  SparseMatrix kept(count, count);
  kept.setFromTriplets(entries.begin(), entries.end());
  return kept;
}

/// x with Q x = r; a matrix that round-off has made indefinite is shifted a little.
Vector solve(const SparseMatrix& Q, const Vector& r) {
  Factor factor(Q);
  double shift = 1e-13 * Q.diagonal().maxCoeff();
  for (int attempt = 0; factor.info() != Eigen::Success && attempt < 5; ++attempt, shift *= 100) {
    factor.setShift(shift);
    factor.factorize(Q);
  }
  const Vector x = factor.info() == Eigen::Success ? Vector(factor.solve(r)) : Vector();
  if (x.size() == 0 || !x.allFinite()) {
    throw InputError("weights", "bounded biharmonic weights cannot be computed on this mesh",
                     "Its elements are too badly shaped; mesh it again, or give weights");
  }
  return x;
}

/// Newton's step on the weights that are free to move, zero elsewhere; empty where none is.
Vector newton_step(const SparseMatrix& Q, const Vector& w, const Vector& g) {
  std::vector<bool> is_free(w.size());
  Index num_free = 0;
  for (Index i = 0; i < w.size(); ++i) {
    is_free[i] = !((w[i] <= 0 && g[i] > 0) || (w[i] >= 1 && g[i] < 0));
    num_free += is_free[i];
  }
  if (num_free == 0) return {};
  Vector r(num_free);
  for (Index i = 0, f = 0; i < w.size(); ++i) {
    if (is_free[i]) r[f++] = -g[i];
  }
  const Vector step = solve(submatrix(Q, is_free), r);
  Vector d = Vector::Zero(w.size());
  for (Index i = 0, f = 0; i < w.size(); ++i) {
    if (is_free[i]) d[i] = step[f++];
  }
  return d;
}

/// The box-constrained minimiser of ½ wᵀQw + bᵀw.
Vector minimize_in_box(const SparseMatrix& Q, const Vector& b) {
  Vector w = solve(Q, -b).cwiseMax(0).cwiseMin(1);
  Vector g = Q * w + b;
  double q = 0.5 * w.dot(g + b);
  for (int iteration = 0; iteration < max_newton_iterations; ++iteration) {
    const Vector d = newton_step(Q, w, g);
    if (d.size() == 0) break;

    // along the box, shortened until q falls
    double length = 1;
    Vector candidate, candidate_g;
    double candidate_q = q;
    for (int halving = 0; halving < 30; ++halving, length /= 2) {
      candidate = (w + length * d).cwiseMax(0).cwiseMin(1);
      candidate_g = Q * candidate + b;
      candidate_q = 0.5 * candidate.dot(candidate_g + b);
      if (candidate_q <= q + 1e-4 * g.dot(candidate - w)) break;
    }
    if (!(candidate_q < q)) break;
    const double change = (candidate - w).cwiseAbs().maxCoeff();
    w = candidate, g = candidate_g, q = candidate_q;
    if (change <= weight_tolerance) break;
  }
  return w;
}

/// L M⁻¹ L of the mesh at unit size: neither the weights nor the tolerances depend on units.
SparseMatrix bilaplacian(Mesh mesh) {
  mesh.vertices /= diagonal(mesh);
  const Vector ones = Vector::Ones(mesh.num_elements());
  const SparseMatrix L = laplacian(mesh, ones);
  const Vector inverse_mass = lumped_mass(mesh, ones).cwiseInverse();
  return L * SparseMatrix(inverse_mass.asDiagonal() * L);
}

}  // namespace

Matrix bounded_biharmonic_weights(const Mesh& mesh, const std::vector<WeightHandle>& handles) {
  const Matrix held = held_weights(mesh, handles);
  Matrix weights = held.cwiseMax(0);

  // the problem on the vertices nobody holds
  std::vector<bool> is_free(mesh.num_vertices());
  for (Index i = 0; i < mesh.num_vertices(); ++i) is_free[i] = held(i, 0) < 0;
  const SparseMatrix Q = bilaplacian(mesh);
  const SparseMatrix Q_free = submatrix(Q, is_free);
  if (Q_free.rows() == 0) return weights;

  for (Index k = 0; k < weights.cols(); ++k) {
    const Vector b_all = Q * weights.col(k);
    Vector b(Q_free.rows());
    for (Index i = 0, f = 0; i < mesh.num_vertices(); ++i) {
      if (is_free[i]) b[f++] = b_all[i];
    }
    const Vector w = minimize_in_box(Q_free, b);
    for (Index i = 0, f = 0; i < mesh.num_vertices(); ++i) {
      if (is_free[i]) weights(i, k) = w[f++];
    }
  }

  // partition of unity
  for (Index i = 0; i < weights.rows(); ++i) {
    const double sum = weights.row(i).sum();
    if (sum > 0) {
      weights.row(i) /= sum;
    } else {
      weights.row(i).setConstant(1.0 / static_cast<double>(weights.cols()));
    }
  }
  return weights;
}

}  // namespace descant
