// linalg/constrained_metric.cpp: forward solves of the constraints, and their Schur complement.
//
//   Y = L⁻¹ Z,   S = YᵀY,   P b = L⁻ᵀ (y − Y S⁻¹ Yᵀ y),   y = L⁻¹ b

#include "descant/linalg/constrained_metric.hpp"

#include <Eigen/Cholesky>

#include "descant/core/error.hpp"
#include "descant/linalg/sparse_cholesky.hpp"

namespace descant {

struct ScalarMetric::Parts {
  Parts(const SparseMatrix& A_s, int d, const Workers& crew)
      : dim(d), size(A_s.cols()), workers(crew), cholesky(A_s) {}
  int dim;
  Index size;
  Workers workers;
  SparseCholesky cholesky;
};

ScalarMetric::ScalarMetric(const SparseMatrix& A_s, int dim, const Workers& workers) {
  auto parts = std::make_unique<Parts>(A_s, dim, workers);
  if (!parts->cholesky.factorize(A_s))
    throw InputError("material", "the metric of the body cannot be factored",
                     "Bring stiffness, density and size closer to each other");
  parts_ = std::move(parts);
}

ScalarMetric::~ScalarMetric() = default;
int ScalarMetric::dim() const { return parts_->dim; }
Index ScalarMetric::num_vertices() const { return parts_->size; }
Index ScalarMetric::factor_nonzeros() const { return 0; }
Index ScalarMetric::memory_bytes() const { return 0; }

void ScalarMetric::solve(const Positions& B, Positions& X) const {
  X.resize(B.rows(), B.cols());
  for (Index j = 0; j < B.cols(); ++j) X.col(j) = parts_->cholesky.solve(B.col(j));
}

struct ConstrainedMetric::Parts {
  BasisLayout layout = BasisLayout::split;
  Index num_constraints = 0;
  Matrix Y;  ///< n×r, or dn×r with the coordinates one after the other
  Eigen::LLT<Matrix> schur;
};

ConstrainedMetric::ConstrainedMetric(std::shared_ptr<const ScalarMetric> metric)
    : metric_(std::move(metric)), parts_(std::make_unique<Parts>()) {}

ConstrainedMetric::~ConstrainedMetric() = default;
ConstrainedMetric::ConstrainedMetric(ConstrainedMetric&&) noexcept = default;
ConstrainedMetric& ConstrainedMetric::operator=(ConstrainedMetric&&) noexcept = default;
Index ConstrainedMetric::num_constraints() const { return parts_->num_constraints; }
Index ConstrainedMetric::memory_bytes() const { return 0; }

bool ConstrainedMetric::constrain(const SparseMatrix& Z, BasisLayout layout) {
  const ScalarMetric::Parts& metric = *metric_->parts_;
  const Index n = metric.size, d = metric.dim;
  parts_->layout = layout;
  parts_->num_constraints = Z.cols();
  if (layout == BasisLayout::split) {
    parts_->Y = metric.cholesky.half_solve(Z, metric.workers);
  } else {
    const Matrix dense = Z;
    parts_->Y.resize(d * n, Z.cols());
    for (Index a = 0; a < d; ++a) {
      const Matrix plane = dense(Eigen::seqN(a, n, d), Eigen::all);
      parts_->Y.middleRows(a * n, n) =
          metric.cholesky.half_solve(SparseMatrix(plane.sparseView()), metric.workers);
    }
  }
  if (Z.cols() == 0) return true;
  const Matrix S = parts_->Y.transpose() * parts_->Y;
  parts_->schur.compute(S);
  if (parts_->schur.info() != Eigen::Success) return false;

  // a pivot of round-off size means that a column depends on those before it
  const Vector pivots = parts_->schur.matrixLLT().diagonal().cwiseAbs2();
  return (pivots.array() > 1e-12 * S.diagonal().array()).all();
}

void ConstrainedMetric::apply(const Vector& b, Vector& x) {
  const ScalarMetric::Parts& metric = *metric_->parts_;
  const Index n = metric.size, d = metric.dim;
  Matrix y(n, d);
  for (Index a = 0; a < d; ++a) y.col(a) = metric.cholesky.half_solve(b(Eigen::seqN(a, n, d)));
  if (parts_->num_constraints > 0) {
    if (parts_->layout == BasisLayout::split)
      y -= parts_->Y * parts_->schur.solve(parts_->Y.transpose() * y);
    else
      y.reshaped() -= parts_->Y * parts_->schur.solve(parts_->Y.transpose() * y.reshaped());
  }
  x.resize(b.size());
  for (Index a = 0; a < d; ++a)
    x(Eigen::seqN(a, n, d)) = metric.cholesky.half_solve_transposed(y.col(a));
}

}  // namespace descant
