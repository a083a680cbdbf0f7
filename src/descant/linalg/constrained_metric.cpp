// linalg/constrained_metric.cpp: the factor, the border, and the sweep put together.

#include "descant/linalg/constrained_metric.hpp"

#include "descant/core/error.hpp"
#include "descant/linalg/border.hpp"

namespace descant {

struct ScalarMetric::Parts {
  Parts(const SparseMatrix& A_s, int d, const Workers& crew, Storage storage)
      : dim(d), workers(crew), factor(A_s, crew, storage) {}
  int dim;
  Workers workers;
  PanelFactor factor;
};

ScalarMetric::ScalarMetric(const SparseMatrix& A_s, int dim, const Workers& workers,
                           MetricPrecision precision) {
  expect_equal(A_s.rows(), A_s.cols(), "a metric is square");
  expect_equal(dim == 2 || dim == 3, true, "space has 2 or 3 dimensions");
  parts_ = std::make_unique<Parts>(
      A_s, dim, workers, precision == MetricPrecision::full ? Storage::full : Storage::single);
}

ScalarMetric::~ScalarMetric() = default;
int ScalarMetric::dim() const { return parts_->dim; }
Index ScalarMetric::num_vertices() const { return parts_->factor.size(); }
Index ScalarMetric::factor_nonzeros() const { return parts_->factor.num_nonzeros(); }
Index ScalarMetric::memory_bytes() const { return parts_->factor.memory_bytes(); }

void ScalarMetric::solve(const Positions& B, Positions& X) const {
  expect_equal(B.rows(), num_vertices(), "a right-hand side has a row for each vertex");
  X.resize(B.rows(), B.cols());
  PanelSweep sweep(parts_->factor, parts_->workers);
  for (Index j = 0; j < B.cols(); j += 3) {
    const int dim = static_cast<int>(std::min<Index>(3, B.cols() - j));
    sweep.run({B.data() + j, dim, B.cols()}, {X.data() + j, dim, X.cols()}, nullptr);
  }
}

struct ConstrainedMetric::Parts {
  explicit Parts(const ScalarMetric::Parts& metric)
      : border(metric.factor, metric.dim, metric.workers), sweep(metric.factor, metric.workers) {}
  Border border;
  PanelSweep sweep;
};

ConstrainedMetric::ConstrainedMetric(std::shared_ptr<const ScalarMetric> metric)
    : metric_(std::move(metric)), parts_(std::make_unique<Parts>(*metric_->parts_)) {}

ConstrainedMetric::~ConstrainedMetric() = default;
ConstrainedMetric::ConstrainedMetric(ConstrainedMetric&&) noexcept = default;
ConstrainedMetric& ConstrainedMetric::operator=(ConstrainedMetric&&) noexcept = default;
Index ConstrainedMetric::num_constraints() const { return parts_->border.num_constraints(); }

Index ConstrainedMetric::memory_bytes() const {
  return parts_->border.memory_bytes() + parts_->sweep.memory_bytes();
}

Index ConstrainedMetric::sweep_bytes() const {
  const Index border = num_constraints() > 0 ? parts_->border.num_values() : 0;
  return metric_->parts_->factor.value_bytes() + border * static_cast<Index>(sizeof(double));
}

bool ConstrainedMetric::constrain(const SparseMatrix& Z, BasisLayout layout) {
  const bool is_split = layout == BasisLayout::split;
  expect_equal(Z.rows(), metric_->num_vertices() * (is_split ? 1 : metric_->dim()),
               "a basis has a row for each unknown");
  expect_equal(Z.isCompressed(), true, "a basis is compressed");
  return parts_->border.set(Z, is_split ? BorderKind::split : BorderKind::general);
}

void ConstrainedMetric::apply(const Vector& b, Vector& x) {
  const int dim = metric_->dim();
  expect_equal(b.size(), metric_->num_vertices() * dim, "a right-hand side has all dofs");
  x.resize(b.size());
  parts_->sweep.run({b.data(), dim, dim}, {x.data(), dim, dim},
                    parts_->border.num_constraints() > 0 ? &parts_->border.sweep() : nullptr);
}

}  // namespace descant
